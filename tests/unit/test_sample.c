/* Intervals of means and of quantiles: against tables, and their coverage on synthetic
 * truth. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/normal.h"
#include "core/stats/student.h"
#include "eval/stats/length_counts.h"
#include "eval/stats/sample.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdio.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static void test_student(void **unused) {
    (void)unused;
    static const double table[][3] = {
        /* level, degrees of freedom, t: any printed table */
        {0.95, 1, 12.7062047},  {0.95, 2, 4.30265273},   {0.95, 3, 3.18244631},
        {0.95, 5, 2.57058184},  {0.95, 10, 2.22813885},  {0.95, 29, 2.04522964},
        {0.95, 30, 2.04227246}, {0.95, 100, 1.98397152}, {0.95, 1000, 1.96233908},
        {0.99, 4, 4.60409487},  {0.99, 60, 2.66028303},  {0.5, 7, 0.71114178},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_near(student_two_sided(table[i][0], table[i][1]), table[i][2], 1e-5);
    double whole = student_two_sided(0.95, 9), next = student_two_sided(0.95, 9.5);
    assert_true(next < whole && next > student_two_sided(0.95, 10));
}

/* With one and two degrees of freedom t has a formula; with many it is nearly normal; the
 * tails continue the middle. */
static void test_student_far(void **unused) {
    (void)unused;
    static const double misses[] = {0.3, 9e-4, 1e-5, 1e-12, 1e-30, 1e-300};
    for (size_t i = 0; i < sizeof misses / sizeof misses[0]; i++) {
        double miss = misses[i];
        double one = 1 / tan(acos(-1) / 2 * miss),
               two = (1 - miss) * sqrt(2 / (miss * (2 - miss)));
        assert_near(student_two_sided_miss(miss, 1) / one, 1, 1e-9);
        assert_near(student_two_sided_miss(miss, 2) / two, 1, 1e-9);
    }
    double normal = -normal_quantile(1e-9 / 2);
    assert_near(student_two_sided_miss(1e-9, 1e5), normal, 1e-3);
    for (double freedom = 1; freedom < 100; freedom += 0.5) {
        double miss = freedom < 10 ? 1e-3 : 1e-6;
        double near = student_two_sided_miss(1.0001 * miss, freedom);
        double far = student_two_sided_miss(0.9999 * miss, freedom);
        assert_true(far > near * 0.9995 && far < near * 1.0005);
    }
}

static void test_mean_and_spread(void **unused) {
    (void)unused;
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    sample_t sample = {0};
    assert_near(sample_deviation(&sample), 0, 0);
    for (int i = 0; i < 8; i++)
        sample_add(&sample, values[i]);
    assert_near(sample.mean, 5, 1e-12);
    assert_near(sample_deviation(&sample), sqrt(32.0 / 7), 1e-12);
    /* Hall's cubic for these values, its skewness 0.656250, solved by bisection
     * elsewhere. */
    estimate_t mean = sample_mean(&sample, 8, -HUGE_VAL, HUGE_VAL, 0.95);
    assert_near(mean.low, 3.4877766, 1e-5);
    assert_near(mean.high, 7.3265877, 1e-5);
    /* A share of 0.3694166 has none among 8 values in 2.5 %: (1 - 0.3694166)^8. */
    estimate_t unseen = sample_mean(&sample, 8, 0, 25, 0.95);
    assert_near(unseen.low, 3.4877766 - 5 * 0.3694166, 1e-5);
    assert_near(unseen.high, 7.3265877 + 20 * 0.3694166, 1e-5);
    assert_near(sample_mean(&sample, 8, 4, 6, 0.95).high, 6, 0);
    estimate_t fewer = sample_mean(&sample, 4, 0, HUGE_VAL, 0.95);
    assert_near(fewer.high, 18.6464525, 1e-4);
}

/* Without skewness the interval is Student's. */
static void test_symmetric_values(void **unused) {
    (void)unused;
    sample_t sample = {0};
    for (int i = 0; i < 5; i++)
        sample_add(&sample, 1 + 2 * i);
    estimate_t mean = sample_mean(&sample, 5, -HUGE_VAL, HUGE_VAL, 0.95);
    double half = 2.77644511 * sqrt(10) / sqrt(5);
    assert_near(mean.value, 5, 1e-12);
    assert_near(mean.low, 5 - half, 1e-5);
    assert_near(mean.high, 5 + half, 1e-5);
}

/* Identical values, or duplicates of one game, have little information. */
static void test_no_interval_is_of_no_width(void **unused) {
    (void)unused;
    sample_t sample = {0};
    estimate_t none = sample_mean(&sample, 0, 0, 1, 0.95);
    assert_true(none.low == 0 && none.high == 1);
    for (int i = 0; i < 200; i++)
        sample_add(&sample, 0);
    estimate_t zero = sample_mean(&sample, 200, 0, 1, 0.95);
    assert_near(zero.value, 0, 0);
    assert_near(zero.low, 0, 0);
    assert_true(zero.high > 0.01 && zero.high < 0.03);
    assert_near(sample_mean(&sample, 200, 0, 10, 0.95).high, 10 * zero.high, 1e-12);
    estimate_t one_game = sample_mean(&sample, 1, 0, 1, 0.95);
    assert_true(one_game.high > 0.6 && one_game.high <= 1);
}

typedef struct kind {
    const char *name;
    double low, high, mean, least; /* least share of intervals that hold the mean */
    int games;
} kind_t;

/* The bounds of the smallest samples are where the interval may fall short. */
static const kind_t kinds[] = {
    {"normal", -100, 100, 3, 0.94, 5},        {"normal", -100, 100, 3, 0.94, 200},
    {"uniform", 0, 1, 0.5, 0.94, 5},          {"uniform", 0, 1, 0.5, 0.94, 200},
    {"exponential", 0, 100, 1, 0.94, 20},     {"exponential", 0, 100, 1, 0.94, 200},
    {"squared", 0, 1, 1.0 / 3, 0.94, 20},     {"squared", 0, 1, 1.0 / 3, 0.94, 200},
    {"mostly zero", 0, 1, 0.05, 0.94, 200},   {"mostly zero", 0, 1, 0.05, 0.94, 1000},
    {"heavy", 0, 10, 1.45, 0.95, 10},         {"heavy", 0, 10, 1.45, 0.95, 30},
    {"heavy", 0, 10, 1.45, 0.95, 100},        {"very heavy", 0, 100, 1.99, 0.95, 20},
    {"very heavy", 0, 100, 1.99, 0.95, 50},   {"very heavy", 0, 100, 1.99, 0.95, 200},
    {"very heavy", 0, 100, 1.99, 0.95, 1000},
};

static double draw(const kind_t *kind, pcg32_t *rng) {
    double x = pcg32_real(rng);
    switch (kind->name[0]) {
    case 'n':
        return 3 + 2 * synthetic_normal(rng);
    case 'e':
        return -log(1 - x);
    case 's':
        return x * x;
    case 'h': /* one game in twenty is ten times as long */
        return x < 0.05 ? 10 : 0.5 + pcg32_real(rng);
    case 'v':
        return x < 0.01 ? 100 : 0.5 + pcg32_real(rng);
    case 'm':
        return x < 0.1 ? pcg32_real(rng) : 0;
    default:
        return x;
    }
}

static void test_means_are_held(void **unused) {
    (void)unused;
    int repetitions = test_effort(10000);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const kind_t *kind = &kinds[k];
        pcg32_t rng = pcg32_for(11, k, 0, PCG_FOR_TEST);
        int held = 0;
        for (int r = 0; r < repetitions; r++) {
            sample_t sample = {0};
            for (int g = 0; g < kind->games; g++)
                sample_add(&sample, draw(kind, &rng));
            estimate_t mean =
                sample_mean(&sample, kind->games, kind->low, kind->high, 0.95);
            held += mean.low <= kind->mean && kind->mean <= mean.high;
        }
        double share = (double)held / repetitions;
        char what[120];
        snprintf(what, sizeof what, "mean; %s, %d games", kind->name, kind->games);
        synthetic_check_share(what, share, repetitions, kind->least, 1);
    }
}

static void test_quantiles(void **unused) {
    (void)unused;
    static const uint32_t lengths[] = {9, 3, 7, 7, 12, 3, 5, 8, 7};
    length_counts_t counts = {0};
    for (int i = 0; i < 9; i++)
        length_counts_add(&counts, lengths[i]);
    assert_near(length_counts_quantile(&counts, 0.5, 9, 1, 50, 0.95).value, 7, 0);
    assert_near(length_counts_quantile(&counts, 0.1, 9, 1, 50, 0.95).value, 3, 0);
    assert_near(length_counts_quantile(&counts, 0.9, 9, 1, 50, 0.95).value, 9, 0);
    estimate_t top = length_counts_quantile(&counts, 0.9, 9, 1, 50, 0.95);
    assert_true(top.high == 50 && top.low >= 5); /* too few games for a bound above */
    static const uint32_t reached[] = {3, 3, 3, 5, 7, 7, 7, 8, 9, 12};
    for (int i = 0; i < 10; i++) /* i games of nine */
        assert_int_equal(length_counts_reached(&counts, i / 9.0), reached[i]);
    assert_int_equal(length_counts_reached(&counts, 0.5), 7);
    assert_int_equal(length_counts_between(&counts, 5, 3), 4);
    assert_int_equal(length_counts_between(&counts, 10, 10), 1);
    length_counts_clear(&counts);
}

/* Lengths from 0 to 999, equally likely: the q-quantile is 1000 q, plus or minus one. */
static void test_quantiles_are_held(void **unused) {
    (void)unused;
    static const double shares[] = {0.1, 0.5, 0.9};
    static const int games[] = {20, 50, 200};
    int repetitions = test_effort(4000);
    for (int n = 0; n < 3; n++)
        for (int s = 0; s < 3; s++) {
            pcg32_t rng = pcg32_for(12, (uint64_t)n, (uint64_t)s, PCG_FOR_TEST);
            int held = 0;
            for (int r = 0; r < repetitions; r++) {
                length_counts_t counts = {0};
                for (int g = 0; g < games[n]; g++)
                    length_counts_add(&counts, pcg32_below(&rng, 1000));
                estimate_t q =
                    length_counts_quantile(&counts, shares[s], games[n], 0, 1000, 0.95);
                held += q.low <= 1000 * shares[s] && 1000 * shares[s] - 1 <= q.high;
                length_counts_clear(&counts);
            }
            char truth[80];
            snprintf(truth, sizeof truth, "%.1f of %d games", shares[s], games[n]);
            synthetic_check_coverage("quantile of lengths", truth, held, repetitions,
                                     0.95);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_student_far),
        cmocka_unit_test(test_mean_and_spread),
        cmocka_unit_test(test_symmetric_values),
        cmocka_unit_test(test_no_interval_is_of_no_width),
        cmocka_unit_test(test_means_are_held),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_quantiles_are_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
