/* search_result.h - the result of a search at its root, and the best action.
 * Use: search_result_t result; search_read(search, &result);      (search.h)
 *      int best = search_best(&result);     ... result.actions[best] ...
 * Actions are in ascending order, values to the player to move: 1 won, 1/2 drawn, 0 lost.
 */
#ifndef MCTS_SEARCH_RESULT_H
#define MCTS_SEARCH_RESULT_H

#include "core/game/game.h"
#include "mcts/tree/bounds.h"

/* Why a search ended. */
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
    uint32_t pruned[GAME_MAX_LEGAL]; /* of them, not in the policy target
                                        (forced_playouts.h) */
    float values[GAME_MAX_LEGAL];    /* mean of the visits; 1/2 without visits */
    float priors[GAME_MAX_LEGAL];    /* before noise; positive, sum 1 */
    bounds_t bounds[GAME_MAX_LEGAL]; /* proven bounds of each */
    uint32_t root_visits;            /* the sum of visits */
    uint32_t simulations;            /* run for this root; with reuse fewer than visits */
    float root_value;   /* mean value within the proven bounds, or the proven value */
    uint8_t root_proof; /* proof_t */
    int planned;        /* Gumbel selection's choice, which must be played; -1: none */
} search_result_t;

/* What the player to move can force: actions that it dominates (bounds_dominated) are
 * proven no better than another. */
guarantee_t search_guarantee(const search_result_t *result);

/* The index of the best action: the planned one, or the most visited of those that are
 * not dominated; ties: the better value, then the smaller number. */
int search_best(const search_result_t *result);

#endif
