/* forced_playouts.h - forced playouts at the root, so that noise is looked into; and the policy target
 * without those that came to nothing.
 * Use: int edge = forced_playouts_pick(&config, node, edges, visits);      -1: selection's turn
 *      forced_playouts_prune(&rule, edges, &result);                       at the end
 * A decision of the root that has been visited gets sqrt(k P N) visits at least, P being its
 * prior with noise, N the root's visits and k search.forced_playouts. From the target
 * as many are taken away again as selection would not have given: those that can go without
 * the decision's PUCT score rising to that of the most visited one, its mean staying as it is.
 * What is left with a single visit has none. Not forced are decisions with an exact result
 * and those that are proven to be no better than another one (bounds_pay).
 * Threads: pick: many may share the node; prune: one.   Errors: none.
 * Source: D. Wu, Accelerating Self-Play Learning in Go, 2019.
 */
#ifndef MCTS_FORCED_PLAYOUTS_H
#define MCTS_FORCED_PLAYOUTS_H

#include "mcts/search/search.h"
#include "mcts/select/selection.h"

/* The first tried edge with fewer visits than are forced; -1: there is none. visits: of the
 * root, of which no win is proven. */
int forced_playouts_pick(const search_config_t *config, const node_t *node,
                         const edge_t *edges, uint32_t visits);

/* Fills in result->pruned. `edges`: the root's, in the order of the result's decisions. */
void forced_playouts_prune(const selection_rule_t *rule, const edge_t *edges,
                           search_result_t *result);

#endif
