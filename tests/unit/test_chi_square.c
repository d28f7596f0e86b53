/* Chi^2: against tables, and on synthetic counts: a true hypothesis of independence is
 * rejected as often as the level says, a false one is detected. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/stats/chi_square.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* Upper 5 % and 1 % points of any table of chi^2. */
static void test_tables(void **unused) {
    (void)unused;
    static const struct {
        double degrees, five, one;
    } rows[] = {{1, 3.841, 6.635},   {2, 5.991, 9.210},   {3, 7.815, 11.345},
                {4, 9.488, 13.277},  {6, 12.592, 16.812}, {10, 18.307, 23.209},
                {20, 31.410, 37.566}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_near(chi_square_tail(rows[i].five, rows[i].degrees), 0.05, 1e-4);
        assert_near(chi_square_tail(rows[i].one, rows[i].degrees), 0.01, 2e-5);
        assert_near(chi_square_tail(0, rows[i].degrees), 1, 0);
    }
}

static void test_by_hand(void **unused) {
    (void)unused;
    static const uint64_t counts[] = {20, 30, 30, 20}; /* expected 25 everywhere */
    static const uint64_t empty[] = {20, 0, 30, 30, 0, 20, 0, 0, 0};
    static const uint64_t one_row[] = {5, 7, 9};
    contingency_t found = contingency_of(counts, 2, 2);
    assert_near(found.chi_square, 4, 1e-12);
    assert_near(found.degrees, 1, 0);
    assert_near(contingency_of(empty, 3, 3).chi_square, 4, 1e-12);
    assert_near(contingency_of(empty, 3, 3).degrees, 1, 0);
    assert_near(contingency_of(one_row, 1, 3).p_value, 1, 0);
    /* Columns and rows with small counts are merged with the next larger ones. */
    static const uint64_t sparse[] = {20, 29, 1, 29, 20, 1, 1, 0, 0};
    assert_near(contingency_of(sparse, 3, 3).degrees, 1, 0);
    static const uint64_t few[] = {3, 1, 0, 4};
    assert_near(contingency_of(few, 2, 2).p_value, 1, 0);
    contingency_t two[] = {{4, 1, 0}, {1, 2, 0}};
    assert_near(contingency_pooled(two, 2).chi_square, 5, 1e-12);
    assert_near(contingency_pooled(two, 2).p_value, chi_square_tail(5, 3), 1e-12);
    found = goodness_of_fit_uniform(one_row, 3);
    assert_near(found.chi_square, (4 + 0 + 4) / 7.0, 1e-12);
    assert_near(found.degrees, 2, 0);
    assert_near(goodness_of_fit_uniform(one_row, 1).p_value, 1, 0);
}

/* Games in four orientations, few of the last; the first wins by `lean` more often. */
static double share_rejected(double lean, double draws, double level) {
    enum { GAMES = 400 };
    int repetitions = test_effort(4000), rejected = 0;
    for (int i = 0; i < repetitions; i++) {
        pcg32_t rng = pcg32_for(5, (uint64_t)i, 0, PCG_FOR_TEST);
        uint64_t counts[12] = {0};
        for (int game = 0; game < GAMES; game++) {
            uint32_t row = pcg32_below(&rng, 31) / 10;
            double u = pcg32_real(&rng), win = 0.5 + (row == 0 ? lean : 0);
            counts[3 * row + (u < win ? 0 : u < win + draws ? 2 : 1)]++;
        }
        rejected += contingency_of(counts, 4, 3).p_value < level;
    }
    return (double)rejected / repetitions;
}

static void test_calibration(void **unused) {
    (void)unused;
    double at_five = share_rejected(0, 0.1, 0.05), at_one = share_rejected(0, 0.1, 0.01);
    double seen = share_rejected(0.2, 0.1, 0.01);
    print_message("true independence rejected at 5 %%: %.2f %%, at 1 %%: %.2f %%; a lean "
                  "of 20 points in 400 games seen at 1 %%: %.1f %%\n",
                  100 * at_five, 100 * at_one, 100 * seen);
    int repetitions = test_effort(4000);
    synthetic_check_share("mirror images that end alike, rejected at 5 %", at_five,
                          repetitions, 0.045, 0.055);
    synthetic_check_share("mirror images that end alike, rejected at 1 %", at_one,
                          repetitions, 0.006, 0.013);
    synthetic_check_share("the same with hardly a draw, rejected at 5 %",
                          share_rejected(0, 0.002, 0.05), repetitions, 0.04, 0.055);
    synthetic_check_share("the same with hardly a draw, rejected at 0.1 %",
                          share_rejected(0, 0.002, 0.001), repetitions, 0, 0.0015);
    assert_true(seen > 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_calibration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
