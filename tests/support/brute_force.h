/* brute_force.h - exact values by exhaustive search, for small positions only.
 * Use: brute_force_t solver; brute_force_init(&solver, game);
 *      int value = brute_force_value(&solver, &state);   score of player 0: 0, 1 or 2
 *      brute_force_check(&solver, &state, &result);      checks a search result
 *      brute_force_clear(&solver);
 * Values are in half points of player 0. Positions are cached, so none may repeat within
 * a game: either the rules prevent it, or a limit on the game's length does that is part
 * of the state.
 */
#ifndef TESTS_BRUTE_FORCE_H
#define TESTS_BRUTE_FORCE_H

#include "core/game/state_set.h"
#include "mcts/search/search_result.h"

typedef struct brute_force {
    const game_t *game;
    state_set_t known;
    uint8_t *values; /* by index in `known` */
    size_t capacity;
} brute_force_t;

void brute_force_init(brute_force_t *solver, const game_t *game);
void brute_force_clear(brute_force_t *solver);
int brute_force_value(brute_force_t *solver, const state_t *state);

/* Fails the test if a bound that the search proved, for the position or for an action, is
 * wrong. */
void brute_force_check(brute_force_t *solver, const state_t *state,
                       const search_result_t *result);

#endif
