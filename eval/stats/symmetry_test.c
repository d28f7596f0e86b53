#include "eval/stats/symmetry_test.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>

/* The probability of k heads in n tosses. */
static double binomial(double n, double k) {
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2));
}

/* tail[k]: the probability of at least k heads, k from 0 to n + 1. */
static double *tails(uint64_t n) {
    double *tail = memory_new((size_t)n + 2, sizeof *tail);
    for (uint64_t k = n + 1; k-- > 0;)
        tail[k] = tail[k + 1] + binomial((double)n, (double)k);
    return tail;
}

/* The probability that (2 a - singles) + 2 (2 b - doubles) is at least `least` > 0, for a
 * heads in `singles` tosses and b in `doubles`. */
static double upper_tail(uint64_t singles, uint64_t doubles, double least) {
    double *tail = tails(doubles), sum = 0;
    for (uint64_t a = 0; a <= singles; a++) {
        double rest = least - (2 * (double)a - (double)singles);
        double b = ceil((rest / 2 + (double)doubles) / 2 - 1e-9);
        uint64_t from = b <= 0 ? 0 : b > (double)doubles ? doubles + 1 : (uint64_t)b;
        sum += binomial((double)singles, (double)a) * tail[from];
    }
    free(tail);
    return sum;
}

double symmetry_p_value(const outcome_counts_t *pairs) {
    REQUIRE(pairs->games == 2);
    const uint64_t *c = pairs->count;
    double sum = (double)c[3] - (double)c[1] + 2 * ((double)c[4] - (double)c[0]);
    if (!(fabs(sum) > 0))
        return 1;
    return fmin(1, 2 * upper_tail(c[1] + c[3], c[0] + c[4], fabs(sum)));
}
