/* priors.h - the priors of a node, from an evaluation.
 * Use: priors_set(node, edges, &evaluation);      a node of which nothing has been tried
 * Edges that have not been tried, which differ in nothing but action and prior, stand in
 * the order of falling priors, those with equal ones in the order of their actions: so
 * selection tries the next one.
 * Owns: nothing.   Threads: one node, one thread.   Errors: none.
 */
#ifndef MCTS_PRIORS_H
#define MCTS_PRIORS_H

#include "mcts/evaluate/evaluator.h"
#include "mcts/tree/tree.h"

/* The evaluation is of the node's position and has priors. */
void priors_set(node_t *node, edge_t *edges, const evaluation_t *evaluation);

void priors_sort(edge_t *edges, int count);

#endif
