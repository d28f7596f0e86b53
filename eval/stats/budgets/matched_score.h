/* matched_score.h - scores of two variants at budgets that are equal in something other
 * than simulations: in time, or in the score of doubling them.
 * Use: matched_point_t a[] = {{.measure = doubling, .score = score}, ...};  by budget
 *      double strongest;
 *      if (matched_score_common(a, num_a, b, num_b, MATCHED_LEAST, &strongest) &&
 *          matched_score_at(a, num_a, strongest, &of_a) &&
 *          matched_score_at(b, num_b, strongest, &of_b)) ...
 *      estimate_t difference = matched_difference(&of_a, &of_b);
 * A point is a budget: its measure (log2 of the time, or the score of twice the budget
 * against it) and the first player's score at it. The score at a measure is that of all
 * budgets, from the least to the largest played, that have this measure.
 * The only assumption about the curves: between two neighbouring budgets, measure and
 * score lie between their values at the two. So the measure m is reached only where the
 * intervals of two neighbours reach around it, and the score's interval is the hull of
 * those neighbours'. Measures need not be monotonic.
 * If the intervals of all points hold simultaneously (comparison_level_each), so do all
 * results, at any m, including one chosen by the results. No line is fitted: the price is
 * an interval as wide as the difference between the scores of neighbouring budgets.
 * Errors: a measure that is not surely reached.
 */
#ifndef EVAL_MATCHED_SCORE_H
#define EVAL_MATCHED_SCORE_H

#include "core/base/interval.h"

#include <stdbool.h>

/* A measure known exactly has low and high equal to value. */
typedef struct matched_point {
    estimate_t measure, score;
} matched_point_t;

/* False where no two budgets are surely on either side of m (or at it). */
bool matched_score_at(const matched_point_t *points, int count, double m,
                      estimate_t *score);

/* The least or largest measure that both surely reach; false if there is none. */
typedef enum { MATCHED_LEAST, MATCHED_LARGEST } matched_end_t;
bool matched_score_common(const matched_point_t *a, int num_a, const matched_point_t *b,
                          int num_b, matched_end_t end, double *m);

/* a minus b, where both intervals hold simultaneously. */
estimate_t matched_difference(const estimate_t *a, const estimate_t *b);

/* How far from 1/2 a score may be, at least and at most. */
double matched_least_off(const estimate_t *score);
double matched_most_off(const estimate_t *score);

/* Which of two scores is surely nearer to 1/2: 0 or 1, or -1 if undecided. */
int matched_fairer(const estimate_t *a, const estimate_t *b);

#endif
