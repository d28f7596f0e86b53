/* sample.h - one value per game: mean, spread, and a fixed-sample interval of the mean.
 * Use: sample_t sample = {0};   sample_add(&sample, value);   ... each game
 *      estimate_t mean = sample_mean(&sample, effective, 0, 1, 0.95);
 * The interval is Student's with Hall's correction for skewness (most games are of one
 * kind and a few are far off), clipped to the range of possible values. If all values are
 * equal it still has a width: a share of other values as large as Wilson's interval
 * allows may have gone unseen, and may lie anywhere within the range.
 * It counts games: a duplicate game tells nothing new, so `effective` is their effective
 * number (duplicates.h).
 * Threads: one sample, one thread.
 * Source: Welford 1962; Student 1908; P. Hall, On the removal of skewness by
 *      transformation, 1992; Wilson 1927.
 */
#ifndef EVAL_SAMPLE_H
#define EVAL_SAMPLE_H

#include "core/base/interval.h"

#include <stdint.h>

typedef struct sample {
    uint64_t count;
    double mean, squares, cubes; /* sums of (value - mean)^2 and ^3 */
} sample_t;

void sample_add(sample_t *sample, double value);

/* The standard deviation of the values; 0 with fewer than two. */
double sample_deviation(const sample_t *sample);

/* low, high: the least and the largest possible value, which may be infinite. Without
 * values, mean and interval are the range, or NAN if it has no middle. */
estimate_t sample_mean(const sample_t *sample, double effective, double low, double high,
                       double level);

#endif
