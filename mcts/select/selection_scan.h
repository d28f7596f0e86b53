/* selection_scan.h - the edge with the best score among those of a node that have been
 * tried: where a walk down the tree spends its instructions.
 * Use: scored_t best = rule->scan(rule, edges, tried, breadth);
 *      if (best.edge == SCAN_BOUNDS) ... look again, at what is proven
 * The same in lanes of AVX-512 where the processor has them (asked at run time) and one by
 * one everywhere else, to the bit: scores are made of operations that IEEE fixes, and of
 * equal ones the first is the best.
 * Threads: pure functions; other threads may be adding to the edges. The lanes' loads are
 * of whole words, each of them as it was at some time, which is what relaxed loads are on
 * these processors.   Errors: none.
 */
#ifndef MCTS_SELECTION_SCAN_H
#define MCTS_SELECTION_SCAN_H

#include "mcts/select/selection.h"

#include <math.h>

/* Instead of an edge: none that is not proven lost; one whose bounds are not to be told
 * from none or a loss, so that what pays has to be found out first. */
enum { SCAN_NONE = -1, SCAN_BOUNDS = -2 };

static inline float scan_root_reciprocal(const selection_rule_t *rule, uint32_t n) {
    return n < SELECTION_TABLE ? rule->root_reciprocal[n] : 1.0f / sqrtf((float)n);
}

/* The mean score of an edge's visits, as sum / sqrt(n) / sqrt(n): the root is needed in any
 * case. An edge that a thread has claimed and not yet visited counts as one lost visit. */
static inline float scan_mean(const selection_rule_t *rule, uint64_t stats) {
    float root = scan_root_reciprocal(rule, stats_visits(stats));
    return (float)stats_value_sum(stats) * (1.0f / VALUE_ONE) * root * root;
}

/* A mean within what is proven. */
static inline float scan_within(float mean, bounds_t bounds) {
    float least = 0.5f * (float)bounds_pessimistic(bounds),
          most = 0.5f * (float)bounds_optimistic(bounds);
    return mean < least ? least : mean > most ? most : mean;
}

/* What is added to it for having been visited so little. */
static inline float scan_exploration(const selection_rule_t *rule, const edge_t *edge,
                                     uint64_t stats, float breadth) {
    uint32_t n = stats_visits(stats);
    if (rule->config.selection == SELECTION_PUCT)
        return breadth * (float)edge->prior * (1.0f / (float)(n + 1));
    return breadth * scan_root_reciprocal(rule, n);
}

/* The twin that needs no lanes. */
scored_t selection_scan(const selection_rule_t *rule, const edge_t *edges, int tried,
                        float breadth);

/* The fastest that this processor has. */
selection_scan_t *selection_scan_here(void);

#endif
