/* score_trend.h - how a score changed over the budgets played; nothing about other
 * budgets.
 * Use: trend_point_t points[] = {{log2(budget), 0, {{counts, 1}, 1}}, ...};
 *      score_trend_t trend;
 *      if (score_trend_of(points, count, 0.025, 0.95, &trend)) ...
 * Two changes: from the second-largest budget to the largest, and from the least to the
 * largest. Both are differences of measured scores (score_interval.h), which hold
 * simultaneously with probability `level`, for curves of any shape. Why no prediction:
 * curves that agree on every budget played may diverge in any way beyond it. One that is
 * flat and then rises looks like a constant until it does; of the intervals of a family
 * of 26 forms for eight times the budget 28 % contained such a truth.
 * Errors: fewer than two different budgets.
 */
#ifndef EVAL_SCORE_TREND_H
#define EVAL_SCORE_TREND_H

#include "core/base/interval.h"
#include "eval/stats/score_interval.h"

#include <stdbool.h>

typedef struct trend_point {
    double doublings; /* log2 of the budget */
    int id;           /* the caller's, such as the number of a strength level */
    score_sample_t sample;
} trend_point_t;

/* The last step: whether its interval is above 0, below 0, or within the bound. */
typedef enum { TREND_NOT_DECIDED, TREND_LEVEL, TREND_RISES, TREND_FALLS } trend_state_t;
extern const char *const trend_state_names[]; /* "not decided", "level", "rises", ... */

typedef struct score_trend {
    int first, before, last; /* ids: the least budget, the one before the largest, it */
    double doublings;        /* from `before` to `last` */
    estimate_t step;         /* score at `last` minus that at `before`, -1 to 1 */
    estimate_t whole;        /* the same, minus that at `first` */
    trend_state_t state;     /* an interval above 0 and within the bound is TREND_RISES */
} score_trend_t;

/* In any order, at least one trial each; bound: above 0. False if all have one budget. */
bool score_trend_of(const trend_point_t *points, int count, double bound, double level,
                    score_trend_t *trend);

#endif
