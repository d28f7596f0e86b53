/* comparison.h - corrections for multiple comparisons, and whether a score is balanced.
 * Use: double each = comparison_level_each(0.95, comparisons);
 *      estimate_t d = confidence_sequence_difference(&a, &b, each);   ... each comparison
 * or   comparison_holm(p, count, comparisons, adjusted);
 * For intervals and p-values of either kind: fixed-sample or anytime-valid
 * (confidence_sequence.h).
 * Source: Bonferroni; Holm, A simple sequentially rejective multiple test procedure,
 *      1979.
 */
#ifndef EVAL_COMPARISON_H
#define EVAL_COMPARISON_H

#include "core/base/interval.h"

/* The level that each of so many intervals needs for all to hold simultaneously with
 * probability `level`: Bonferroni's, however they depend on each other. */
double comparison_level_each(double level, int comparisons);

/* p-values adjusted for one family-wise error rate: rejecting those whose adjusted value
 * is at most alpha rejects any true one with probability at most alpha. comparisons: of
 * the whole family, at least `count`. `adjusted` may be `p`. */
void comparison_holm(const double *p, int count, int comparisons, double *adjusted);

/* Whether a mean is within `margin` of `centre`. With a confidence sequence of level
 * 1 - alpha each of the two answers, whenever given, is wrong with probability at most
 * alpha; a truth exactly at the margin may never be decided. */
typedef enum { BALANCE_NOT_DECIDED, BALANCE_YES, BALANCE_NO } balance_t;
extern const char *const balance_names[]; /* "undecided", "yes", "no" */
balance_t balance_decide(const estimate_t *mean, double centre, double margin);

#endif
