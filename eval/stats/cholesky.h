/* cholesky.h - symmetric positive definite equations, for fits of a few parameters up to
 * a few hundred agents.
 * Use: if (cholesky_factor(a, n)) { cholesky_solve(a, n, b); cholesky_invert(a, n, c); }
 * Matrices are n * n in rows; the factor takes the place of the matrix.
 * Why not LAPACK: its results differ in the last bits with the library and processor, and
 * what is published here is to come out the same everywhere; it would be the one need of
 * a Fortran run-time, for these lines.
 * Threads: pure.   Errors: factoring returns false when the matrix is not positive
 * definite.
 */
#ifndef EVAL_CHOLESKY_H
#define EVAL_CHOLESKY_H

#include <stdbool.h>

/* L with L L^T = a, in the lower half; the upper half is left as it is. */
bool cholesky_factor(double *a, int n);

/* b becomes the x of a x = b. */
void cholesky_solve(const double *factor, int n, double *b);

/* The inverse of a, whole. */
void cholesky_invert(const double *factor, int n, double *inverse);

#endif
