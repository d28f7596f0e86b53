/* held_edge.h - whether an edge that has been selected would be selected again: then a
 * simulation need not look at the node's other edges, and, with UCT, for some visits on
 * not even at the node.
 * Use: rest_t rest;
 *      int edge = selection_pick(rule, node, edges, visits, rng, &rest);
 *      ...      a visit to this edge, and its result
 *      hold_t hold = {0};
 *      if (edge_holds(rule, node, edges, edge, &rest, &hold))
 *          edge is what selection_pick would return, without drawing a number
 *      hold_add_visit(&hold, value);      after each further visit to this edge
 *      if (hold_is_sure(&hold))
 *          so it is still, unless something is proven of the edge
 * Visits to one edge change the scores of the others by nothing but the node's
 * exploration factor. With UCT the cached best edge tells (cached_best_edge.h), and there
 * is a mean value above which it does so for the next HOLD_VISITS visits: how far the sum
 * of values is above that takes an addition a visit. With PUCT, as neither means nor
 * priors are negative, the others' best score grows by no more than the factor does; an
 * edge that has not been tried is scored as ever, as what that takes of the others, their
 * visits and values, has not changed.
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
#define HELD_EDGE_MARGIN 2e-6f

/* Parts of a value's unit in which a hold counts; visits for which it is made. */
enum { HOLD_PARTS = 1 << 12, HOLD_VISITS = 16 };

typedef struct hold {
    int64_t lead;   /* of the sum of values over what has to be surpassed, in parts */
    int32_t needed; /* more of the sum with each visit, in parts */
    int32_t visits; /* for which this is so */
} hold_t;

static inline bool hold_is_sure(const hold_t *hold) {
    return hold->lead > 0 && hold->visits > 0;
}

/* value: to the node's player */
static inline void hold_add_visit(hold_t *hold, uint32_t value) {
    hold->lead += (int64_t)value * HOLD_PARTS - hold->needed;
    hold->visits--;
}

/* Of a cached best edge, with UCT. */
static inline void make_hold(const selection_rule_t *rule, const node_t *node,
                             const edge_t *edge, float factor, hold_t *hold) {
    float runner_up = atomic_load_explicit(&node->runner_up, memory_order_relaxed),
          later = selection_factor(rule, node_visits(node) + HOLD_VISITS);
    uint64_t stats = edge_stats(edge);
    uint32_t visits = stats_visits(stats);
    float least_term = factor * scan_root_reciprocal(rule, visits + HOLD_VISITS);
    float mean = runner_up + later + HELD_EDGE_MARGIN * (2 + later) - least_term;
    if (!(mean < 1))
        return;
    hold->needed = mean > 0 ? (int32_t)(mean * VALUE_ONE * HOLD_PARTS) + 1 : 0;
    hold->lead =
        (int64_t)(stats_value_sum(stats) * HOLD_PARTS) - (int64_t)visits * hold->needed;
    hold->visits = HOLD_VISITS;
}

static inline bool edge_holds_with_puct(const selection_rule_t *rule, node_t *node,
                                        const edge_t *edges, int edge,
                                        const rest_t *rest) {
    int tried = node_tried(node);
    uint64_t stats = edge_stats(&edges[edge]);
    float factor = selection_factor(rule, node_visits(node));
    float score = scan_visit_mean(rule, &edges[edge], stats, NULL) +
                  scan_exploration_term(rule, &edges[edge], stats, factor);
    if (!(score > rest->best * factor * (1 + HELD_EDGE_MARGIN)))
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
        *hold = (hold_t){.lead = INT64_MAX / 2, .visits = INT32_MAX};
        return true;
    }
    if (rule->puct)
        return edge_holds_with_puct(rule, node, edges, edge, rest);
    float factor = selection_factor(rule, node_visits(node));
    if (!all_tried || best_edge_cached(rule, node, edges, factor) != edge)
        return false;
    make_hold(rule, node, &edges[edge], factor, hold);
    return true;
}

#endif
