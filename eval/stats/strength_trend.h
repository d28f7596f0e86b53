/* strength_trend.h - how a figure (the first mover's advantage, a draw share) changes as
 * players get stronger, and where it is going.
 * Use: trend_point_t points[] = {trend_point_of_score(&counts, log2(budget)), ...};
 *      if (!strength_trend_fit(&trend, points, count, &error)) ...
 *      estimate_t later = strength_trend_at(&trend, log2(budget) + 3, 0.95);
 *      if (strength_trend_settled(&trend, 0.1, 0.95) != TREND_SETTLED) warn
 * Forms, by weighted least squares: a line a + b x in the doublings x of the budget, and
 * approaches a + b 2^(-x / h) to a level a, whose distance from it halves every h
 * doublings, h from 1/2 to 11; and the same that move off faster and faster, the distance
 * doubling every 2 to 11 doublings, as when players begin to see what weaker ones do not.
 * (A constant is each of them with b = 0.) As nobody knows which is right, the value is
 * the mean of all by likelihood, exp(-chi^2 / 2), and the interval reaches as far as that
 * of any form whose chi^2 is within 6 of the best: it grows as the forms part, which is
 * fast, and holds the truth somewhat more often than `level`. What no form knows, as a
 * turn of the trend, is not in it: strength_trend_fits() tells when the points themselves
 * are nothing that a form could make.
 * Units: values are in any unit whose errors are about normal; scores are best given as
 * log odds, whose ends are far.
 * Threads: pure.   Errors: too few budgets, bad numbers.
 * Source: Burnham and Anderson, Model Selection and Multimodel Inference, 2002 (chapter
 * 4).
 */
#ifndef EVAL_STRENGTH_TREND_H
#define EVAL_STRENGTH_TREND_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/stats/outcome_counts.h"

typedef struct trend_point {
    double doublings; /* log2 of the budget */
    double value, error;
} trend_point_t;

enum { TREND_FORMS = 26, TREND_MIN_POINTS = 4 };

typedef struct trend_form {
    double halves_in;  /* doublings; 0: the line; below 0: doubles in */
    bool is_plausible; /* not spoken against by the points */
    double weight;     /* of all forms 1 */
    double chi_square; /* with as many degrees of freedom as points less 2 */
    double a, b;       /* of 1 and of the form's function of doublings - last */
    double var_a, var_b, cov_ab;
} trend_form_t;

typedef struct strength_trend {
    int points;
    double first, last; /* doublings of the least and the largest budget */
    trend_form_t form[TREND_FORMS];
} strength_trend_t;

/* At least TREND_MIN_POINTS points, of two different budgets or more. */
bool strength_trend_fit(strength_trend_t *trend, const trend_point_t *points, int count,
                        failure_t *error);

/* The value at so many doublings, and its change from one number to another. */
estimate_t strength_trend_at(const strength_trend_t *trend, double doublings,
                             double level);
estimate_t strength_trend_change(const strength_trend_t *trend, double from, double to,
                                 double level);

/* Whether the next doubling of the largest budget changes the value by at most `bound`;
 * not decided where the points are nothing that a form could make (TREND_FITS). */
typedef enum { TREND_NOT_DECIDED, TREND_SETTLED, TREND_MOVING } trend_state_t;
extern const char *const trend_state_names[]; /* "not decided", "settled", "moving" */
#define TREND_FITS 0.01 /* of strength_trend_fits: below it no form fits */
trend_state_t strength_trend_settled(const strength_trend_t *trend, double bound,
                                     double level);

/* The chance that points scatter so far from the best form as these, or farther, when a
 * form is right: the smaller, the less the intervals are to be believed. */
double strength_trend_fits(const strength_trend_t *trend);

/* Log odds of the mean score with its standard error; finite at 0 % and at 100 %, where a
 * half is added to points on either side. */
trend_point_t trend_point_of_score(const outcome_counts_t *counts, double doublings);

/* Back from log odds. */
double score_of_log_odds(double log_odds);

#endif
