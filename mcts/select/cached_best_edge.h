/* cached_best_edge.h - the edge that won a node's last scan, and how far the others are
 * behind: most selections need not look at them.
 * Use: int best = best_edge_cached(rule, node, edges, factor);      -1: scan
 *      best_edge_store(node, scanned, factor);      after a scan of all edges
 *      best_edge_forget(node);                      when another edge has changed
 * With UCT a visit to the best edge changes the scores of the others by nothing but the
 * node's exploration factor, and by no more than that has grown, as 1 / sqrt(n) is at
 * most 1. So the runner-up's score at the scan, plus the growth since, bounds them all; a
 * cached edge above that by more than rounding can make is what a scan would find, to the
 * bit. It saves most scans at nodes whose edges have all been tried, and the loads of all
 * edges but one.
 * Threads: where they share a tree, results of visits that were under way at the scan
 *      change the others without notice until the next one, a cached edge may be read
 *      with the bound of another scan, and a thread may come with an older count of the
 *      node's visits: what is selected may then differ by a few visits from what a scan
 *      would find. So nodes with few visits are scanned always (best_edge_usable).
 * Owns: nothing.   Errors: none.
 */
#ifndef MCTS_CACHED_BEST_EDGE_H
#define MCTS_CACHED_BEST_EDGE_H

#include "mcts/search/search_config.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/tree.h"

/* From so many visits on the best edge is cached where threads share the node. */
enum { BEST_EDGE_SHARED_VISITS = 64 };

/* More than all roundings on the way to a score and to the bound beside it: each is at
 * most 2^-24 of numbers no larger than 1 + factor. */
#define BEST_EDGE_MARGIN 1e-6f

/* With priors and with AMAF values the bound does not hold. */
static inline bool best_edge_applies(const search_config_t *config) {
    return config->selection == SELECTION_UCT && config->amaf_reference == 0;
}

static inline bool best_edge_usable(const selection_rule_t *rule, uint32_t visits) {
    return rule->caches_best_edge && (!rule->shared || visits >= BEST_EDGE_SHARED_VISITS);
}

/* The edge that a scan would find, or -1 where only a scan can tell. */
static inline int best_edge_cached(const selection_rule_t *rule, const node_t *node,
                                   const edge_t *edges, float factor) {
    int best = atomic_load_explicit(&node->best_edge, memory_order_relaxed);
    if (best == BEST_EDGE_NONE)
        return -1;
    float runner_up = atomic_load_explicit(&node->runner_up, memory_order_relaxed);
    uint64_t stats = edge_stats(&edges[best]);
    float score = scan_visit_mean(rule, &edges[best], stats, NULL) +
                  scan_exploration_term(rule, &edges[best], stats, factor);
    bool leads = score > runner_up + factor + BEST_EDGE_MARGIN * (1 + factor);
    return leads && edge_bounds(&edges[best]) == BOUNDS_NONE ? best : -1;
}

static inline void best_edge_store(node_t *node, scored_t scanned, float factor) {
    atomic_store_explicit(&node->best_edge, (uint16_t)scanned.edge, memory_order_relaxed);
    atomic_store_explicit(&node->runner_up, scanned.runner_up - factor,
                          memory_order_relaxed);
}

/* Where best edges are not cached: the one that was selected last, a guess. */
static inline void best_edge_note(node_t *node, int edge) {
    atomic_store_explicit(&node->best_edge, (uint16_t)edge, memory_order_relaxed);
}

static inline void best_edge_forget(node_t *node) {
    atomic_store_explicit(&node->best_edge, BEST_EDGE_NONE, memory_order_relaxed);
}

#endif
