#include "eval/complexity/mirror_play.h"

#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "mcts/search/search.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_COPIED = 512 }; /* actions of a turn */

typedef struct turn {
    action_t actions[MOST_COPIED];
    int count;
} turn_t;

typedef struct mirror_game {
    const game_t *game;
    search_t *search;
    search_result_t *result;
    int symmetry, seat;
    turn_t last;          /* of the search, or the current one */
    int copied_at;        /* actions in the copying player's turn */
    uint64_t own, images; /* actions of the copying player, and how many were images */
} mirror_game_t;

static int own_image(const mirror_game_t *play, const action_t *actions, int count) {
    for (int i = 0; i < count; i++)
        if (game_symmetry_action(play->game, play->symmetry, actions[i]) == actions[i])
            return i;
    return -1;
}

static action_t copy(mirror_game_t *play, const state_t *state, pcg32_t *rng) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(play->game, state, actions), found = -1;
    int at = play->copied_at++;
    if (play->last.count == 0)
        found = own_image(play, actions, count);
    else if (at < play->last.count)
        found = game_find_action(
            actions, count,
            game_symmetry_action(play->game, play->symmetry, play->last.actions[at]));
    play->own++;
    play->images += play->last.count > 0 && found >= 0;
    return actions[found >= 0 ? found : (int)pcg32_below(rng, (uint32_t)count)];
}

static action_t search_action(mirror_game_t *play, const state_t *state, uint64_t seed,
                              uint32_t ply) {
    search_forget(play->search);
    search_start(play->search, state, pcg32_for(seed, 0, ply, PCG_FOR_SEARCH));
    (void)search_run(play->search, UINT32_MAX);
    search_read(play->search, play->result);
    action_t action = play->result->actions[search_best(play->result)];
    if (play->copied_at > 0)
        play->last.count = 0;
    play->copied_at = 0;
    if (play->last.count < MOST_COPIED)
        play->last.actions[play->last.count++] = action;
    return action;
}

/* Half points of the copying player; *hash: equal for equal games. */
static int play_game(mirror_game_t *play, uint64_t seed, uint64_t *hash) {
    state_t state;
    outcome_t outcome;
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_CHOICE);
    game_start(play->game, &state);
    play->last.count = play->copied_at = 0;
    *hash = 0;
    for (uint32_t ply = 0; !(outcome = game_outcome_at(play->game, &state, ply)).over;
         ply++) {
        bool copies = game_player(play->game, &state) == play->seat;
        action_t action =
            copies ? copy(play, &state, &rng) : search_action(play, &state, seed, ply);
        *hash = mix64(*hash ^ action);
        game_apply(play->game, &state, action);
    }
    return half_points(outcome.winner, play->seat);
}

static void take_counts(const outcome_counts_t *counts, const uint64_t *hashes,
                        mirror_play_t *found) {
    duplicates_t duplicates = duplicates_of(hashes, outcome_counts_trials(counts));
    found->lost = counts->count[0];
    found->drawn = counts->count[1];
    found->won = counts->count[2];
    found->effective = duplicates.effective;
    found->score =
        outcome_counts_score_of_effective(counts, duplicates.effective, INTERVAL_LEVEL);
}

bool mirror_play_find(const game_t *game, int symmetry, int seat,
                      const complexity_order_t *order, mirror_play_t *found) {
    search_config_t config = search_config_of(order->simulations);
    REQUIRE(symmetry >= 0 && symmetry < game->num_symmetries && order->mirror_games >= 1);
    search_config_settle(&config, game);
    mirror_game_t *play = memory_new(1, sizeof *play);
    *play = (mirror_game_t){.game = game,
                            .search = search_new(game, &config),
                            .result = memory_new(1, sizeof *play->result),
                            .symmetry = symmetry,
                            .seat = seat};
    outcome_counts_t counts = outcome_counts_of_games();
    uint64_t *hashes = memory_new((size_t)order->mirror_games, sizeof *hashes);
    bool ok = true;
    for (int i = 0; i < order->mirror_games && ok; i++) {
        ok = complexity_go_on(order, "copying", (uint64_t)i);
        uint64_t seed = pcg_seed_of_game(order->seed, (uint64_t)i);
        if (ok)
            outcome_counts_add(&counts, play_game(play, seed, &hashes[i]));
    }
    if (ok) {
        take_counts(&counts, hashes, found);
        found->copied =
            play->own > 0 ? (double)play->images / (double)play->own : (double)NAN;
    }
    free(hashes);
    search_free(play->search);
    free(play->result);
    free(play);
    return ok;
}
