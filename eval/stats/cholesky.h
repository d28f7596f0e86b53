/* cholesky.h - symmetric positive definite linear systems, for fits of a few parameters
 * up to a few hundred agents.
 * Use: if (cholesky_factor(a, n)) { cholesky_solve(a, n, b); cholesky_invert(a, n, c); }
 * Matrices are n * n, row by row; the factor replaces the matrix.
 * Why not LAPACK: its results differ in the last bits with the library and processor,
 * while published results must be reproducible everywhere; and it would be the only
 * dependency on a Fortran run-time.
 * Errors: factoring returns false if the matrix is not positive definite.
 */
#ifndef EVAL_CHOLESKY_H
#define EVAL_CHOLESKY_H

#include <stdbool.h>

/* L with L L^T = a, in the lower half; the upper half is unchanged. */
bool cholesky_factor(double *a, int n);

/* b becomes the x of a x = b. */
void cholesky_solve(const double *factor, int n, double *b);

/* The full inverse of a. */
void cholesky_invert(const double *factor, int n, double *inverse);

#endif
