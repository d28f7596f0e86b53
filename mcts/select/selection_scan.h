/* selection_scan.h - finds the best score among a node's tried edges: the hot loop of
 * selection.
 * Use: scored_t best = rule->scan(rule, edges, tried, factor);
 *      if (best.edge == SCAN_BOUNDS)
 *          best = scan_bounded(rule, node, edges, factor, scan_visit_mean, NULL, ...);
 * The scan that handles no bounds except losses is vectorized with AVX-512 or AVX2 if the
 * processor has them (checked at run time), and in WebAssembly, and scalar otherwise. All
 * give the same bits: scores use operations that IEEE defines exactly, and ties go to the
 * first edge. scan_tried and scan_bounded also support means other than
 * that of an edge's visits (amaf.h); they are inlined with the function that computes the
 * mean.
 * Threads: pure functions; other threads may be adding to the edges. Vector loads read
 * complete words, each as it was at some time, which is what relaxed loads are on these
 * processors.
 */
#ifndef MCTS_SELECTION_SCAN_H
#define MCTS_SELECTION_SCAN_H

#include "mcts/search/search_config.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_rules.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/growing_node.h"
#include "mcts/tree/tree.h"
#include "mcts/tree/value.h"

#include <math.h>

/* Instead of an edge: all are proven lost; or one has bounds other than none or a loss,
 * so dominated edges must be found first (scan_bounded). */
enum { SCAN_NONE = -1, SCAN_BOUNDS = -2 };

/* The mean value of an edge with the given stats. */
typedef float scan_mean_t(const selection_rule_t *rule, const edge_t *edge,
                          uint64_t stats, const void *context);

/* Whether an edge may be selected, given its proven bounds. */
typedef bool scan_admits_t(bounds_t bounds, guarantee_t guarantee);

static inline float scan_root_reciprocal(const selection_rule_t *rule, uint32_t n) {
    return n < SELECTION_TABLE ? rule->root_reciprocal[n] : 1.0f / sqrtf((float)n);
}

/* The mean value of an edge's visits, as sum / sqrt(n) / sqrt(n): the root is needed
 * anyway. An edge that a thread has claimed and not yet visited counts as one lost
 * visit. */
static inline float scan_visit_mean(const selection_rule_t *rule, const edge_t *edge,
                                    uint64_t stats, const void *context) {
    float root = scan_root_reciprocal(rule, stats_visits(stats));
    (void)edge;
    (void)context;
    return (float)stats_value_sum(stats) * (1.0f / VALUE_ONE) * root * root;
}

/* The mean value of these stats; 1/2 without visits. */
static inline double scan_value_of_stats(uint64_t total) {
    uint32_t visits = stats_visits(total);
    return visits ? (double)stats_value_sum(total) / VALUE_ONE / (double)visits : 0.5;
}

/* A mean clipped to the proven bounds. */
static inline float scan_mean_within(float mean, bounds_t bounds) {
    float least = 0.5f * (float)bounds_pessimistic(bounds),
          most = 0.5f * (float)bounds_optimistic(bounds);
    return mean < least ? least : mean > most ? most : mean;
}

static inline float scan_exploration_term(const selection_rule_t *rule,
                                          const edge_t *edge, uint64_t stats,
                                          float factor) {
    uint32_t n = stats_visits(stats);
    return selection_rule_term(rule->kind, edge->prior, n, scan_root_reciprocal(rule, n),
                               factor);
}

/* The score of `next`, the first untried edge. total: the sum of the tried edges' stats.
 */
static inline float scan_untried_score(const selection_rule_t *rule, node_t *node,
                                       const edge_t *edges, int next, float factor,
                                       uint64_t total) {
    double value = rule->fpu_value;
    if (rule->fpu == FPU_REDUCTION)
        value = scan_value_of_stats(total) - rule->fpu_value;
    uint16_t prior =
        selection_uses_priors(rule->kind) ? node_next_prior(node, edges, next) : 0;
    return (float)value + selection_rule_term(rule->kind, prior, 0, 1, factor);
}

/* The best of the tried edges, if no bounds but losses are proven. total: NULL, or
 * receives the sum of their stats, including lost edges, unless the result is
 * SCAN_BOUNDS. */
__attribute__((always_inline)) static inline scored_t
scan_tried(const selection_rule_t *rule, const edge_t *edges, int tried, float factor,
           scan_mean_t *mean, const void *context, uint64_t *total) {
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    uint64_t sum = 0;
    for (int i = 0; i < tried; i++) {
        uint64_t stats = edge_stats(&edges[i]); /* once: others may be adding to it */
        bounds_t bounds = edge_bounds(&edges[i]);
        sum += stats;
        if (bounds == BOUNDS_LOST)
            continue;
        if (bounds != BOUNDS_NONE)
            return (scored_t){SCAN_BOUNDS, 0, 0};
        float score = mean(rule, &edges[i], stats, context) +
                      scan_exploration_term(rule, &edges[i], stats, factor);
        float less = score < best.score ? score : best.score;
        best.runner_up = less > best.runner_up ? less : best.runner_up;
        if (score > best.score) {
            best.edge = i;
            best.score = score;
        }
    }
    if (total)
        *total = sum;
    return best;
}

/* The best of the admitted tried edges. */
__attribute__((always_inline)) static inline scored_t
scan_bounded(const selection_rule_t *rule, const node_t *node, const edge_t *edges,
             float factor, scan_mean_t *mean, const void *context,
             scan_admits_t *admits) {
    guarantee_t guarantee = node_guarantee(node, edges);
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        bounds_t bounds = edge_bounds(&edges[i]);
        uint64_t stats = edge_stats(&edges[i]);
        float within = scan_mean_within(mean(rule, &edges[i], stats, context), bounds);
        float score = within + scan_exploration_term(rule, &edges[i], stats, factor);
        if (score > best.score && admits(bounds, guarantee))
            best = (scored_t){i, score, -1.0f};
    }
    return best;
}

static inline bool scan_admits_undominated(bounds_t bounds, guarantee_t guarantee) {
    return !bounds_dominated(bounds, guarantee);
}

/* Scalar scan_tried with the mean of the visits. */
scored_t selection_scan(const selection_rule_t *rule, const edge_t *edges, int tried,
                        float factor);

/* Up to this many edges a scalar scan is as fast as a vectorized one: a vector step is a
 * long dependency chain, root, quotient and maximum, and so is selection. */
enum { SCAN_FEW = 8 };

/* In order of speed. */
typedef enum { SCAN_ANY, SCAN_AVX2, SCAN_AVX512 } scan_instructions_t;

/* The scan with these instructions; NULL: this processor lacks them. SCAN_ANY is
 * vectorized only in WebAssembly. */
selection_scan_t *selection_scan_with(scan_instructions_t instructions);

/* The fastest scan on this processor. */
selection_scan_t *selection_scan_here(void);

#endif
