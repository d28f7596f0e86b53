/* Differences of cells, corrections for many comparisons: published values and synthetic
 * truth. */
#include "tests/support/unit.h"

#include "eval/stats/comparison.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* Newcombe, 1998, table II, method 10: 56/70 - 48/80 and others, to four places. Ours have the
 * allowance for skewness of the score's intervals: a little wider, never narrower. */
static void test_published_differences(void **unused) {
    (void)unused;
    static const struct {
        uint64_t won_a, of_a, won_b, of_b;
        double low, high;
    } published[] = {{56, 70, 48, 80, 0.0524, 0.3339},
                     {9, 10, 3, 10, 0.1705, 0.8090},
                     {5, 56, 0, 29, -0.0381, 0.1926},
                     {10, 10, 0, 20, 0.6791, 1.0000}};
    for (int i = 0; i < 4; i++) {
        outcome_counts_t a = {
            1, {published[i].of_a - published[i].won_a, 0, published[i].won_a}};
        outcome_counts_t b = {
            1, {published[i].of_b - published[i].won_b, 0, published[i].won_b}};
        estimate_t difference = comparison_of_scores(&a, &b, 0.95);
        assert_near(difference.low, published[i].low - 0.0125, 0.0127);
        assert_near(difference.high, published[i].high + 0.0125, 0.0127);
        double p = comparison_p_value(&a, &b);
        assert_true((p < 0.05) == (published[i].low > 0));
        estimate_t at_p = comparison_of_scores(&a, &b, 1 - p);
        assert_near(fmin(fabs(at_p.low), fabs(at_p.high)), 0, 1e-6);
    }
}

/* Worked through by hand: sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1. */
static void test_holm(void **unused) {
    (void)unused;
    double p[] = {0.01, 0.04, 0.03, 0.005}, adjusted[4];
    comparison_holm(p, 4, adjusted);
    assert_near(adjusted[0], 0.03, 1e-12);
    assert_near(adjusted[1], 0.06, 1e-12);
    assert_near(adjusted[2], 0.06, 1e-12);
    assert_near(adjusted[3], 0.02, 1e-12);
    double same[] = {0.9, 0.9};
    comparison_holm(same, 2, same);
    assert_near(same[0], 1, 0);
    assert_near(comparison_level_each(0.95, 10), 0.995, 1e-12);
}

static outcome_counts_t play(const outcome_shares_t *truth, int trials, pcg32_t *rng) {
    outcome_counts_t counts = {.games = (truth->outcomes - 1) / 2};
    for (int i = 0; i < trials; i++)
        outcome_counts_add(&counts, synthetic_draw(truth, rng));
    return counts;
}

/* Four cells: differences to the first of the others. All intervals at once hold their
 * truths, and Holm's procedure rejects a true "same" in at most 5 % of the families. */
static void test_families(void **unused) {
    (void)unused;
    enum { CELLS = 4 };
    static const double means[CELLS] = {0.5, 0.5, 0.5, 0.8};
    int repetitions = test_effort(1000), all_hold = 0, rejects = 0, finds = 0,
        one_holds = 0;
    double each = comparison_level_each(0.95, CELLS - 1);
    pcg32_t rng = pcg32_seed(8, 1);
    for (int r = 0; r < repetitions; r++) {
        outcome_counts_t cells[CELLS];
        double p[CELLS - 1];
        bool hold = true, rejected = false;
        for (int i = 0; i < CELLS; i++) {
            outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[7], means[i]);
            cells[i] = play(&truth, 100 + 20 * i, &rng);
        }
        for (int i = 1; i < CELLS; i++) {
            double truth = means[i] - means[0];
            estimate_t sure = comparison_of_scores(&cells[i], &cells[0], each);
            estimate_t single = comparison_of_scores(&cells[i], &cells[0], 0.95);
            hold &= sure.low <= truth && truth <= sure.high;
            one_holds += i == 1 && single.low <= truth && truth <= single.high;
            p[i - 1] = comparison_p_value(&cells[i], &cells[0]);
        }
        comparison_holm(p, CELLS - 1, p);
        for (int i = 1; i < CELLS - 1; i++)
            rejected |= p[i - 1] <= 0.05;
        all_hold += hold;
        rejects += rejected;
        finds += p[CELLS - 2] <= 0.05;
    }
    double n = repetitions;
    print_message("one interval %.4f, all three %.4f, wrongly different %.4f\n",
                  one_holds / n, all_hold / n, rejects / n);
    synthetic_check_share("one interval", one_holds / n, repetitions, 0.94, 0.96);
    synthetic_check_share("all intervals", all_hold / n, repetitions, 0.95, 0.98);
    synthetic_check_share("wrongly different", rejects / n, repetitions, 0.015, 0.05);
    synthetic_check_share("rightly different", finds / n, repetitions, 0.98, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_differences),
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_families),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
