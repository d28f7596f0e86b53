/* score_interval.h - scores and their differences, with the interval that suits how the
 * number of games came about.
 * Use: score_sample_t score = {{counts, weight}, 1};   a number fixed beforehand
 *      estimate_t of_score = score_interval(&score, 0.95);
 *      estimate_t apart = score_interval_difference(&a, &b, 0.95);
 * A number that was fixed beforehand, or that depends only on how wide the interval was,
 * has a fixed-sample interval (outcome_counts.h); a look of a fixed schedule one with its
 * share of the error probability (looks.h); any other an anytime-valid one, 1.6 times as
 * wide (confidence_sequence.h), which needs 2.4 times the games. A difference of two
 * fixed samples is by the arms of their intervals, and of two looks has the product of
 * their shares; if one of the two scores is anytime-valid, so is the difference.
 * Source: Newcombe, Interval estimation for the difference between independent
 *      proportions, 1998 (method 10); Zou and Donner, Construction of confidence limits
 *      about effect measures, 2008; Chow and Robbins, On the asymptotic theory of
 *      fixed-width sequential confidence intervals for the mean, 1965.
 */
#ifndef EVAL_SCORE_INTERVAL_H
#define EVAL_SCORE_INTERVAL_H

#include "core/base/interval.h"
#include "eval/stats/confidence_sequence.h"

typedef struct score_sample {
    weighed_counts_t trials;
    double share; /* of the error probability: 1 for a fixed number of trials, a look's
                     (looks_share), 0: anytime-valid */
} score_sample_t;

/* The mean score, 0 to 1; [0, 1] without trials. */
estimate_t score_interval(const score_sample_t *sample, double level);

/* As confidence_sequence_difference and _paired have them: of two samples, and of the
 * differences of pairs of trials. */
estimate_t score_interval_difference(const score_sample_t *a, const score_sample_t *b,
                                     double level);
estimate_t score_interval_paired(const score_sample_t *differences, double level);

/* The p-value of "no difference": the interval at 1 - p just ends at 0. Of fixed samples
 * at least 1e-14, and 1 above 0.99. */
double score_interval_difference_p(const score_sample_t *a, const score_sample_t *b);
double score_interval_paired_p(const score_sample_t *differences);

#endif
