/* selection_rules.h - the rules of selection: the exploration term that each adds to the
 * mean value of an edge, which is 0 to 1, to the node's player.
 * Use: float factor = selection_rule_factor(rule, exploration, visits);
 *      float score = mean + selection_rule_term(rule, prior, n, 1 / sqrtf(n), factor);
 * A new rule is its name below and its cases here; a constant of its own is a key of
 * search_config.h. It works at once: its scans are scalar, and nothing is cached. The
 * optimizations in selection_scan.c, cached_best_edge.h and held_edge.h are only for the
 * rules that they name.
 * Source: Kocsis and Szepesvari 2006 (UCT), Rosin 2011 and Silver et al. 2017 (PUCT).
 */
#ifndef MCTS_SELECTION_RULES_H
#define MCTS_SELECTION_RULES_H

#include "core/base/portable_math.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define SELECTION_CHOICES "uct|puct" /* "search.selection", in the order of: */
typedef enum { SELECTION_UCT, SELECTION_PUCT } selection_t;

/* Whether the term depends on an edge's prior. */
static inline bool selection_uses_priors(int rule) {
    return rule == SELECTION_PUCT;
}

/* Whether the optimizations cover the rule. */
static inline bool selection_is_fast(int rule) {
    return rule == SELECTION_UCT || rule == SELECTION_PUCT;
}

/* A node's exploration factor; exploration: the constant; visits: of the node. */
static inline float selection_rule_factor(int rule, double exploration, uint32_t visits) {
    if (rule == SELECTION_PUCT)
        return (float)(exploration * sqrt((double)visits) / UINT16_MAX);
    return (float)(exploration * sqrt(visits > 1 ? portable_log((double)visits) : 0));
}

/* The exploration term of an edge with n visits. prior: in units of 1/65535;
 * root_reciprocal: 1 / sqrt(n), or 1 where n is 0. */
static inline float selection_rule_term(int rule, uint16_t prior, uint32_t n,
                                        float root_reciprocal, float factor) {
    if (rule == SELECTION_PUCT)
        return factor * (float)prior * (1.0f / (float)(n + 1));
    return factor * root_reciprocal;
}

#endif
