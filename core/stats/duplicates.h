/* duplicates.h - the effective number of games when some are duplicates.
 * Use: duplicates_t d = duplicates_of(hashes, games);
 *      estimate_t score = outcome_counts_score_of_effective(&counts, d.effective, 0.95);
 * Games with equal hashes are duplicates. Hash all actions; to treat mirror images as
 * equal, take the smallest hash of all images; for pairs of games, hash both together.
 * A duplicate adds no information. With m_1, m_2, ... copies of each distinct game, the
 * mean of n games has the variance of n^2 / (m_1^2 + m_2^2 + ...) distinct ones: the
 * effective number, n when all differ and 1 when all are equal.
 * Source: Kish, Survey Sampling, 1965 (effective sample size of weights).
 */
#ifndef CORE_DUPLICATES_H
#define CORE_DUPLICATES_H

#include <stddef.h>
#include <stdint.h>

typedef struct duplicates {
    uint64_t games, distinct;
    uint64_t largest; /* copies of the most frequent game */
    double effective; /* effective number; 0 without games */
} duplicates_t;

/* Effective number / number of games, the weight of one game; 1 without games. */
double duplicates_weight(const duplicates_t *duplicates);

duplicates_t duplicates_of(const uint64_t *hashes, size_t games);

#endif
