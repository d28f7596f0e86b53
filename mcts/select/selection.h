/* selection.h - which edge of a node a simulation follows.
 * Use: selection_rule_t rule; selection_init(&rule, &config);
 *      int edge = selection_pick(&rule, node, edges, node_visits(node), &rng);
 * An edge's score is its mean value plus an exploration term: the node's exploration
 * factor, which grows with the node's visits, times what falls with the edge's own (and,
 * in PUCT, its prior).
 * Means are taken within what is proven of an edge. Edges that are proven to be no better
 * than another one (bounds_dominated) are not selected: means above stay those of a
 * player who knows as much.
 * Scores are single precision made of the four operations and square roots, which IEEE
 * fixes to the bit; logarithms come from portable_math and are looked up: of visit counts
 * from 2048 on, of which the leading 8 bits are taken, one in so many is a new one.
 * Owns: nothing.
 * Threads: a rule is constant after init. With rule.shared, many threads may pick in one
 * node; each edge is tried first by one of them.   Errors: none.
 * Source: Kocsis and Szepesvari 2006 (UCT), Rosin 2011 and Silver et al. 2017 (PUCT),
 *      Gelly and Wang 2006 (first-play urgency), Cazenave and Saffidine 2010 (bounds).
 */
#ifndef MCTS_SELECTION_H
#define MCTS_SELECTION_H

#include "core/base/pcg.h"
#include "mcts/tree/tree.h"

struct search_config;

enum {
    SELECTION_TABLE = 2048, /* visit counts that are looked up */
    /* and of a node's, beyond them, the leading bits: 128 steps for each doubling */
    SELECTION_STEPS = 128,
    SELECTION_DOUBLINGS = 21
};

/* An edge with its score, and the best score of the other edges (-1: there is none); or,
 * where there is no edge, what selection_scan.h says. */
typedef struct scored {
    int edge;
    float score, runner_up;
} scored_t;

/* What PUCT found of the edges beside the one that it selected (held_edge.h). */
typedef struct rest {
    uint64_t stats; /* of all together; only where some have not been tried */
    float best;     /* the best score over the exploration factor; infinite: unknown */
} rest_t;

typedef struct selection_rule selection_rule_t;
typedef scored_t selection_scan_t(const selection_rule_t *rule, const edge_t *edges,
                                  int tried, float factor);

struct selection_rule {
    bool puct; /* else UCT */
    int fpu;   /* fpu_t */
    double fpu_value;
    bool shared;           /* the tree has many threads; false until the caller sets it */
    bool caches_best_edge; /* cached_best_edge.h applies */
    selection_scan_t *scan;
    float root_reciprocal[SELECTION_TABLE]; /* 1 / sqrt(n); 1 for 0 */
    float factors[SELECTION_TABLE + SELECTION_STEPS * SELECTION_DOUBLINGS];
};

/* Copies what selection needs of a search's configuration. */
void selection_init(selection_rule_t *rule, const struct search_config *config);

/* Where a node's exploration factor is looked up. */
static inline uint32_t selection_factor_index(uint32_t visits) {
    if (visits < SELECTION_TABLE)
        return visits;
    uint32_t shift = (uint32_t)(24 - __builtin_clz(visits)); /* leaves 8 bits */
    return SELECTION_TABLE + (shift - 4) * SELECTION_STEPS + (visits >> shift) -
           SELECTION_STEPS;
}

/* Visits from which on it is looked up at the next place, from SELECTION_TABLE visits. */
static inline uint32_t selection_factor_next(uint32_t visits) {
    uint32_t shift = (uint32_t)(24 - __builtin_clz(visits));
    return ((visits >> shift) + 1) << shift;
}

/* The exploration factor of a node with so many visits. */
static inline float selection_factor(const selection_rule_t *rule, uint32_t visits) {
    return rule->factors[selection_factor_index(visits)];
}

/* The edge to follow: its index. visits: of the node, or about so many where threads
 * share it. An edge that is tried for the first time joins the tried ones, which may move
 * it. rest: NULL, or gets what PUCT found of the other edges. */
int selection_pick(const selection_rule_t *rule, node_t *node, edge_t *edges,
                   uint32_t visits, pcg32_t *rng, rest_t *rest);

/* The edge to explore where the one that was picked has an exact result and the node has
 * none: of those that may bring more than is guaranteed. Edges not yet tried come first,
 * if `untried` is set. -1: there is none. */
int selection_pick_better(const selection_rule_t *rule, node_t *node, edge_t *edges,
                          uint32_t visits, bool untried, pcg32_t *rng);

/* Makes an edge that has not been tried the next of those that have; its index then.
 * Where priors are equal and no threads share the tree. */
int selection_try(node_t *node, edge_t *edges, int edge);

/* Draws the order in which a new node's edges will be tried, where threads share it. */
void selection_fix_order(const node_t *node, edge_t *edges, pcg32_t *rng);

/* The mean value of a node's visits to its player, 1/2 before the first. */
double node_value(const node_t *node, const edge_t *edges);

#endif
