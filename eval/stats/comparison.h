/* comparison.h - several cells side by side: differences with intervals, corrections for
 * the number of comparisons, and whether a score is balanced.
 * Use: double each = comparison_level_each(0.95, comparisons);
 *      estimate_t d = comparison_of_scores(&a, &b, each);     ... each comparison
 * or   p[i] = comparison_p_value(&a, &b); comparison_holm(p, comparisons, adjusted);
 * The intervals here are for numbers of games fixed beforehand; when looking many times
 * use those of confidence_sequence.h, whose p-values go through comparison_holm as well.
 * Threads: pure.   Errors: none.
 * Source: Newcombe, Interval estimation for the difference between independent
 *      proportions, 1998 (method 10, here on score intervals that know of draws);
 *      Bonferroni; Holm, A simple sequentially rejective multiple test procedure, 1979.
 */
#ifndef EVAL_COMPARISON_H
#define EVAL_COMPARISON_H

#include "core/base/interval.h"
#include "eval/stats/outcome_counts.h"

/* The mean score of A less that of B, from independent trials; -1 to 1. */
estimate_t comparison_of_scores(const outcome_counts_t *a, const outcome_counts_t *b,
                                double level);

/* Of "both have the same mean score": at level 1 - p the interval just ends at 0. */
double comparison_p_value(const outcome_counts_t *a, const outcome_counts_t *b);

/* The level that each of so many intervals has to have, for all to hold at once with
 * probability `level`: Bonferroni's, whatever they have to do with each other. */
double comparison_level_each(double level, int comparisons);

/* p-values made fit to be held against one error rate all together: rejecting those whose
 * adjusted value is at most alpha rejects any true one with probability alpha at most.
 * `adjusted` may be `p`. */
void comparison_holm(const double *p, int count, double *adjusted);

/* Whether a mean is within `margin` of `centre`. With a confidence sequence of level
 * 1 - alpha each of the two answers, whenever given, is wrong with probability alpha at
 * most; a truth at the very margin may never be decided. */
typedef enum { BALANCE_NOT_DECIDED, BALANCE_YES, BALANCE_NO } balance_t;
extern const char *const balance_names[]; /* "not decided yet", "yes", "no" */
balance_t balance_decide(const estimate_t *mean, double centre, double margin);

#endif
