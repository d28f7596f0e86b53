/* priors.h - how likely a network finds the decisions of a node.
 * Use: priors_set(node, edges, &evaluation);      a node that nothing has been tried at
 * Edges that have not been tried stand in the order of falling priors, those with equal
 * ones in the order of their numbers: so selection takes the next one.
 * Threads: one node, one thread.   Errors: none.
 */
#ifndef MCTS_PRIORS_H
#define MCTS_PRIORS_H

#include "mcts/evaluate/evaluator.h"
#include "mcts/tree/tree.h"

/* The decisions of the evaluation are those of the node, which was made of them. */
void priors_set(node_t *node, edge_t *edges, const evaluation_t *evaluation);

void priors_sort(edge_t *edges, int count);

#endif
