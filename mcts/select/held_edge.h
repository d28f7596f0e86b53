/* held_edge.h - whether a selected edge is certain to be selected again: then a
 * simulation need not read the node's other edges and, for a number of visits, not even
 * the node.
 * Use: rest_t rest;
 *      int edge = selection_pick(rule, node, edges, visits, rng, &rest);
 *      ...      a visit to this edge, and its result
 *      hold_t hold;
 *      if (edge_holds(rule, node, edges, edge, &rest, &hold))
 *          selection_pick would return edge, without drawing a random number; and again
 *          after each of the next hold.visits - 1 visits to it, unless it gets proven
 *          bounds, as long as hold.lead plus the visits' values minus hold.needed per
 *          visit is not negative
 * Visits to one edge change the scores of the others only through the node's exploration
 * factor. With UCT the cached best edge bounds them (cached_best_edge.h); with PUCT, as
 * neither means nor priors are negative, the others' best score grows by at most the same
 * ratio as the factor. An untried edge's score depends on the visits and values of the
 * other edges, which have not changed, and of this edge. All of these are bounds on the
 * edge's sum of values, and are bounded in turn by lines in the number of future visits:
 * a square root lies above its chord.
 * Threads: only if the tree is not shared.
 */
#ifndef MCTS_HELD_EDGE_H
#define MCTS_HELD_EDGE_H

#include "mcts/search/search_config.h"
#include "mcts/select/cached_best_edge.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_rules.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/growing_node.h"
#include "mcts/tree/tree.h"
#include "mcts/tree/value.h"

/* Exceeds the total rounding error of a score and of the bound on the others: some ten
 * roundings, each at most 2^-24 of numbers no larger than 1 + score + factor. */
#define HELD_EDGE_MARGIN 2e-6

/* Fractions of a value's unit in which a hold counts; the minimum and maximum number of
 * visits of a hold: the maximum times VALUE_ONE times HOLD_PARTS is less than
 * HOLD_MOST_LEAD, and twice this fits an int32_t. */
enum {
    HOLD_PARTS = 1 << 8,
    HOLD_VISITS = 16,
    HOLD_MOST_VISITS = 960,
    HOLD_MOST_LEAD = 1 << 30
};

/* In parts. visits 0: no further visit is certain. */
typedef struct hold {
    int32_t lead, needed, visits;
} hold_t;

/* One bound: after m visits the sum of values must exceed base + (m * mean), in units of
 * VALUE_ONE. */
typedef struct hold_bound {
    double base, mean;
} hold_bound_t;

/* The number of visits of a hold: small relative to the edge's, and, beyond the table of
 * factors, only until the node's factor grows, unless that is too soon. */
static inline uint32_t hold_visits(uint32_t edge_visits, uint32_t node_visits) {
    uint32_t visits = edge_visits / 8, same = UINT32_MAX;
    if (node_visits >= SELECTION_TABLE)
        same = selection_factor_next(node_visits) - node_visits;
    visits = visits < HOLD_MOST_VISITS ? visits : HOLD_MOST_VISITS;
    visits = visits < same ? visits : same;
    return visits > HOLD_VISITS ? visits : HOLD_VISITS;
}

/* No hold if the bounds are not met now. */
static inline hold_t hold_of(hold_bound_t a, hold_bound_t b, uint64_t sum,
                             uint32_t visits) {
    const double part = (double)VALUE_ONE * HOLD_PARTS;
    double base = a.base > b.base ? a.base : b.base,
           mean = a.mean > b.mean ? a.mean : b.mean;
    double lead =
        (double)sum * HOLD_PARTS - base * part - 2; /* for the roundings here and above */
    if (!(lead >= 0 && mean < 1))
        return (hold_t){0};
    return (hold_t){
        .lead = lead < HOLD_MOST_LEAD ? (int32_t)lead : HOLD_MOST_LEAD,
        .needed = mean > 0 ? (int32_t)(mean * part) + 1 : 0,
        .visits = (int32_t)visits,
    };
}

/* For a cached best edge, with UCT: sum / n + factor / sqrt(n) exceeds the bound. */
static inline hold_t make_hold_with_uct(const selection_rule_t *rule, const node_t *node,
                                        const edge_t *edge, float factor) {
    float runner_up = atomic_load_explicit(&node->runner_up, memory_order_relaxed);
    uint64_t stats = edge_stats(edge);
    uint32_t n = stats_visits(stats), visits = hold_visits(n, node_visits(node));
    double later = (double)selection_factor(rule, node_visits(node) + visits - 1);
    double most = (double)runner_up + later + HELD_EDGE_MARGIN * (2 + later);
    double own = (double)(factor * (float)n * scan_root_reciprocal(rule, n)),
           own_later = (double)(factor * (float)(n + visits) *
                                scan_root_reciprocal(rule, n + visits));
    hold_bound_t bound = {.base = n * most - own,
                          .mean = most - (own_later - own) / visits};
    return hold_of(bound, bound, stats_value_sum(stats), visits);
}

/* The bound by which PUCT prefers an edge to the next untried one. */
static inline hold_bound_t bound_by_untried(const selection_rule_t *rule, node_t *node,
                                            const edge_t *edges, uint32_t n,
                                            uint32_t visits, double least_term,
                                            double later, const rest_t *rest) {
    double term = later * node_next_prior(node, edges, node_tried(node));
    double value = rule->fpu_value + term - least_term + HELD_EDGE_MARGIN * (2 + term);
    double mean = value;
    if (rule->fpu == FPU_REDUCTION) {
        /* sum / n + least_term > (rest's sum + sum) / (rest's n + n) + term - reduction:
         * sum / n > rest's mean + (1 + n / rest's n) * (term - reduction - least_term) */
        double others = stats_visits(rest->stats);
        value -= 2 * rule->fpu_value;
        mean = others > 0 ? scan_value_of_stats(rest->stats) +
                                value * (1 + (value > 0 ? n + visits : n) / others)
               : value < 0 ? 0
                           : 1;
    }
    return (hold_bound_t){.base = n * mean, .mean = mean};
}

/* With PUCT: sum / n + factor * prior / (n + 1) exceeds the bound on the others. */
static inline hold_t make_hold_with_puct(const selection_rule_t *rule, node_t *node,
                                         const edge_t *edges, const edge_t *edge,
                                         float factor, const rest_t *rest) {
    uint64_t stats = edge_stats(edge);
    uint32_t n = stats_visits(stats), visits = hold_visits(n, node_visits(node));
    double later = (double)selection_factor(rule, node_visits(node) + visits - 1);
    double most =
        (double)rest->best * later * (1 + 2 * HELD_EDGE_MARGIN) + 2 * HELD_EDGE_MARGIN;
    double own = (double)factor * edge->prior;
    hold_bound_t by_rest = {.base = n * (most - own / (n + 1)), .mean = most},
                 by_untried = by_rest;
    if (node_tried(node) < node->num_edges)
        by_untried = bound_by_untried(rule, node, edges, n, visits,
                                      own / (n + visits + 1), later, rest);
    return hold_of(by_rest, by_untried, stats_value_sum(stats), visits);
}

static inline bool edge_holds_with_puct(const selection_rule_t *rule, node_t *node,
                                        const edge_t *edges, int edge, float factor,
                                        const rest_t *rest) {
    int tried = node_tried(node);
    uint64_t stats = edge_stats(&edges[edge]);
    float score = scan_visit_mean(rule, &edges[edge], stats, NULL) +
                  scan_exploration_term(rule, &edges[edge], stats, factor);
    if (!(score > rest->best * factor * (float)(1 + HELD_EDGE_MARGIN)))
        return false;
    return tried == node->num_edges ||
           scan_untried_score(rule, node, edges, tried, factor, rest->stats + stats) <=
               score;
}

/* Makes a hold if possible. */
static inline bool edge_holds(const selection_rule_t *rule, node_t *node,
                              const edge_t *edges, int edge, const rest_t *rest,
                              hold_t *hold) {
    bool all_tried = node_tried(node) == node->num_edges;
    if (edge_bounds(&edges[edge]) != BOUNDS_NONE || growing_node_is_due(node) ||
        (!all_tried && rule->fpu == FPU_FIRST))
        return false;
    if (all_tried && node->num_edges == 1) {
        *hold = (hold_t){.lead = HOLD_MOST_LEAD, .visits = HOLD_MOST_VISITS};
        return true;
    }
    float factor = selection_factor(rule, node_visits(node));
    if (rule->kind == SELECTION_PUCT) {
        if (!edge_holds_with_puct(rule, node, edges, edge, factor, rest))
            return false;
        *hold = make_hold_with_puct(rule, node, edges, &edges[edge], factor, rest);
        return true;
    }
    if (!all_tried || best_edge_cached(rule, node, edges, factor) != edge)
        return false;
    *hold = make_hold_with_uct(rule, node, &edges[edge], factor);
    return true;
}

#endif
