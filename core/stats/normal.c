#include "core/stats/normal.h"

#include "core/base/error.h"

#include <math.h>

double normal_cdf(double x) {
    return erfc(-x / 1.41421356237309505) / 2;
}

/* Newton's method in the lower half, where erfc keeps its relative accuracy and the
 * distribution function is convex: from 0 it descends to the root and never past it. */
double normal_quantile(double p) {
    REQUIRE(p > 0 && p < 1);
    double tail = p < 0.5 ? p : 1 - p, x = 0;
    for (int i = 0; i < 1000; i++) {
        double density = exp(-x * x / 2) / 2.50662827463100050;
        double next = x - (normal_cdf(x) - tail) / density;
        if (!(next < x - 1e-14))
            break;
        x = next;
    }
    return p < 0.5 ? x : -x;
}

double normal_two_sided(double level) {
    REQUIRE(level > 0 && level < 1);
    return -normal_quantile((1 - level) / 2);
}
