/* forced_playouts.h - forced playouts at the root, so that actions which noise has raised
 * are explored; and the policy target without those that found nothing.
 * Use: int edge = forced_playouts_pick(&config, node, edges, visits);      -1: none
 *      forced_playouts_prune(&config, &rule, edges, &result);      at the search's end
 * An action of the root that has been visited gets sqrt(k P N) visits at least, P being
 * its prior with noise, N the root's visits and k search.forced_playouts. From the target
 * as many are subtracted again as selection would not have given: those without which the
 * action's PUCT score does not rise to that of the most visited one, its mean staying as
 * it is. An action that is left with a single visit gets none. Not forced are actions
 * with an exact result and those that are proven to be no better than another one
 * (bounds_dominated).
 * Owns: nothing.   Threads: pick: many may share the node; prune: one.   Errors: none.
 * Source: D. Wu, Accelerating Self-Play Learning in Go, 2019.
 */
#ifndef MCTS_FORCED_PLAYOUTS_H
#define MCTS_FORCED_PLAYOUTS_H

#include "mcts/select/selection.h"
#include "mcts/tree/tree.h"

struct search_result;

/* The first tried edge with fewer visits than are forced; -1: there is none. visits: of
 * the root, of which no win is proven. */
int forced_playouts_pick(const struct search_config *config, const node_t *node,
                         const edge_t *edges, uint32_t visits);

/* Fills in result->pruned. edges: the root's, in the order of the result's actions. */
void forced_playouts_prune(const struct search_config *config,
                           const selection_rule_t *rule, const edge_t *edges,
                           struct search_result *result);

#endif
