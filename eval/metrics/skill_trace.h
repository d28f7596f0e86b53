/* skill_trace.h - how much a game rewards skill: how often twice the budget wins.
 * Use: skill_level_t levels[] = {{100, counts}, {200, counts}, ...};   by doublings
 *      skill_trace_t trace;
 *      if (!skill_trace_of(levels, count, 0.95, &trace, &error)) ...
 * A level is a match of an agent against itself with twice the budget; the counts are the
 * points of the larger budget. Its result r = 2 score - 1 is 1 if twice the budget always
 * wins and 0 if it does not help. With y the result that a line fitted to all levels
 * predicts for the next one, and a the mean of max(r, 0), both from 0 to 1,
 *      skill trace = y + (1 - y) a
 * which is near 1 where strength keeps paying and 0 where it never does. (Ludii's program
 * predicts one step beyond the next; this predicts the next, as in the definition.)
 * The interval is that of the same quantity when every level's score is drawn from the
 * normal distribution of its log odds, which never has zero width. For the lower end
 * max(r, 0) is applied to the mean of all levels, not to each: noise makes the latter
 * positive where the truth is 0. That end is farther out than the upper one, as y and a
 * are both clipped at 0. The interval covers only chance in the matches, not the
 * assumption of a line.
 * Errors: fewer than two levels, budgets that do not double, no games.
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
