/* sample.h - one value per game: mean, spread, and a fixed-sample interval of the mean.
 * Use: sample_t sample = {0};   sample_add(&sample, value);   ... each game
 *      estimate_t mean = sample_mean(&sample, effective, 0, 1, 0.95);
 * The interval is Student's with Hall's correction for skewness (most games are of one
 * kind and a few are far off). Values of another kind may have gone unseen, or have been
 * too few to show how far off they are: as many as may be missing from so many games with
 * a probability of (1 - level) / 2, 3.7 in n, may lie at the end of the range of possible
 * values, so each end of the interval is extended by the shift of the mean that they
 * would cause. This is much with few games and a wide range, and nothing with many. If
 * all values are equal that share is as large as Wilson's interval allows. In an infinite
 * range nothing bounds the unseen, and nothing is added.
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

/* The same if all values are like those seen: without an extension. */
estimate_t sample_mean_of_like(const sample_t *sample, double effective, double low,
                               double high, double level);

#endif
