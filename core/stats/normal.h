/* normal.h - probabilities and quantiles of the normal distribution, for intervals and
 * tests.
 * Use: double z = normal_two_sided(0.95);    (1.959964)
 *      double p = normal_cdf((a - b) / error);
 * Errors: arguments out of range fail a REQUIRE.
 * Accuracy: 1e-12; no stopping rule may depend on the last digits.
 */
#ifndef CORE_NORMAL_H
#define CORE_NORMAL_H

/* The probability that a standard normal variable is at most x. */
double normal_cdf(double x);

/* Its inverse, for 0 < p < 1. */
double normal_quantile(double p);

/* The z for which [-z, z] has probability `level`, 0 < level < 1. */
double normal_two_sided(double level);

#endif
