#include "eval/complexity/complexity.h"

#include <stdlib.h>

/* All symmetries but the identity, from both seats. */
static bool copy(complexity_t *found) {
    const game_t *game = found->game;
    if (found->order.mirror_games == 0)
        return true;
    found->mirrors = memory_new(2 * (size_t)game->num_symmetries, sizeof *found->mirrors);
    for (int symmetry = 1; symmetry < game->num_symmetries; symmetry++)
        for (int seat = 0; seat < 2; seat++) {
            complexity_mirror_t *mirror = &found->mirrors[found->num_mirrors];
            mirror->symmetry = symmetry;
            mirror->seat = seat;
            if (!mirror_play_find(game, symmetry, seat, &found->order, &mirror->play))
                return false;
            found->num_mirrors++;
        }
    return true;
}

bool complexity_find(const game_t *game, const complexity_order_t *order,
                     complexity_t *found) {
    *found = (complexity_t){.game = game, .order = *order, .rules = rule_size_of(game)};
    found->has_space = state_space_find(game, order, &found->space);
    found->has_tree = found->has_space && tree_size_find(game, order, &found->tree);
    return found->has_tree && copy(found);
}

void complexity_clear(complexity_t *found) {
    if (found->has_space)
        state_space_clear(&found->space);
    free(found->mirrors);
    *found = (complexity_t){0};
}
