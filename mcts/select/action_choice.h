/* action_choice.h - chooses the action to play from visit counts.
 * Use: int i = choose_action(&result, temperature, &rng);  result.actions[i]
 * Temperature 0 takes the best action, ties in visits and value at random; 1 samples in
 * proportion to the visits; other values sample by visits to the power of
 * 1 / temperature. An action that is proven no better than another is never taken, and
 * visits outside the policy target do not count. Gumbel selection has sampled already:
 * its choice is taken at every temperature.
 * Threads: pure.   Source: Silver et al. 2017.
 */
#ifndef MCTS_ACTION_CHOICE_H
#define MCTS_ACTION_CHOICE_H

#include "core/base/pcg.h"
#include "core/config/keys.h"

#include <stdint.h>

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

typedef struct temperature {
    double start, end; /* for the first turns, and for all others */
    int64_t turns;     /* how many turns, of either side, count as first */
} temperature_t;

extern const keyset_t temperature_keys; /* "temperature.…" */

double temperature_at(const temperature_t *temperature, int turn);

int choose_action(const search_result_t *result, double temperature, pcg32_t *rng);

#endif
