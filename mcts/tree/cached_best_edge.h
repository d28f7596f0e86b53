/* cached_best_edge.h - the edge that won a node's last scan, and how far the others are behind: most
 * selections need not look at them.
 * Use: int best = best_edge_cached(rule, node, edges, breadth);      -1: scan
 *      best_edge_store(node, scanned, breadth);         after a scan of all edges
 *      best_edge_forget(node);                         when another edge has changed
 * With UCT a visit to the leader changes the scores of the others by nothing but the
 * node's breadth, and by no more than that has grown, as 1 / sqrt(n) is at most 1. So what
 * the best of them had at the scan, and the growth since, bounds them all; a leader above
 * it by more than rounding can make is what a scan would find, to the bit.
 * Of the scans at nodes whose edges have all been tried this saves 67 to 80 % in searches
 * of 10,000 simulations (README.md), and the loads of all edges but one.
 * Threads: where they share a tree, results of visits that were under way at the scan come
 *      to the others unseen until the next one, a leader may be read with the others of
 *      another scan, and a thread may come with an older count of the node's visits: what
 *      is selected may then differ by a few visits from what a scan would find. So nodes
 *      with few visits are scanned always (best_edge_usable).
 * Errors: none.
 */
#ifndef MCTS_CACHED_BEST_EDGE_H
#define MCTS_CACHED_BEST_EDGE_H

#include "mcts/select/selection_scan.h"

/* From so many visits on a node has a leader where threads share it. */
enum { BEST_EDGE_SHARED_VISITS = 64 };

/* More than all roundings on the way to a score and to the bound beside it: each is at
 * most 2^-24 of numbers no larger than 1 + breadth. */
#define BEST_EDGE_MARGIN 1e-6f

/* With AMAF values a visit changes other edges' scores as well. */
static inline bool best_edge_usable(const selection_rule_t *rule, uint32_t visits) {
    return rule->config.selection == SELECTION_UCT && rule->config.amaf_reference == 0 &&
           (!rule->shared || visits >= BEST_EDGE_SHARED_VISITS);
}

/* The edge that a scan would find, or -1 where only a scan can tell. */
static inline int best_edge_cached(const selection_rule_t *rule, const node_t *node,
                                   const edge_t *edges, float breadth) {
    int best = atomic_load_explicit(&node->best_edge, memory_order_relaxed);
    if (best == BEST_EDGE_NONE)
        return -1;
    float runner_up = atomic_load_explicit(&node->runner_up, memory_order_relaxed);
    uint64_t stats = edge_stats(&edges[best]);
    float score =
        scan_mean(rule, stats) + scan_exploration(rule, &edges[best], stats, breadth);
    bool leads = score > runner_up + breadth + BEST_EDGE_MARGIN * (1 + breadth);
    return leads && edge_bounds(&edges[best]) == BOUNDS_NONE ? best : -1;
}

static inline void best_edge_store(node_t *node, scored_t scanned, float breadth) {
    atomic_store_explicit(&node->best_edge, (uint16_t)scanned.edge, memory_order_relaxed);
    atomic_store_explicit(&node->runner_up, scanned.runner_up - breadth,
                          memory_order_relaxed);
}

static inline void best_edge_forget(node_t *node) {
    atomic_store_explicit(&node->best_edge, BEST_EDGE_NONE, memory_order_relaxed);
}

#endif
