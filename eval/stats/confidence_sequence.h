/* confidence_sequence.h - anytime-valid intervals of a mean: they hold however often one
 * looks, and whenever one stops.
 * Use: estimate_t score = confidence_sequence(&counts, 0.95);   after any number of games
 * With probability `level` the truth is in the intervals at all times simultaneously. The
 * price is an interval about 1.75 times as wide as one for a number of games fixed
 * beforehand.
 * Trials are those of outcome_counts.h: single games (values 0, 1/2, 1) or pairs. They
 * need not be independent or identically distributed; each has to have the same mean,
 * given those before it. The interval depends only on the counts: merged counts of parts
 * give the interval of the whole. But each look must be at trials 0 to n - 1 in an
 * order fixed beforehand, by number: trials that finish early are not a fair sample.
 * How (testing by betting): for every mean m a capital of 1 is bet, in fixed shares, some
 * small, some large, on trials being above m. If m is the mean, the expected capital
 * never grows, and it ever reaches 2 / (1 - level) with probability at most (1 - level) /
 * 2 (Ville). An m whose capital has reached that is excluded. The capital decreases in m,
 * so what is left is an interval; at 0 %, 100 % and all draws it narrows like 1 / n and
 * never to zero width.
 * Reproducibility: portable_math and the four operations: identical bits on every
 * machine.
 * Source: Ville 1939; Waudby-Smith and Ramdas, Estimating means of bounded random
 *      variables by betting, 2023; a fixed mixture of stakes, as in Ryu and Bhatt, On
 *      confidence sequences for bounded random processes via universal gambling, 2022.
 */
#ifndef EVAL_CONFIDENCE_SEQUENCE_H
#define EVAL_CONFIDENCE_SEQUENCE_H

#include "core/base/interval.h"
#include "core/stats/outcome_counts.h"

/* Trials that count in part: `weight` is the effective number of distinct games over the
 * number of games (duplicates.h), 1 without duplicates. It makes intervals wider and
 * never narrower. */
typedef struct weighed_counts {
    outcome_counts_t counts;
    double weight; /* above 0, at most 1 */
} weighed_counts_t;

/* The mean score, 0 to 1; [0, 1] without trials. */
estimate_t confidence_sequence(const outcome_counts_t *counts, double level);
estimate_t confidence_sequence_weighed(const weighed_counts_t *weighed, double level);

/* The logarithm of that capital: the evidence that the trials' mean is above `mean`, as
 * an e-value: if it is not, the expected capital is at most 1. 0 < mean < 1. */
double confidence_sequence_log_evidence(const outcome_counts_t *counts, double mean);

/* The difference of two mean scores, -1 to 1, of two independent sets of trials of any
 * sizes. Where trial i of one belongs to trial i of the other (the same seed), or can
 * be paired with it, the difference of such pairs is sharper:
 *     outcome_counts_add(&differences, 2 + half_points_a - half_points_b)
 * on counts of pairs, and confidence_sequence_paired(). */
estimate_t confidence_sequence_difference(const weighed_counts_t *a,
                                          const weighed_counts_t *b, double level);
estimate_t confidence_sequence_paired(const weighed_counts_t *differences, double level);

/* The natural logarithm of the p-value of "no difference": the interval at 1 - p just
 * ends at 0. Anytime-valid, and without a lower bound. */
double confidence_sequence_difference_log_p(const weighed_counts_t *a,
                                            const weighed_counts_t *b);
double confidence_sequence_paired_log_p(const weighed_counts_t *differences);

#endif
