/* The interval of a score: published values, never of no width, and what it promises on
 * synthetic truth: that 95 % intervals hold the truth about that often. */
#include "tests/support/unit.h"

#include "core/base/interval.h"
#include "core/base/pcg.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdbool.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I,
 * method 3 (Wilson's score), to four places. */
static void test_published_values(void **unused) {
    (void)unused;
    static const double published[][4] = {{81, 263, 0.2553, 0.3662},
                                          {15, 148, 0.0624, 0.1605},
                                          {0, 20, 0.0000, 0.1611},
                                          {1, 29, 0.0061, 0.1718}};
    for (int i = 0; i < 4; i++) {
        interval_t interval = interval_of_score(published[i][0], published[i][1]);
        assert_near(interval.low, published[i][2], 0.00005);
        assert_near(interval.high, published[i][3], 0.00005);
    }
}

/* The ends are the rates p whose test statistic |p - score| / sqrt(p (1 - p) / n) is the
 * normal quantile: Wilson's definition, solved here by bisection. */
static double end_by_bisection(double score, double count, double outside) {
    double inside = score;
    for (int i = 0; i < 200; i++) {
        double p = (inside + outside) / 2;
        bool is_inside = (p - score) * (p - score) * count <=
                         1.959963984540054 * 1.959963984540054 * p * (1 - p);
        *(is_inside ? &inside : &outside) = p;
    }
    return inside;
}

static void test_is_wilson_s(void **unused) {
    (void)unused;
    for (int count = 1; count <= 400; count = count * 3 / 2 + 1)
        for (int halves = 1; halves < 2 * count; halves++) {
            double score = halves / 2.0 / count;
            interval_t interval = interval_of_score(halves / 2.0, count);
            assert_near(interval.low, end_by_bisection(score, count, 0), 1e-9);
            assert_near(interval.high, end_by_bisection(score, count, 1), 1e-9);
        }
}

static void assert_wide(double sum, double count) {
    interval_t interval = interval_of_score(sum, count);
    assert_true(interval.low >= 0 && interval.high <= 1);
    /* At 0 and at 1 it is z^2 / (n + z^2) wide, and everywhere else more than that. */
    assert_true(interval.high - interval.low > 3.84 / (count + 3.85));
    assert_true(interval.low <= sum / count + 1e-12);
    assert_true(interval.high >= sum / count - 1e-12);
}

static void test_is_never_of_no_width(void **unused) {
    (void)unused;
    for (int count = 1; count <= 20000; count += 1 + count / 50) {
        assert_wide(0, count);
        assert_wide(count, count);
        assert_wide(count / 2.0, count); /* all drawn */
        assert_wide(0.5, count);
    }
}

/* Nothing lost, nothing won: the truth may be the very end, which belongs to it. */
static void test_holds_the_ends(void **unused) {
    (void)unused;
    for (int count = 1; count <= 5000; count++) {
        interval_t lost = interval_of_score(0, count);
        interval_t won = interval_of_score(count, count);
        if (lost.low > 0 || won.high < 1)
            fail_msg("%d games: lost from %.17g, won to %.17g", count, lost.low,
                     won.high);
    }
}

static void test_none_is_everything(void **unused) {
    (void)unused;
    interval_t interval = interval_of_score(0, 0);
    assert_true(interval.low <= 0 && interval.low >= 0);
    assert_true(interval.high <= 1 && interval.high >= 1);
}

static void test_mirrors_and_narrows(void **unused) {
    (void)unused;
    double before = 1;
    for (int count = 2; count <= 4096; count *= 2) {
        interval_t quarter = interval_of_score(count / 4.0, count);
        interval_t rest = interval_of_score(count * 0.75, count);
        assert_near(quarter.low, 1 - rest.high, 1e-12);
        assert_near(quarter.high, 1 - rest.low, 1e-12);
        assert_true(quarter.high - quarter.low < before);
        before = quarter.high - quarter.low;
    }
}

/* How often the interval of n games holds the truth, a score of win + draw / 2. */
static double coverage(double win, double draw, int games, int repetitions) {
    double truth = win + draw / 2;
    pcg32_t rng = pcg32_for(1, (uint64_t)games, (uint64_t)(truth * 1000), PCG_FOR_TEST);
    int held = 0;
    for (int i = 0; i < repetitions; i++) {
        double sum = 0;
        for (int game = 0; game < games; game++) {
            double x = pcg32_real(&rng);
            sum += x < win ? 1 : x < win + draw ? 0.5 : 0;
        }
        interval_t interval = interval_of_score(sum, games);
        held += interval.low <= truth && truth <= interval.high;
    }
    return (double)held / repetitions;
}

static const double truths[] = {0.02, 0.1, 0.5, 0.9};
static const int lengths[] = {20, 100, 400};

/* `draws`: how much of the smaller of score and 1 - score comes from drawn games. */
static void check_coverage(double draws, double least) {
    int repetitions = test_effort(10000);
    double error = 2 * sqrt(0.05 * 0.95 / repetitions - 0.05 * 0.95 / 10000);
    for (int t = 0; t < 4; t++)
        for (int l = 0; l < 3; l++) {
            double smaller = truths[t] < 0.5 ? truths[t] : 1 - truths[t];
            double draw = 2 * smaller * draws, win = truths[t] - draw / 2;
            double share = coverage(win, draw, lengths[l], repetitions);
            if (share < least - error)
                fail_msg("a score of %g in %d games with %g drawn: held in %.4f",
                         truths[t], lengths[l], draw, share);
        }
}

static void test_coverage_of_wins_and_losses(void **unused) {
    (void)unused;
    check_coverage(0, 0.93);
}

static void test_coverage_with_draws(void **unused) {
    (void)unused;
    check_coverage(0.5, 0.95);
    check_coverage(0.9, 0.95);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_is_wilson_s),
        cmocka_unit_test(test_is_never_of_no_width),
        cmocka_unit_test(test_holds_the_ends),
        cmocka_unit_test(test_none_is_everything),
        cmocka_unit_test(test_mirrors_and_narrows),
        cmocka_unit_test(test_coverage_of_wins_and_losses),
        cmocka_unit_test(test_coverage_with_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
