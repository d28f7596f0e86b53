/* surprise.h - how far a search has moved from the priors that it began with.
 * Use: double nats = search_surprise(&result);
 * The Kullback-Leibler divergence of the policy target (shares of visits, less those that
 * were pruned) from the root's priors before noise: 0 where the search found what was
 * expected, more the less likely its actions seemed. Without a network priors are equal:
 * then it is log(actions) less the entropy of the shares. 0 where nothing has been
 * visited.
 * Owns: nothing.   Threads: pure.   Errors: none.
 * Source: D. Wu, KataGo, "Other Methods Implemented in KataGo": policy surprise
 *      weighting.
 */
#ifndef MCTS_SURPRISE_H
#define MCTS_SURPRISE_H

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

double search_surprise(const search_result_t *result);

#endif
