/* noise.h - Dirichlet noise in the priors of the root, so that self-play tries actions
 * that the search would not.
 * Use: noise_mix(node, edges, weight, total, &rng);  then priors differ, and
 *      untried edges are in descending order of priors.
 * Threads: one node, one thread.
 * Source: Silver et al. 2017; parameters total / number of actions as in Wu 2019; gamma
 *      variates by Marsaglia and Tsang 2000.
 */
#ifndef MCTS_NOISE_H
#define MCTS_NOISE_H

#include "core/base/pcg.h"
#include "mcts/tree/tree.h"

void noise_mix(node_t *node, edge_t *edges, double weight, double total, pcg32_t *rng);

/* A gamma variate of the given shape (> 0) and scale 1. */
double noise_gamma(double shape, pcg32_t *rng);

#endif
