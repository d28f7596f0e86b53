#include "mcts/select/selection.h"

#include "mcts/select/cached_best_edge.h"
#include "mcts/select/selection_rules.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/growing_node.h"

#include <assert.h>
#include <math.h>

static float factor_of(const search_config_t *config, uint32_t visits) {
    double exploration = config->selection == SELECTION_PUCT ? config->puct_exploration
                                                             : config->uct_exploration;
    return selection_rule_factor(config->selection, exploration, visits);
}

void selection_init(selection_rule_t *rule, const search_config_t *config) {
    rule->kind = config->selection;
    rule->fpu = config->fpu;
    rule->fpu_value = config->fpu_value;
    rule->shared = false;
    rule->caches_best_edge = best_edge_applies(config);
    rule->scan = selection_is_fast(rule->kind) ? selection_scan_here() : selection_scan;
    for (uint32_t n = 0; n < SELECTION_TABLE; n++) {
        rule->root_reciprocal[n] = n ? 1.0f / sqrtf((float)n) : 1;
        rule->factors[n] = factor_of(config, n);
    }
    for (uint32_t doubling = 0; doubling < SELECTION_DOUBLINGS; doubling++)
        for (uint32_t step = 0; step < SELECTION_STEPS; step++) {
            uint32_t n = (SELECTION_STEPS + step) << (doubling + 4);
            rule->factors[selection_factor_index(n)] = factor_of(config, n);
        }
}

/* The total stats of all tried edges. They fit, as a single edge may have all visits. */
static uint64_t total_stats(const edge_t *edges, int tried) {
    uint64_t total = 0;
    for (int i = 0; i < tried; i++)
        total += edge_stats(&edges[i]);
    return total;
}

double node_value(const node_t *node, const edge_t *edges) {
    return scan_value_of_stats(total_stats(edges, node_tried(node)));
}

/* With equal priors, untried edges differ only in the action. */
static void exchange_untried(edge_t *edges, int a, int b) {
    action_t action = edges[a].action;
    edges[a].action = edges[b].action;
    edges[b].action = action;
}

/* Any of the edges from `next` on. */
static int draw_untried(const node_t *node, int next, pcg32_t *rng) {
    uint32_t others = (uint32_t)(node->num_edges - next);
    return next + (int)(others > 1 ? pcg32_below(rng, others) : 0);
}

int selection_try(node_t *node, edge_t *edges, int edge) {
    int next = node_tried(node);
    assert(node->equal_priors && node->room == 0);
    assert(edge >= next && edge < node->num_edges);
    exchange_untried(edges, edge, next);
    atomic_store_explicit(&node->num_tried, (uint16_t)(next + 1), memory_order_relaxed);
    return next;
}

void selection_fix_order(const node_t *node, edge_t *edges, pcg32_t *rng) {
    for (int next = 0; next < node->num_edges - 1; next++)
        exchange_untried(edges, draw_untried(node, next, rng), next);
}

/* With many threads the order is fixed, so claiming only needs a counter. */
static int claim_next(node_t *node) {
    uint16_t next = (uint16_t)node_tried(node);
    while (next < node->num_edges)
        if (atomic_compare_exchange_weak_explicit(
                &node->num_tried, &next, (uint16_t)(next + 1), memory_order_seq_cst,
                memory_order_relaxed))
            return next;
    return -1;
}

/* Makes the next edge a tried one; with equal priors, a random one. -1: other threads
 * have tried all, or there was no memory for another. */
static int try_next(const selection_rule_t *rule, node_t *node, edge_t *edges,
                    pcg32_t *rng) {
    if (rule->shared)
        return claim_next(node);
    if (growing_node_is_due(node))
        return -1;
    int next = node_tried(node);
    atomic_store_explicit(&node->num_tried, (uint16_t)(next + 1), memory_order_relaxed);
    int chosen = node->equal_priors ? draw_untried(node, next, rng) : next;
    if (node->room != 0)
        growing_node_try(node, edges, next, chosen);
    else
        exchange_untried(edges, chosen, next);
    return next;
}

/* The best of the tried edges while others are untried, with the total that FPU_REDUCTION
 * needs for the untried ones' value. */
static scored_t scan_with_total(const selection_rule_t *rule, const edge_t *edges,
                                int tried, float factor, uint64_t *total) {
    if (tried <= SCAN_FEW) {
        scored_t best =
            scan_tried(rule, edges, tried, factor, scan_visit_mean, NULL, total);
        if (best.edge != SCAN_BOUNDS)
            return best;
    }
    *total = total_stats(edges, tried);
    return rule->scan(rule, edges, tried, factor);
}

int selection_pick(const selection_rule_t *rule, node_t *node, edge_t *edges,
                   uint32_t visits, pcg32_t *rng, rest_t *rest) {
    int tried = node_tried(node), next;
    if (rest)
        *rest = (rest_t){.best = INFINITY};
    if (tried == 1 && node->num_edges == 1)
        return 0;
    if (tried < node->num_edges && rule->fpu == FPU_FIRST) {
        if ((next = try_next(rule, node, edges, rng)) >= 0)
            return next;
        tried = node_tried(node);
    }
    float factor = selection_factor(rule, visits);
    bool uses_cache = tried == node->num_edges && best_edge_usable(rule, visits);
    int cached = uses_cache ? best_edge_cached(rule, node, edges, factor) : -1;
    if (cached >= 0)
        return cached;
    uint64_t total = 0;
    scored_t best = tried < node->num_edges
                        ? scan_with_total(rule, edges, tried, factor, &total)
                        : rule->scan(rule, edges, tried, factor);
    if (uses_cache && best.edge >= 0)
        best_edge_store(node, best, factor);
    if (rest && best.edge >= 0)
        *rest = (rest_t){.stats = total - edge_stats(&edges[best.edge]),
                         .best = best.runner_up / factor};
    if (best.edge == SCAN_BOUNDS)
        best = scan_bounded(rule, node, edges, factor, scan_visit_mean, NULL,
                            scan_admits_undominated);
    if (tried < node->num_edges &&
        (best.edge < 0 ||
         scan_untried_score(rule, node, edges, tried, factor, total) > best.score) &&
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
    return scan_bounded(rule, node, edges, selection_factor(rule, visits),
                        scan_visit_mean, NULL, bounds_improve)
        .edge;
}
