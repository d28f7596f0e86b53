/* duplicates.h - how many games there are, when some are the same game again.
 * Use: duplicates_t d = duplicates_of(hashes, games);
 *      estimate_t score = outcome_counts_score_of_effective(&counts, d.effective, 0.95);
 * Two games are the same when their hashes are: of all actions, or, to see mirror images
 * as one, of the least of the images' hashes. For pairs of games take one hash of both.
 * A game that comes again says nothing new. With m_1, m_2, ... games of each kind the
 * variance of the mean of n games is that of n^2 / (m_1^2 + m_2^2 + ...) different ones:
 * the effective number, n when all differ and 1 when all are the same.
 * Threads: pure.   Errors: none.
 * Source: Kish, Survey Sampling, 1965 (effective sample size of weights).
 */
#ifndef CORE_DUPLICATES_H
#define CORE_DUPLICATES_H

#include <stddef.h>
#include <stdint.h>

typedef struct duplicates {
    uint64_t games, distinct;
    uint64_t largest; /* games of the kind that came most often */
    double effective; /* 0 without games */
} duplicates_t;

/* Effective number over number: what a game counts for, 1 without any. */
double duplicates_weight(const duplicates_t *duplicates);

duplicates_t duplicates_of(const uint64_t *hashes, size_t games);

#endif
