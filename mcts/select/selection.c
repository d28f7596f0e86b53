#include "mcts/select/selection.h"

#include "core/base/portable_math.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/cached_best_edge.h"

#include <assert.h>
#include <math.h>

/* How widely a node with n visits is searched: the factor of every edge's urge. */
static float breadth_of(const search_config_t *config, uint32_t visits) {
    if (config->selection == SELECTION_PUCT)
        return (float)(config->puct_exploration * sqrt((double)visits) / UINT16_MAX);
    double log_visits = visits > 1 ? portable_log((double)visits) : 0;
    return (float)(config->uct_exploration * sqrt(log_visits));
}

/* Where a node's breadth is looked up. */
static inline uint32_t breadth_index(uint32_t visits) {
    if (visits < SELECTION_TABLE)
        return visits;
    uint32_t shift = (uint32_t)(24 - __builtin_clz(visits)); /* leaves 8 bits */
    return SELECTION_TABLE + (shift - 4) * SELECTION_STEPS + (visits >> shift) -
           SELECTION_STEPS;
}

void selection_init(selection_rule_t *rule, const search_config_t *config) {
    rule->config = *config;
    rule->shared = false;
    rule->scan = selection_scan_here();
    for (uint32_t n = 0; n < SELECTION_TABLE; n++) {
        rule->root_reciprocal[n] = n ? 1.0f / sqrtf((float)n) : 1;
        rule->breadth[n] = breadth_of(config, n);
    }
    for (uint32_t doubling = 0; doubling < SELECTION_DOUBLINGS; doubling++)
        for (uint32_t step = 0; step < SELECTION_STEPS; step++) {
            uint32_t n = (SELECTION_STEPS + step) << (doubling + 4);
            rule->breadth[breadth_index(n)] = breadth_of(config, n);
        }
}

/* The score of an edge, its mean within what is proven of it. */
static inline float score_of(const selection_rule_t *rule, const edge_t *edge,
                             bounds_t bounds, float breadth) {
    uint64_t stats = edge_stats(edge); /* read once: others may be adding to it */
    return scan_within(scan_mean(rule, stats), bounds) +
           scan_exploration(rule, edge, stats, breadth);
}

double node_value(const node_t *node, const edge_t *edges) {
    uint64_t visits = 0, sum = 0;
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        uint64_t stats = edge_stats(&edges[i]);
        visits += stats_visits(stats);
        sum += stats_value_sum(stats);
    }
    return visits ? (double)sum / VALUE_ONE / (double)visits : 0.5;
}

/* What the next edge that has not been tried counts for. */
static float score_untried(const selection_rule_t *rule, const node_t *node,
                           const edge_t *edges, int next, float breadth) {
    const search_config_t *config = &rule->config;
    double value = config->fpu_value;
    if (config->fpu == FPU_REDUCTION)
        value = node_value(node, edges) - config->fpu_value;
    float urge = config->selection == SELECTION_PUCT ? breadth * (float)edges[next].prior
                                                     : breadth;
    return (float)value + urge;
}

/* Where priors are equal, edges that have not been tried differ in nothing but the
 * action. */
static void exchange_untried(edge_t *edges, int a, int b) {
    action_t action = edges[a].action;
    edges[a].action = edges[b].action;
    edges[b].action = action;
}

/* One of the edges from `next` on takes its place. */
static void draw_next(const node_t *node, edge_t *edges, int next, pcg32_t *rng) {
    uint32_t others = (uint32_t)(node->num_edges - next);
    int chosen = next + (int)(others > 1 ? pcg32_below(rng, others) : 0);
    exchange_untried(edges, chosen, next);
}

int selection_try(node_t *node, edge_t *edges, int edge) {
    int next = node_tried(node);
    assert(node->equal_priors && edge >= next && edge < node->num_edges);
    exchange_untried(edges, edge, next);
    atomic_store_explicit(&node->num_tried, (uint16_t)(next + 1), memory_order_relaxed);
    return next;
}

void selection_fix_order(const node_t *node, edge_t *edges, pcg32_t *rng) {
    for (int next = 0; next < node->num_edges - 1; next++)
        draw_next(node, edges, next, rng);
}

/* Many threads: what comes next is fixed, so that a count is all there is to claim. */
static int claim_next(node_t *node) {
    uint16_t next = (uint16_t)node_tried(node);
    while (next < node->num_edges)
        if (atomic_compare_exchange_weak_explicit(
                &node->num_tried, &next, (uint16_t)(next + 1), memory_order_seq_cst,
                memory_order_relaxed))
            return next;
    return -1;
}

/* Makes the next edge a tried one. With equal priors any of them is the next. -1: other
 * threads have tried all. */
static int try_next(const selection_rule_t *rule, node_t *node, edge_t *edges,
                    pcg32_t *rng) {
    if (rule->shared)
        return claim_next(node);
    int next = node_tried(node);
    atomic_store_explicit(&node->num_tried, (uint16_t)(next + 1), memory_order_relaxed);
    if (node->equal_priors)
        draw_next(node, edges, next, rng);
    return next;
}

float selection_breadth(const selection_rule_t *rule, uint32_t visits) {
    return rule->breadth[breadth_index(visits)];
}

typedef bool (*worth_t)(bounds_t bounds, in_hand_t hand);

/* The best of the tried edges that are worth it by what is proven. */
static scored_t best_within_bounds(const selection_rule_t *rule, const node_t *node,
                                   const edge_t *edges, int tried, float breadth,
                                   worth_t worth) {
    in_hand_t hand = node_in_hand(node, edges);
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    for (int i = 0; i < tried; i++) {
        bounds_t bounds = edge_bounds(&edges[i]);
        float score = score_of(rule, &edges[i], bounds, breadth);
        if (score > best.score && worth(bounds, hand))
            best = (scored_t){i, score, -1.0f};
    }
    return best;
}

int selection_pick(const selection_rule_t *rule, node_t *node, edge_t *edges,
                   uint32_t visits, pcg32_t *rng) {
    int tried = node_tried(node), next;
    if (tried < node->num_edges && rule->config.fpu == FPU_FIRST) {
        if ((next = try_next(rule, node, edges, rng)) >= 0)
            return next;
        tried = node->num_edges;
    }
    float breadth = selection_breadth(rule, visits);
    bool uses_cache = tried == node->num_edges && best_edge_usable(rule, visits);
    int cached = uses_cache ? best_edge_cached(rule, node, edges, breadth) : -1;
    if (cached >= 0)
        return cached;
    scored_t best = rule->scan(rule, edges, tried, breadth);
    if (uses_cache && best.edge >= 0)
        best_edge_store(node, best, breadth);
    if (best.edge == SCAN_BOUNDS)
        best = best_within_bounds(rule, node, edges, tried, breadth, bounds_pay);
    if (tried < node->num_edges &&
        (best.edge < 0 ||
         score_untried(rule, node, edges, tried, breadth) > best.score) &&
        (next = try_next(rule, node, edges, rng)) >= 0)
        return next;
    return best.edge < 0 ? 0 : best.edge; /* all lost: any */
}

int selection_pick_better(const selection_rule_t *rule, node_t *node, edge_t *edges,
                          uint32_t visits, bool untried, pcg32_t *rng) {
    int tried = node_tried(node), next;
    if (untried && tried < node->num_edges &&
        (next = try_next(rule, node, edges, rng)) >= 0)
        return next;
    float breadth = selection_breadth(rule, visits);
    return best_within_bounds(rule, node, edges, tried, breadth, bounds_better).edge;
}
