/* chi_square.h - whether counts scatter more than chance lets them.
 * Use: double p = chi_square_tail(x, degrees);
 *      contingency_t t = contingency_of(counts, rows, columns);   t.p_value
 * Threads: pure.   Errors: none.
 * Accuracy: the tail to within 1e-10. That counts have the distribution of chi^2 wants
 *      each kind to be expected five times: the smallest rows or columns are put together
 *      until that is so, and where nothing is left to compare the p-value is 1.
 * Source: Pearson 1900; Abramowitz and Stegun, 6.5.29 and 6.5.31.
 */
#ifndef EVAL_CHI_SQUARE_H
#define EVAL_CHI_SQUARE_H

#include <stdint.h>

/* The chance that chi^2 of so many degrees of freedom is x at least. */
double chi_square_tail(double x, double degrees);

/* Whether what row a count is in has to do with its column. */
typedef struct contingency {
    double chi_square, degrees; /* of rows and columns as put together; 0: too few */
    double p_value;             /* of "nothing"; 1 where nothing could be seen */
} contingency_t;

enum { CONTINGENCY_MAX = 32 }; /* rows, and columns */

/* counts: row after row. */
contingency_t contingency_of(const uint64_t *counts, int rows, int columns);

/* Whether any of several independent tables shows something: the sum of their chi^2. */
contingency_t contingency_pooled(const contingency_t *tables, int count);

/* Whether all of some kinds are equally likely. */
contingency_t goodness_of_fit_uniform(const uint64_t *counts, int kinds);

#endif
