/* confidence_sequence.h - intervals of a mean that hold however often one looks, and
 * whenever one stops.
 * Use: estimate_t score = confidence_sequence(&counts, 0.95);   after any number of games
 * With probability `level` the truth is in the intervals at all times at once. The price
 * is an interval about 1.75 times as wide as one for a number of games fixed beforehand.
 * Trials are outcome_counts.h's: single games (values 0, 1/2, 1) or pairs. They need not
 * be independent nor alike; each has to have the same mean, given those before it. The
 * interval is one of the counts alone: counts of parts that are merged give the interval
 * of the whole. But a look is to be at the trials 0 to n - 1 in an order fixed
 * beforehand, by their number: those that end early are not a fair sample.
 * How (testing by betting): for every mean m a capital of 1 is staked, in fixed shares,
 * some small, some large, on trials being above m. If m is the mean, the expected capital
 * never grows, and it ever reaches 2 / (1 - level) with probability (1 - level) / 2 at
 * most (Ville). An m whose capital has reached that is excluded. The capital falls as m
 * grows, so what is left is an interval; at 0 %, 100 % and all draws it narrows like
 * 1 / n and never to nothing.
 * Sameness: portable_math and the four operations: the same bits on every machine.
 * Threads: pure.   Errors: none.
 * Source: Ville 1939; Waudby-Smith and Ramdas, Estimating means of bounded random
 *      variables by betting, 2023; a fixed mixture of stakes, as in Ryu and Bhatt, On
 *      confidence sequences for bounded random processes via universal gambling, 2022.
 */
#ifndef EVAL_CONFIDENCE_SEQUENCE_H
#define EVAL_CONFIDENCE_SEQUENCE_H

#include "core/base/interval.h"
#include "core/stats/outcome_counts.h"

/* Trials of which each counts as a part of one: `weight` is the effective number of games
 * that differ over the number of games (duplicates.h), 1 where none came again. It makes
 * intervals wider and never narrower. */
typedef struct weighed_counts {
    outcome_counts_t counts;
    double weight; /* above 0, at most 1 */
} weighed_counts_t;

/* The mean score, 0 to 1; [0, 1] without trials. */
estimate_t confidence_sequence(const outcome_counts_t *counts, double level);
estimate_t confidence_sequence_weighed(const weighed_counts_t *weighed, double level);

/* The logarithm of that capital: the evidence that the trials' mean is above
 * `mean`, as an e-value. Expected capital at most 1 wherever it is not. 0 < mean < 1. */
double confidence_sequence_log_evidence(const outcome_counts_t *counts, double mean);

/* The difference of two mean scores, -1 to 1, of two independent sets of trials of any
 * sizes. Where trial i of one belongs to trial i of the other (the same seed), or can
 * be put beside it, the difference of such pairs is the sharper:
 *     outcome_counts_add(&differences, 2 + half_points_a - half_points_b)
 * on counts of pairs, and confidence_sequence_paired(). */
estimate_t confidence_sequence_difference(const weighed_counts_t *a,
                                          const weighed_counts_t *b, double level);
estimate_t confidence_sequence_paired(const weighed_counts_t *differences, double level);

/* The natural logarithm of the p-value of "no difference": the interval at 1 - p just
 * ends at 0. It may be looked at at any time, and has no least value. */
double confidence_sequence_difference_log_p(const weighed_counts_t *a,
                                            const weighed_counts_t *b);
double confidence_sequence_paired_log_p(const weighed_counts_t *differences);

#endif
