/* collision_bound.h - a lower bound on the number of different values, from equal ones
 * among independent draws.
 * Use: double log10_at_least = collision_bound(hashes, count, 0.95);
 * Two draws from N values, however uneven, are equal with a chance of 1/N or more, so the
 * upper end of an interval of that chance bounds N from below. The number of equal pairs
 * is taken as Poisson (Wilson and Hilferty's quantile): the bound cannot exceed about
 * count^2 / 6 at 95 %.
 * Source: the birthday bound: of sums of squares, Cauchy and Schwarz; Wilson and Hilferty
 *      1931.
 */
#ifndef EVAL_COLLISION_BOUND_H
#define EVAL_COLLISION_BOUND_H

#include <stddef.h>
#include <stdint.h>

/* log10 of the bound, which holds with probability `level`; sorts the hashes, 2 or more.
 */
double collision_bound(uint64_t *hashes, size_t count, double level);

#endif
