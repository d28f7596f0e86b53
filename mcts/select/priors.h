/* priors.h - sets a node's priors from an evaluation.
 * Use: priors_set(node, edges, &evaluation);      for a node with no edge tried
 * Untried edges, which differ only in action and prior, are sorted by descending prior,
 * ties by action: selection tries them in this order.
 * Threads: one node, one thread.
 */
#ifndef MCTS_PRIORS_H
#define MCTS_PRIORS_H

#include "mcts/evaluate/evaluator.h"
#include "mcts/tree/tree.h"

/* The evaluation must be of the node's position and have priors. */
void priors_set(node_t *node, edge_t *edges, const evaluation_t *evaluation);

void priors_sort(edge_t *edges, int count);

#endif
