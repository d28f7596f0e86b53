/* length_counts.h - how many games have each length: exact quantiles and a histogram.
 * Use: length_counts_t lengths = {0};   length_counts_add(&lengths, turns);  each game
 *      estimate_t median =
 *          length_counts_quantile(&lengths, 0.5, effective, 1, 500, 0.95);
 *      length_counts_clear(&lengths);
 * The interval of a quantile reaches from one order statistic to another, so it is
 * distribution-free; with too few games for one, to the end of the range.
 * Owns: a count for each length up to the longest.
 * Threads: one struct, one thread.
 * Source: David and Nagaraja, Order Statistics, 2003 (7.1).
 */
#ifndef EVAL_LENGTH_COUNTS_H
#define EVAL_LENGTH_COUNTS_H

#include "core/base/interval.h"

#include <stddef.h>
#include <stdint.h>

typedef struct length_counts {
    uint64_t *count; /* by length */
    size_t size;     /* the longest plus 1 */
    uint64_t games;
} length_counts_t;

void length_counts_add(length_counts_t *lengths, uint32_t length);
void length_counts_clear(length_counts_t *lengths);

/* The length below which a share of the games lie, with its interval; low, high: the
 * least and the largest possible length; effective: number of games (duplicates.h). */
estimate_t length_counts_quantile(const length_counts_t *lengths, double share,
                                  double effective, double low, double high,
                                  double level);

/* The least length that a share of the games, 0 to 1, do not exceed. Needs games. */
uint32_t length_counts_reached(const length_counts_t *lengths, double share);

/* Games with lengths from `from` to `from + width - 1`. */
uint64_t length_counts_between(const length_counts_t *lengths, uint32_t from,
                               uint32_t width);

#endif
