#include "eval/stats/cholesky.h"

#include <math.h>

/* a[row, column] minus the dot product of the rows' first `column` elements. */
static double remainder_of(const double *a, int n, int row, int column) {
    double sum = a[row * n + column];
    for (int k = 0; k < column; k++)
        sum -= a[row * n + k] * a[column * n + k];
    return sum;
}

bool cholesky_factor(double *a, int n) {
    for (int column = 0; column < n; column++) {
        double square = remainder_of(a, n, column, column);
        if (!(square > 0) || !isfinite(square))
            return false;
        double pivot = sqrt(square);
        a[column * n + column] = pivot;
        for (int row = column + 1; row < n; row++)
            a[row * n + column] = remainder_of(a, n, row, column) / pivot;
    }
    return true;
}

void cholesky_solve(const double *factor, int n, double *b) {
    for (int row = 0; row < n; row++) {
        for (int k = 0; k < row; k++)
            b[row] -= factor[row * n + k] * b[k];
        b[row] /= factor[row * n + row];
    }
    for (int row = n - 1; row >= 0; row--) {
        for (int k = row + 1; k < n; k++)
            b[row] -= factor[k * n + row] * b[k];
        b[row] /= factor[row * n + row];
    }
}

/* The inverse is symmetric: its rows are its columns. */
void cholesky_invert(const double *factor, int n, double *inverse) {
    for (int row = 0; row < n; row++) {
        for (int k = 0; k < n; k++)
            inverse[row * n + k] = k == row;
        cholesky_solve(factor, n, inverse + row * n);
    }
}
