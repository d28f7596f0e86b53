/* selection.h - selects the edge of a node that a simulation follows.
 * Use: selection_rule_t rule; selection_init(&rule, &config);
 *      int edge = selection_pick(&rule, node, edges, node_visits(node), &rng, NULL);
 * An edge's score is its mean value plus an exploration term: the node's exploration
 * factor, which grows with the node's visits, times a term that falls with the edge's own
 * (and, in PUCT, is proportional to its prior).
 * Means are clipped to an edge's proven bounds. Edges that are proven no better than
 * another (bounds_dominated) are not selected, so means above are those of a player with
 * the same knowledge.
 * Scores are single precision and use only the four operations and square roots, whose
 * results IEEE defines to the bit. Logarithms come from portable_math via a table,
 * indexed by the leading 8 bits for visit counts from 2048 on.
 * Threads: a rule is constant after init. With rule.shared, many threads may pick in one
 * node; each edge is first tried by exactly one of them.
 * Source: selection_rules.h; Gelly and Wang 2006 (first-play urgency), Cazenave and
 * Saffidine 2010 (bounds).
 */
#ifndef MCTS_SELECTION_H
#define MCTS_SELECTION_H

#include "core/base/pcg.h"
#include "mcts/tree/tree.h"

struct search_config;

enum {
    SELECTION_TABLE = 2048, /* visit counts with their own table entry */
    /* beyond them, entries by a node's leading bits: 128 steps per doubling */
    SELECTION_STEPS = 128,
    SELECTION_DOUBLINGS = 21
};

/* An edge with its score, and the best score of the other edges (-1: none); or, without
 * an edge, a code of selection_scan.h. */
typedef struct scored {
    int edge;
    float score, runner_up;
} scored_t;

/* What PUCT found about the edges other than the selected one (held_edge.h). */
typedef struct rest {
    uint64_t stats; /* their total; only if some are untried */
    float best;     /* the best score / exploration factor; infinite: unknown */
} rest_t;

typedef struct selection_rule selection_rule_t;
typedef scored_t selection_scan_t(const selection_rule_t *rule, const edge_t *edges,
                                  int tried, float factor);

struct selection_rule {
    int kind; /* selection_t */
    int fpu;  /* fpu_t */
    double fpu_value;
    bool shared;           /* threads share the tree; false until the caller sets it */
    bool caches_best_edge; /* cached_best_edge.h applies */
    selection_scan_t *scan;
    float root_reciprocal[SELECTION_TABLE]; /* 1 / sqrt(n); 1 for 0 */
    float factors[SELECTION_TABLE + SELECTION_STEPS * SELECTION_DOUBLINGS];
};

/* Copies what selection needs from a search's configuration. */
void selection_init(selection_rule_t *rule, const struct search_config *config);

/* The table index of a node's exploration factor. */
static inline uint32_t selection_factor_index(uint32_t visits) {
    if (visits < SELECTION_TABLE)
        return visits;
    uint32_t shift = (uint32_t)(24 - __builtin_clz(visits)); /* leaves 8 bits */
    return SELECTION_TABLE + (shift - 4) * SELECTION_STEPS + (visits >> shift) -
           SELECTION_STEPS;
}

/* The visits at which the next table index begins; visits >= SELECTION_TABLE. */
static inline uint32_t selection_factor_next(uint32_t visits) {
    uint32_t shift = (uint32_t)(24 - __builtin_clz(visits));
    return ((visits >> shift) + 1) << shift;
}

/* The exploration factor of a node with this many visits. */
static inline float selection_factor(const selection_rule_t *rule, uint32_t visits) {
    return rule->factors[selection_factor_index(visits)];
}

/* The index of the edge to follow. visits: of the node, approximate if threads share it.
 * An edge that is tried for the first time joins the tried ones, which may move it. rest:
 * NULL, or receives what PUCT found about the other edges. */
int selection_pick(const selection_rule_t *rule, node_t *node, edge_t *edges,
                   uint32_t visits, pcg32_t *rng, rest_t *rest);

/* The edge to explore if the picked one has an exact result and the node has none: one of
 * those that may exceed the guarantee. Untried edges come first if `untried` is set. -1:
 * there is none. */
int selection_pick_better(const selection_rule_t *rule, node_t *node, edge_t *edges,
                          uint32_t visits, bool untried, pcg32_t *rng);

/* Makes an untried edge the next tried one; returns its new index. Only if priors are
 * equal and no threads share the tree. */
int selection_try(node_t *node, edge_t *edges, int edge);

/* Draws the order in which a new node's edges will be tried, if threads share it. */
void selection_fix_order(const node_t *node, edge_t *edges, pcg32_t *rng);

/* The mean value of a node's visits to its player; 1/2 before the first. */
double node_value(const node_t *node, const edge_t *edges);

#endif
