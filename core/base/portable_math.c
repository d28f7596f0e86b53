#include "core/base/portable_math.h"

#include <assert.h>
#include <math.h>

/* ln 2 in two parts: the high part has trailing zeros, so that k * LN2_HIGH is exact. */
#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33

double portable_log(double x) {
    int exponent;
    assert(x > 0 && x < HUGE_VAL);
    double m = frexp(x, &exponent); /* exact: m in [1/2, 1) */
    if (m < 0.70710678118654752) {
        m *= 2;
        exponent--;
    }
    /* ln m = 2 atanh(s), |s| < 0.172: each term is less than 1/33 of the one before. */
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int k = 25; k >= 3; k -= 2)
        sum = sum * square + 1.0 / k;
    double tail = 2 * s * square * sum;
    return exponent * LN2_HIGH + (2 * s + (tail + exponent * LN2_LOW));
}

double portable_exp(double x) {
    assert(x >= -700 && x <= 700);
    double k = floor(x / 0.69314718055994531 + 0.5); /* floor is exact */
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;     /* |r| < 0.35 */
    double sum = 1;
    for (int n = 16; n >= 1; n--)
        sum = 1 + r * sum / n;
    return ldexp(sum, (int)k); /* exact */
}

double portable_pow(double base, double exponent) {
    assert(base >= 0);
    if (!(base > 0))
        return 0;
    double x = exponent * portable_log(base);
    return portable_exp(x < -700 ? -700 : x > 700 ? 700 : x);
}
