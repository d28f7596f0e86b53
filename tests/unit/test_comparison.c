/* Differences of cells, corrections for multiple comparisons: published values and
 * synthetic truth. */
#include "tests/support/unit.h"

#include "eval/stats/comparison.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* Worked through by hand: sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1. */
static void test_holm(void **unused) {
    (void)unused;
    double p[] = {0.01, 0.04, 0.03, 0.005}, adjusted[4];
    comparison_holm(p, 4, 4, adjusted);
    assert_near(adjusted[0], 0.03, 1e-12);
    assert_near(adjusted[1], 0.06, 1e-12);
    assert_near(adjusted[2], 0.06, 1e-12);
    assert_near(adjusted[3], 0.02, 1e-12);
    comparison_holm(p, 4, 6, adjusted); /* two others, whose p-values are lost */
    assert_near(adjusted[3], 0.03, 1e-12);
    assert_near(adjusted[1], 0.12, 1e-12);
    double same[] = {0.9, 0.9};
    comparison_holm(same, 2, 2, same);
    assert_near(same[0], 1, 0);
    assert_near(comparison_level_each(0.95, 10), 0.995, 1e-12);
}

static outcome_counts_t play(const outcome_shares_t *truth, int trials, pcg32_t *rng) {
    outcome_counts_t counts = {.games = (truth->outcomes - 1) / 2};
    for (int i = 0; i < trials; i++)
        outcome_counts_add(&counts, synthetic_draw(truth, rng));
    return counts;
}

/* The two-sided p-value of "equally strong". */
static double p_of_even(const outcome_counts_t *counts) {
    double above = outcome_counts_superiority_of_effective(
        counts, (double)outcome_counts_trials(counts));
    return 2 * fmin(above, 1 - above);
}

/* Three cells, two of them even. All intervals cover their truths simultaneously, and
 * Holm's procedure rejects a true "even" in at most 5 % of the families. */
static void test_families(void **unused) {
    (void)unused;
    enum { CELLS = 3 };
    static const double means[CELLS] = {0.5, 0.5, 0.8};
    int repetitions = test_effort(1000), all_hold = 0, rejects = 0, finds = 0,
        one_holds = 0;
    double each = comparison_level_each(0.95, CELLS);
    pcg32_t rng = pcg32_seed(8, 1);
    for (int r = 0; r < repetitions; r++) {
        double p[CELLS];
        bool hold = true;
        for (int i = 0; i < CELLS; i++) {
            outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[7], means[i]);
            outcome_counts_t cell = play(&truth, 100 + 20 * i, &rng);
            estimate_t sure = outcome_counts_score_estimate(&cell, each);
            estimate_t single = outcome_counts_score_estimate(&cell, 0.95);
            hold &= sure.low <= means[i] && means[i] <= sure.high;
            one_holds += i == 0 && single.low <= means[i] && means[i] <= single.high;
            p[i] = p_of_even(&cell);
        }
        comparison_holm(p, CELLS, CELLS, p);
        all_hold += hold;
        rejects += p[0] <= 0.05 || p[1] <= 0.05;
        finds += p[CELLS - 1] <= 0.05;
    }
    double n = repetitions;
    print_message("one interval %.4f, all three %.4f, wrongly rejected %.4f\n",
                  one_holds / n, all_hold / n, rejects / n);
    synthetic_check_share("one interval", one_holds / n, repetitions, 0.94, 0.97);
    synthetic_check_share("all intervals", all_hold / n, repetitions, 0.945, 0.98);
    synthetic_check_share("wrongly rejected", rejects / n, repetitions, 0.02, 0.055);
    synthetic_check_share("rightly rejected", finds / n, repetitions, 0.98, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_families),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
