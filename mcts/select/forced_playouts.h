/* forced_playouts.h - forced playouts at the root, so that actions raised by noise are
 * explored; and a policy target without those that found nothing.
 * Use: int edge = forced_playouts_pick(&config, node, edges, visits);      -1: none
 *      forced_playouts_prune(&config, &rule, edges, &result);      at the search's end
 * A visited action of the root gets at least sqrt(k P N) visits, P being its prior with
 * noise, N the root's visits and k search.forced_playouts. The policy target subtracts as
 * many as selection would not have given: those without which the action's PUCT score,
 * with its mean unchanged, does not reach that of the most visited action. An action left
 * with a single visit gets none. Actions with an exact result and those proven no better
 * than another (bounds_dominated) are not forced.
 * Threads: pick: many may share the node; prune: one.
 * Source: D. Wu, Accelerating Self-Play Learning in Go, 2019.
 */
#ifndef MCTS_FORCED_PLAYOUTS_H
#define MCTS_FORCED_PLAYOUTS_H

#include "mcts/select/selection.h"
#include "mcts/tree/tree.h"

struct search_result;

/* The first tried edge with fewer visits than forced; -1: none. visits: of the root,
 * which must not be a proven win. */
int forced_playouts_pick(const struct search_config *config, const node_t *node,
                         const edge_t *edges, uint32_t visits);

/* Fills in result->pruned. edges: the root's, in the order of the result's actions. */
void forced_playouts_prune(const struct search_config *config,
                           const selection_rule_t *rule, const edge_t *edges,
                           struct search_result *result);

#endif
