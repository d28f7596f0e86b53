/* surprise.h - how far a search has moved from its priors.
 * Use: double nats = search_surprise(&result);
 * The Kullback-Leibler divergence of the policy target (shares of visits, without pruned
 * ones) from the root's priors before noise: 0 if the search confirmed the priors, larger
 * the less likely its actions seemed. Without a network priors are equal, and it is
 * log(actions) minus the entropy of the shares. 0 without visits.
 * Source: D. Wu, KataGo, "Other Methods Implemented in KataGo": policy surprise
 *      weighting.
 */
#ifndef MCTS_SURPRISE_H
#define MCTS_SURPRISE_H

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

double search_surprise(const search_result_t *result);

#endif
