/* chi_square.h - whether counts vary more than by chance.
 * Use: double p = chi_square_tail(x, degrees);
 *      contingency_t t = contingency_of(counts, rows, columns);   t.p_value
 * Accuracy: the tail to within 1e-10. The chi^2 approximation needs expected counts of at
 *      least five: the smallest rows or columns are merged until that is so; if nothing
 *      is left to compare, the p-value is 1.
 * Source: Pearson 1900; Abramowitz and Stegun, 6.5.29 and 6.5.31.
 */
#ifndef EVAL_CHI_SQUARE_H
#define EVAL_CHI_SQUARE_H

#include <stdint.h>

/* The probability that chi^2 with this many degrees of freedom is at least x. */
double chi_square_tail(double x, double degrees);

/* A test of independence of rows and columns. */
typedef struct contingency {
    double chi_square, degrees; /* of rows and columns as merged; 0: too few */
    double p_value;             /* of independence; 1 if untestable */
} contingency_t;

enum { CONTINGENCY_MAX = 32 }; /* rows, and columns */

/* counts: row by row. */
contingency_t contingency_of(const uint64_t *counts, int rows, int columns);

/* Several independent tables together: the sum of their chi^2. */
contingency_t contingency_pooled(const contingency_t *tables, int count);

/* Whether all kinds are equally likely. */
contingency_t goodness_of_fit_uniform(const uint64_t *counts, int kinds);

#endif
