/* Scores as log odds: by hand, for coins and for trials of less variance, and at the
 * edges. */
#include "tests/support/unit.h"

#include "eval/stats/log_odds.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* The error is that of the score over p (1 - p). */
static void test_log_odds(void **unused) {
    (void)unused;
    outcome_counts_t coins = {1, {4000, 0, 6000}}, drawn = {1, {1000, 6000, 3000}};
    log_odds_t at = log_odds_of_score(&coins);
    assert_near(at.value, log(1.5), 1e-4);
    assert_near(at.error, sqrt(1 / (10000 * 0.24)), 1e-5);
    assert_near(score_of_log_odds(at.value), 0.6, 1e-4);
    at = log_odds_of_score(&drawn);
    assert_near(at.value, log(1.5), 1e-4);
    assert_near(at.error, sqrt(0.09 / 10000) / 0.24, 1e-5);
    outcome_counts_t edges[] = {{1, {20}}, {1, {0, 0, 20}}, {1, {0, 20, 0}}, {1, {0}}};
    for (int i = 0; i < 4; i++) {
        at = log_odds_of_score(&edges[i]);
        assert_true(isfinite(at.value) && at.error > 0.05 && at.error < 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_log_odds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
