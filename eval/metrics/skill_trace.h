/* skill_trace.h - how much there is to learn in a game: how often twice the budget wins.
 * Use: skill_level_t levels[] = {{100, counts}, {200, counts}, ...};   by doublings
 *      skill_trace_t trace;
 *      if (!skill_trace_of(levels, count, 0.95, &trace, &error)) ...
 * A level is a match of an agent against itself with twice the budget; the counts are of
 * the larger budget's points. Its result r = 2 score - 1 is 1 when twice the budget
 * always wins and 0 when it does not help. With y the result that the line through all
 * levels predicts for the next one, and a the mean of max(r, 0), both from 0 to 1,
 *      skill trace = y + (1 - y) a
 * which is near 1 where strength keeps paying and 0 where it never does. (Ludii's program
 * predicts one step farther than the next; this is the next, as the definition says.)
 * The interval is that of the same figure over draws of every level's score from the
 * normal distribution of its log odds, which is never of no width. Its lower end has
 * max(r, 0) for the mean of all, not of each: noise makes the mean of the latter more
 * than 0 where the truth is 0. It is farther out than the upper end, as y and a both stop
 * at 0. The interval counts the chance in the matches alone, not whether a line is right.
 * Threads: pure.   Errors: fewer than two levels, budgets that do not double, no games.
 * Source: C. Browne, Quickly detecting skill trace in games, IEEE Conference on Games
 *      2022, as in the Ludii system (Evaluation/src/metrics/designer/SkillTrace.java).
 */
#ifndef EVAL_SKILL_TRACE_H
#define EVAL_SKILL_TRACE_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/stats/outcome_counts.h"

typedef struct skill_level {
    double budget;           /* of the weaker agent, above 0 */
    outcome_counts_t counts; /* of the one with twice that */
} skill_level_t;

enum { SKILL_MIN_LEVELS = 2, SKILL_MAX_LEVELS = 32 };

typedef struct skill_trace {
    estimate_t value;
    double next; /* y: the predicted result of the next level, 0 to 1 */
    double area; /* a: the mean result of the levels, 0 to 1 */
} skill_trace_t;

bool skill_trace_of(const skill_level_t *levels, int count, double level,
                    skill_trace_t *trace, failure_t *error);

#endif
