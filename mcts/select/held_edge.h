/* held_edge.h - whether an edge that has been selected would be selected again: then a
 * simulation need not look at the node's other edges, and for some visits on not even at
 * the node.
 * Use: rest_t rest;
 *      int edge = selection_pick(rule, node, edges, visits, rng, &rest);
 *      ...      a visit to this edge, and its result
 *      hold_t hold;
 *      if (edge_holds(rule, node, edges, edge, &rest, &hold))
 *          edge is what selection_pick would return, without drawing a number; and so it
 *          is after each of the next hold.visits - 1 visits to it, unless something is
 *          proven of it, as long as hold.lead, plus their values, less hold.needed for
 *          each, is not negative
 * Visits to one edge change the scores of the others by nothing but the node's
 * exploration factor. With UCT the cached best edge bounds them (cached_best_edge.h);
 * with PUCT, as neither means nor priors are negative, the others' best score grows by no
 * more than the factor does. An edge that has not been tried is scored by what the visits
 * and values of the others were, which have not changed, and of this edge. All of these
 * are bounds on the edge's sum of values, and their sides are, or lie below, lines in the
 * number of visits to come: a root above its chord.
 * Owns: nothing.   Threads: only where a tree is not shared.   Errors: none.
 */
#ifndef MCTS_HELD_EDGE_H
#define MCTS_HELD_EDGE_H

#include "mcts/search/search_config.h"
#include "mcts/select/cached_best_edge.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_scan.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/growing_node.h"
#include "mcts/tree/tree.h"
#include "mcts/tree/value.h"

/* More than all roundings on the way to a score and to what the others have at most: some
 * ten, each at most 2^-24 of numbers no larger than 1 + score + factor. */
#define HELD_EDGE_MARGIN 2e-6

/* Parts of a value's unit in which a hold counts; visits for which it is made, at least
 * and at most: that many times VALUE_ONE, in parts, is less than HOLD_MOST_LEAD, and
 * twice this is an int32_t. */
enum {
    HOLD_PARTS = 1 << 8,
    HOLD_VISITS = 16,
    HOLD_MOST_VISITS = 960,
    HOLD_MOST_LEAD = 1 << 30
};

/* In parts. visits 0: sure of no further visit. */
typedef struct hold {
    int32_t lead, needed, visits;
} hold_t;

/* Of one bound: after m visits the sum of values has to be above base + (m * mean), in
 * VALUE_ONE. */
typedef struct hold_bound {
    double base, mean;
} hold_bound_t;

/* The visits to make a hold for: few beside the edge's, and beyond the table of factors
 * not until the node's factor grows, if that is not too soon. */
static inline uint32_t hold_visits(uint32_t edge_visits, uint32_t node_visits) {
    uint32_t visits = edge_visits / 8, same = UINT32_MAX;
    if (node_visits >= SELECTION_TABLE)
        same = selection_factor_next(node_visits) - node_visits;
    visits = visits < HOLD_MOST_VISITS ? visits : HOLD_MOST_VISITS;
    visits = visits < same ? visits : same;
    return visits > HOLD_VISITS ? visits : HOLD_VISITS;
}

/* No hold where the bounds are not met now. */
static inline hold_t hold_of(hold_bound_t a, hold_bound_t b, uint64_t sum,
                             uint32_t visits) {
    const double part = (double)VALUE_ONE * HOLD_PARTS;
    double base = a.base > b.base ? a.base : b.base,
           mean = a.mean > b.mean ? a.mean : b.mean;
    double lead =
        (double)sum * HOLD_PARTS - base * part - 2; /* rounded down, and above */
    if (!(lead >= 0 && mean < 1))
        return (hold_t){0};
    return (hold_t){
        .lead = lead < HOLD_MOST_LEAD ? (int32_t)lead : HOLD_MOST_LEAD,
        .needed = mean > 0 ? (int32_t)(mean * part) + 1 : 0,
        .visits = (int32_t)visits,
    };
}

/* Of a cached best edge, with UCT: sum / n + factor / sqrt(n) is above the bound. */
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

/* What PUCT needs of an edge to be better than the next one to be tried. */
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

/* sum / n + factor * prior / (n + 1) is above what the others have at most. */
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

/* Makes a hold where there can be one. */
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
    if (rule->puct) {
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
