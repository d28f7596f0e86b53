/* action_choice.h - from visit counts to the action that is played.
 * Use: int i = choose_action(&result, temperature, &rng);  result.actions[i]
 * Temperature 0 takes the best action, and one of several with the same visits and value
 * at random; 1 draws in proportion to the visits; others draw by visits to the power of
 * 1 / temperature. An action that is proven to be no better than another one is never
 * taken, and visits that are no policy target do not count. Gumbel selection has drawn
 * already: its choice is taken at every temperature.
 * Owns: nothing.   Threads: pure.   Errors: none.   Source: Silver et al. 2017.
 */
#ifndef MCTS_ACTION_CHOICE_H
#define MCTS_ACTION_CHOICE_H

#include "core/base/pcg.h"
#include "core/config/keys.h"

#include <stdint.h>

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

typedef struct temperature {
    double start, end; /* of the first turns, and of all others */
    int64_t turns;     /* how many turns of either side are the first */
} temperature_t;

extern const keyset_t temperature_keys; /* "temperature.…" */

double temperature_at(const temperature_t *temperature, int turn);

int choose_action(const search_result_t *result, double temperature, pcg32_t *rng);

#endif
