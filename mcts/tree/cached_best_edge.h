/* leader.h - the edge that won a node's last scan, and how far the others are behind: most
 * selections need not look at them.
 * Use: int leader = leader_of(rule, node, edges, breadth);      -1: scan
 *      leader_note(node, scanned, breadth);         after a scan of all edges
 *      leader_forget(node);                         when another edge has changed
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
 *      with few visits are scanned always (leader_serves).
 * Errors: none.
 */
#ifndef MCTS_LEADER_H
#define MCTS_LEADER_H

#include "mcts/selection_scan.h"

/* From so many visits on a node has a leader where threads share it. */
enum { LEADER_SHARED_VISITS = 64 };

/* More than all roundings on the way to a score and to the bound beside it: each is at
 * most 2^-24 of numbers no larger than 1 + breadth. */
#define LEADER_MARGIN 1e-6f

/* With AMAF values a visit changes other edges' scores as well. */
static inline bool leader_serves(const selection_rule_t *rule, uint32_t visits) {
    return rule->config.selection == SELECTION_UCT && rule->config.amaf_reference == 0 &&
           (!rule->shared || visits >= LEADER_SHARED_VISITS);
}

/* The edge that a scan would find, or -1 where only a scan can tell. */
static inline int leader_of(const selection_rule_t *rule, const node_t *node,
                            const edge_t *edges, float breadth) {
    int leader = atomic_load_explicit(&node->leader, memory_order_relaxed);
    if (leader == LEADER_NONE)
        return -1;
    float others = atomic_load_explicit(&node->others, memory_order_relaxed);
    uint64_t stats = edge_stats(&edges[leader]);
    float score =
        scan_mean(rule, stats) + scan_urge(rule, &edges[leader], stats, breadth);
    bool leads = score > others + breadth + LEADER_MARGIN * (1 + breadth);
    return leads && edge_bounds(&edges[leader]) == BOUNDS_NONE ? leader : -1;
}

static inline void leader_note(node_t *node, scored_t scanned, float breadth) {
    atomic_store_explicit(&node->leader, (uint16_t)scanned.edge, memory_order_relaxed);
    atomic_store_explicit(&node->others, scanned.others - breadth, memory_order_relaxed);
}

static inline void leader_forget(node_t *node) {
    atomic_store_explicit(&node->leader, LEADER_NONE, memory_order_relaxed);
}

#endif
