#include "eval/complexity/complexity.h"

#include <stdlib.h>

static bool go_on(const complexity_t *found, const char *doing, uint64_t count) {
    const complexity_progress_t progress = {doing, count};
    return !found->order.go_on || found->order.go_on(found->order.context, &progress);
}

static bool space_goes_on(void *context, size_t positions, int playouts) {
    return playouts > 0 ? go_on(context, "playouts", (uint64_t)playouts)
                        : go_on(context, "positions", positions);
}

static bool tree_goes_on(void *context, double done) {
    return go_on(context, "games", (uint64_t)(1000 * done));
}

static bool mirror_goes_on(void *context) {
    complexity_t *found = context;
    return go_on(found, "copying", (uint64_t)found->num_mirrors);
}

/* All symmetries but the identity, from both seats. */
static bool copy(complexity_t *found) {
    const game_t *game = found->game;
    const mirror_order_t order = {.games = found->order.mirror_games,
                                  .simulations = found->order.simulations,
                                  .seed = found->order.seed,
                                  .go_on = mirror_goes_on,
                                  .context = found};
    if (order.games == 0)
        return true;
    found->mirrors = memory_new(2 * (size_t)game->num_symmetries, sizeof *found->mirrors);
    for (int symmetry = 1; symmetry < game->num_symmetries; symmetry++)
        for (int seat = 0; seat < 2; seat++) {
            complexity_mirror_t *mirror = &found->mirrors[found->num_mirrors];
            mirror->symmetry = symmetry;
            mirror->seat = seat;
            if (!mirror_play_find(game, symmetry, seat, &order, &mirror->play))
                return false;
            found->num_mirrors++;
        }
    return true;
}

bool complexity_find(const game_t *game, const complexity_order_t *order,
                     complexity_t *found) {
    *found = (complexity_t){.game = game, .order = *order, .rules = rule_size_of(game)};
    const state_space_order_t space = {.most = order->positions,
                                       .playouts = order->playouts,
                                       .seed = order->seed,
                                       .go_on = space_goes_on,
                                       .context = found};
    const tree_size_order_t tree = {.population = order->population,
                                    .repeats = order->repeats,
                                    .seed = order->seed,
                                    .go_on = tree_goes_on,
                                    .context = found};
    found->has_space = state_space_find(game, &space, &found->space);
    found->has_tree = found->has_space && tree_size_find(game, &tree, &found->tree);
    return found->has_tree && copy(found);
}

void complexity_clear(complexity_t *found) {
    if (found->has_space)
        state_space_clear(&found->space);
    free(found->mirrors);
    *found = (complexity_t){0};
}
