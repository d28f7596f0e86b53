/* search_result.h - what a search has found at its root, and the best action by it.
 * Use: search_result_t result; search_read(search, &result);      (search.h)
 *      int best = search_best(&result);     ... result.actions[best] ...
 * Actions are in ascending order, values to the player to move: 1 won, 1/2 drawn, 0 lost.
 * Owns: nothing; a result is a copy.   Threads: pure functions.   Errors: none.
 */
#ifndef MCTS_SEARCH_RESULT_H
#define MCTS_SEARCH_RESULT_H

#include "core/game/game.h"
#include "mcts/tree/bounds.h"

/* Why a search came to its end. */
typedef enum {
    SEARCH_GOES_ON,
    SEARCH_SIMULATIONS,
    SEARCH_PROVEN,
    SEARCH_NODES,
    SEARCH_SETTLED,
    SEARCH_TIME
} search_end_t;

typedef struct search_result {
    int count;
    action_t actions[GAME_MAX_LEGAL];
    uint32_t visits[GAME_MAX_LEGAL];
    uint32_t pruned[GAME_MAX_LEGAL]; /* of them, no policy target (forced_playouts.h) */
    float values[GAME_MAX_LEGAL];    /* mean of the visits; 1/2 where there is none */
    float priors[GAME_MAX_LEGAL];    /* before noise; above 0, their sum is 1 */
    bounds_t bounds[GAME_MAX_LEGAL]; /* what is proven of each */
    uint32_t root_visits;            /* the sum of visits */
    uint32_t simulations;            /* run for this root; fewer than visits with reuse */
    float root_value;   /* mean value within what is proven, or the proven one */
    uint8_t root_proof; /* proof_t */
    int planned;        /* Gumbel selection's choice, which is to be played; -1: none */
} search_result_t;

/* What the player to move can be sure of: actions that are dominated beside it
 * (bounds_dominated) are proven to be no better than another one. */
guarantee_t search_guarantee(const search_result_t *result);

/* The action that was planned, or the one with the most visits, among those that are not
 * dominated; ties: the better value, then the smaller number. Its index in the result. */
int search_best(const search_result_t *result);

#endif
