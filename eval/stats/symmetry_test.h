/* symmetry_test.h - whether an agent scores the same against itself from either seat.
 * Use: double p = symmetry_p_value(&pairs);      outcome_counts_of_pairs()
 * Trials are pairs of games of one opening with seats exchanged, between two identical
 * agents. Then a pair of k half points is as likely as one of 4 - k, whatever the opening
 * and the first move are worth, and pairs of different cells may be pooled. The p-value
 * is that of this hypothesis: exact for any number of pairs, two-sided, without a lower
 * bound. Given how many pairs were 1 and how many 2 points apart, the sum of their signs
 * is one of two binomial variables.
 * Source: Fisher's randomisation test of matched pairs, 1935.
 */
#ifndef EVAL_SYMMETRY_TEST_H
#define EVAL_SYMMETRY_TEST_H

#include "core/stats/outcome_counts.h"

/* 1 without pairs. */
double symmetry_p_value(const outcome_counts_t *pairs);

#endif
