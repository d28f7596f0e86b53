/* The portable logarithm and exponential against libm's long double functions, which have
 * 11 more bits, and against recorded bit patterns: a compiler or a flag that changes a
 * last bit would change the games of a seed. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/base/portable_math.h"
#include "tests/support/variants.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 200000 };

/* The error in units of the last place of the true value as a double. */
static double ulps(double value, long double truth) {
    int exponent;
    if (!(fabsl(truth) > 0))
        return fabs(value) > 0 ? HUGE_VAL : 0;
    frexpl(truth, &exponent);
    return (double)fabsl(ldexpl((long double)value - truth, 53 - exponent));
}

static void check_log(double x) {
    double off = ulps(portable_log(x), logl((long double)x));
    if (!(off <= 2))
        fail_msg("log of %a is %.2f units off", x, off);
}

static void check_exp(double x) {
    double off = ulps(portable_exp(x), expl((long double)x));
    if (!(off <= 2))
        fail_msg("exp of %a is %.2f units off", x, off);
}

/* The logarithm's error grows by the exponent: |y log x| units are expected of
 * exp(y log x), since y log x is kept to a double. */
static void check_pow(double base, double exponent) {
    long double truth = powl((long double)base, (long double)exponent);
    double allowed = 3 + 2 * fabs(exponent * log(base));
    double off = ulps(portable_pow(base, exponent), truth);
    if (!(off <= allowed))
        fail_msg("%a to the %a is %.2f units off", base, exponent, off);
}

static double between(pcg32_t *rng, double low, double high) {
    return low + (high - low) * pcg32_real(rng);
}

static void test_log(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(1, 1);
    for (int i = 0, n = test_effort(SAMPLES); i < n; i++) {
        check_log(ldexp(between(&rng, 1, 2), (int)pcg32_below(&rng, 2044) - 1022));
        check_log(between(&rng, 0.5, 2));
        check_log(between(&rng, 0, 1));
        check_log(1 + (between(&rng, -1, 1) * ldexp(1, -(int)pcg32_below(&rng, 52))) / 2);
        check_log((double)(1 + pcg32_next(&rng))); /* visits */
        check_log((double)(i + 1));
    }
    check_log(DBL_MIN);
    check_log(DBL_MAX);
}

static void test_log_close_to_one(void **unused) {
    (void)unused;
    double above = 1, below = 1;
    for (int i = 0; i < 1000; i++) {
        above = nextafter(above, 2);
        below = nextafter(below, 0);
        check_log(above);
        check_log(below);
    }
}

static void test_exp(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(2, 1);
    for (int i = 0, n = test_effort(SAMPLES); i < n; i++) {
        check_exp(between(&rng, -700, 700));
        check_exp(between(&rng, -1, 1));
        check_exp(between(&rng, -1, 1) * ldexp(1, -(int)pcg32_below(&rng, 60)));
        /* where the range reduction changes sides: odd multiples of ln 2 / 2 */
        check_exp(((int)pcg32_below(&rng, 2000) - 1000 + 0.5) * 0.6931471805599453 +
                  between(&rng, -1e-9, 1e-9));
    }
    check_exp(-700);
    check_exp(700);
}

static void test_pow(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(3, 1);
    for (int i = 0, n = test_effort(SAMPLES); i < n; i++) {
        check_pow(between(&rng, 0, 1) + 1e-9, between(&rng, 0, 10));
        check_pow((double)(1 + pcg32_below(&rng, 1 << 26)), between(&rng, 0, 2));
        check_pow((double)(1 + pcg32_below(&rng, 1000)), between(&rng, -100, 100));
        check_pow(between(&rng, 0.5, 2), between(&rng, -1, 1));
    }
}

static void assert_exactly(double value, double expected) {
    if (memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("%a is not %a", value, expected);
}

static void test_exact_cases(void **unused) {
    (void)unused;
    assert_exactly(portable_log(1), 0);
    assert_exactly(portable_exp(0), 1);
    assert_exactly(portable_exp(-0.0), 1);
    assert_exactly(portable_exp(0x1p-60), 1);
    assert_exactly(portable_pow(0, 1), 0);
    assert_exactly(portable_pow(0, 1e-300), 0);
    pcg32_t rng = pcg32_seed(4, 1);
    for (int i = 0; i < 1000; i++) {
        assert_exactly(portable_pow(1, between(&rng, -1e9, 1e9)), 1);
        assert_exactly(portable_pow(between(&rng, 0.001, 1e9), 0), 1);
    }
    for (int k = -1022; k <= 1023; k++) { /* ln 2 times k, rounded once */
        long double truth = k * 0.693147180559945309417232121458176568L;
        assert_true(ulps(portable_log(ldexp(1, k)), truth) <= 0.51);
    }
}

/* For extreme arguments the power is clamped to the exponential's range and stays
 * monotone. */
static void test_pow_far_out(void **unused) {
    (void)unused;
    double tiny = portable_exp(-700), large = portable_exp(700);
    assert_exactly(portable_pow(0.001, 1e6), tiny);
    assert_exactly(portable_pow(1000, 1e6), large);
    assert_exactly(portable_pow(1000, -1e6), tiny);
    assert_true(tiny > 0 && tiny >= DBL_MIN && large <= DBL_MAX);
}

/* Steps of a relative 2^-44, 512 units in the last place, through the points where a
 * range reduction starts anew: larger arguments must have larger values. */
static void test_log_is_monotone(void **unused) {
    (void)unused;
    static const double points[] = {
        0.5, 0.70710678118654752, 1, 1.4142135623730951, 2, 400, 1e-300};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        double before = portable_log(points[i] * (1 - 2001 * 0x1p-44));
        for (int k = -2000; k <= 2000; k++) {
            double value = portable_log(points[i] * (1 + k * 0x1p-44));
            if (!(value >= before))
                fail_msg("log falls at %a (1 + %d * 2^-44)", points[i], k);
            before = value;
        }
    }
}

static void test_exp_is_monotone(void **unused) {
    (void)unused;
    static const double points[] = {0,    0.34657359027997264, -0.34657359027997264,
                                    1,    1.0397207708399179,  -3.8123094930796993,
                                    500.5};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        double before = portable_exp(points[i] - 2001 * 0x1p-44);
        for (int k = -2000; k <= 2000; k++) {
            double value = portable_exp(points[i] + k * 0x1p-44);
            if (!(value >= before))
                fail_msg("exp falls at %a + %d * 2^-44", points[i], k);
            before = value;
        }
    }
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Arguments are volatile, so that the compiler cannot compute these at compile time. */
static void test_golden_bits(void **unused) {
    (void)unused;
    static const struct {
        char function;
        double a, b;
        uint64_t bits;
    } golden[] = {
        {'l', 2, 0, UINT64_C(0x3fe62e42fefa39ef)},
        {'l', 3, 0, UINT64_C(0x3ff193ea7aad030b)},
        {'l', 0.1, 0, UINT64_C(0xc0026bb1bbb55515)},
        {'l', 400, 0, UINT64_C(0x4017f7427b73e391)},
        {'l', 1e300, 0, UINT64_C(0x4085963447f87fb5)},
        {'e', 1, 0, UINT64_C(0x4005bf0a8b14576a)},
        {'e', -0.3, 0, UINT64_C(0x3fe7b4c869c37c05)},
        {'e', -699.5, 0, UINT64_C(0x00dc89c2e339b392)},
        {'e', 123.456, 0, UINT64_C(0x4b11428e1cbc0143)},
        {'p', 2, 0.5, UINT64_C(0x3ff6a09e667f3bcc)},
        {'p', 0.3, 7.25, UINT64_C(0x3f2536fd647f4b4a)},
        {'p', 12345, 1.6, UINT64_C(0x414ad88437f25f5c)},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        volatile double a = golden[i].a, b = golden[i].b;
        double value = golden[i].function == 'l'   ? portable_log(a)
                       : golden[i].function == 'e' ? portable_exp(a)
                                                   : portable_pow(a, b);
        if (bits_of(value) != golden[i].bits)
            fail_msg("%c %g %g has the bits %016llx", golden[i].function, golden[i].a,
                     golden[i].b, (unsigned long long)bits_of(value));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_log_close_to_one),
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_pow),
        cmocka_unit_test(test_exact_cases),
        cmocka_unit_test(test_pow_far_out),
        cmocka_unit_test(test_log_is_monotone),
        cmocka_unit_test(test_exp_is_monotone),
        cmocka_unit_test(test_golden_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
