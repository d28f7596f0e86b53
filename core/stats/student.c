#include "core/stats/student.h"

#include "core/base/error.h"
#include "core/stats/normal.h"

#include <math.h>

/* From here on the expansion around the normal distribution is accurate enough. */
#define MANY 30.0
#define PI 3.14159265358979324
/* With few degrees of freedom, and with more, the error probability below which the
 * methods for the middle say too little about the tails, which have a series of their
 * own. */
#define FEW 10.0
#define FAR_IF_FEW 1e-3
#define FAR 1e-6

enum { STEPS = 200, HALVINGS = 60 };

/* With t = sqrt(freedom) tan(angle) the density is cos(angle)^(freedom - 1); its integral
 * from 0 by Simpson's rule. */
static double integral(double angle, double freedom) {
    double step = angle / STEPS, sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * pow(cos(i * step), freedom - 1);
    }
    return sum * step / 3;
}

static double by_bisection(double level, double freedom) {
    double whole = sqrt(PI) * tgamma(freedom / 2) / tgamma((freedom + 1) / 2) / 2;
    double low = 0, high = PI / 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (integral(middle, freedom) < level * whole)
            low = middle;
        else
            high = middle;
    }
    return sqrt(freedom) * tan(low);
}

static double by_middle(double level, double freedom) {
    if (freedom < MANY)
        return by_bisection(level, freedom);
    double z = normal_two_sided(level), z2 = z * z, n = freedom;
    return z * (1 + (z2 + 1) / (4 * n) + (5 * z2 * z2 + 16 * z2 + 3) / (96 * n * n) +
                (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * n * n * n));
}

/* --- Far tails ---------------------------------------------------------------------- */

/* The logarithm of the probability beyond -t ... t, with the logarithm of the share
 * freedom / (freedom + t^2): the regularised incomplete beta function
 * I_share(freedom / 2, 1 / 2) by its power series, whose terms are all positive. */
static double log_tail(double log_share, double freedom) {
    double half = freedom / 2, share = exp(log_share), coefficient = 1, sum = 1;
    for (int k = 1; coefficient > 1e-17 * sum; k++) {
        coefficient *= (k - 0.5) / k * share;
        sum += coefficient * half / (half + k);
    }
    return half * log_share + log(sum) + lgamma(half + 0.5) - lgamma(half + 1) -
           log(PI) / 2;
}

static double by_tail(double miss, double freedom) {
    double low = 2 * (log(miss) - 2) / freedom - 2, high = 0; /* of the log share */
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        *(log_tail(middle, freedom) < log(miss) ? &low : &high) = middle;
    }
    return sqrt(-freedom * expm1(low)) * exp(-low / 2);
}

double student_two_sided_miss(double miss, double freedom) {
    REQUIRE(miss > 0 && miss < 1 && freedom >= 1);
    if (miss < (freedom < FEW ? FAR_IF_FEW : FAR))
        return by_tail(miss, freedom);
    return by_middle(1 - miss, freedom);
}

double student_two_sided(double level, double freedom) {
    return student_two_sided_miss(1 - level, freedom);
}

/* The inverse of Hall's transformation. */
double student_skewed(double t, double skewness, double count) {
    double unit = skewness / sqrt(count);
    return fabs(unit) > 1e-6 ? 3 / unit * (cbrt(1 + unit * (t - unit / 6)) - 1) : t;
}
