/* brute_force.h - exact values by looking at everything: for small positions only.
 * Use: brute_force_t solver; brute_force_init(&solver, game);
 *      int value = brute_force_value(&solver, &state);   score of player 0: 0, 1 or 2
 *      brute_force_check(&solver, &state, &result);      of a search: fails the test
 *      brute_force_clear(&solver);
 * Values are in half points of player 0. Positions are remembered, and none may come
 * again: by the rules, or by a limit on the game's length that is part of the state.
 */
#ifndef TESTS_BRUTE_FORCE_H
#define TESTS_BRUTE_FORCE_H

#include "core/game/state_set.h"
#include "mcts/search/search_result.h"

typedef struct brute_force {
    const game_t *game;
    state_set_t known;
    uint8_t *values; /* of the known states, in their order */
    size_t capacity;
} brute_force_t;

void brute_force_init(brute_force_t *solver, const game_t *game);
void brute_force_clear(brute_force_t *solver);
int brute_force_value(brute_force_t *solver, const state_t *state);

/* Whatever a search says is proven, of the position or of an action, is so. */
void brute_force_check(brute_force_t *solver, const state_t *state,
                       const search_result_t *result);

#endif
