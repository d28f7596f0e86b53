/* cached_best_edge.h - the best edge of a node's last scan, and a bound on the others:
 * most selections need not read the others.
 * Use: int best = best_edge_cached(rule, node, edges, factor);      -1: must scan
 *      best_edge_store(node, scanned, factor);      after a scan of all edges
 *      best_edge_forget(node);                      when another edge has changed
 * With UCT, a visit to the best edge changes the scores of the others only through the
 * node's exploration factor, and by no more than its growth, as 1 / sqrt(n) is at most 1.
 * So the runner-up's score at the scan, plus the growth since, bounds them all; a cached
 * edge that exceeds this bound by more than the rounding error is what a scan would find,
 * to the bit. This saves most scans of nodes whose edges have all been tried, and the
 * loads of all edges but one.
 * Threads: if they share a tree, results of visits that were in progress at the scan
 *      change the others unnoticed until the next one, a cached edge may be read with the
 *      bound of another scan, and a thread may have an older count of the node's visits:
 *      the selected edge may then differ from a scan's by a few visits. So nodes with few
 *      visits are always scanned (best_edge_usable).
 */
#ifndef MCTS_CACHED_BEST_EDGE_H
#define MCTS_CACHED_BEST_EDGE_H

#include "mcts/search/search_config.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_rules.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/tree.h"

/* If threads share the node, its best edge is cached from this many visits on. */
enum { BEST_EDGE_SHARED_VISITS = 64 };

/* Exceeds the total rounding error of a score and of the bound: each rounding is at most
 * 2^-24 of numbers no larger than 1 + factor. */
#define BEST_EDGE_MARGIN 1e-6f

/* The bound does not hold with priors or AMAF values. */
static inline bool best_edge_applies(const search_config_t *config) {
    return config->selection == SELECTION_UCT && config->amaf_reference == 0;
}

static inline bool best_edge_usable(const selection_rule_t *rule, uint32_t visits) {
    return rule->caches_best_edge && (!rule->shared || visits >= BEST_EDGE_SHARED_VISITS);
}

/* The edge that a scan would find, or -1 if a scan is needed. */
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

/* If best edges are not cached: notes the last selected edge, as a guess. */
static inline void best_edge_note(node_t *node, int edge) {
    atomic_store_explicit(&node->best_edge, (uint16_t)edge, memory_order_relaxed);
}

static inline void best_edge_forget(node_t *node) {
    atomic_store_explicit(&node->best_edge, BEST_EDGE_NONE, memory_order_relaxed);
}

#endif
