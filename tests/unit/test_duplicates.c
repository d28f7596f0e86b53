/* Counting duplicate games, and their effect on intervals: for games drawn repeatedly
 * from a small pool, the plain interval covers the truth far too rarely, that of the
 * effective number as often as stated. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/duplicates.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static void test_counts(void **unused) {
    (void)unused;
    static const uint64_t hashes[] = {7, 3, 7, UINT64_MAX, 7, 3, 0};
    duplicates_t duplicates = duplicates_of(hashes, 7);
    assert_int_equal(duplicates.games, 7);
    assert_int_equal(duplicates.distinct, 4);
    assert_int_equal(duplicates.largest, 3);
    assert_near(duplicates.effective, 49.0 / (9 + 4 + 1 + 1), 1e-12);
    assert_near(duplicates_of(hashes, 1).effective, 1, 1e-12);
    assert_near(duplicates_of(NULL, 0).effective, 0, 0);
}

static void test_all_different_and_all_the_same(void **unused) {
    (void)unused;
    uint64_t hashes[500];
    for (uint64_t i = 0; i < 500; i++)
        hashes[i] = mix64(i);
    duplicates_t duplicates = duplicates_of(hashes, 500);
    assert_int_equal(duplicates.distinct, 500);
    assert_near(duplicates.effective, 500, 1e-9);
    outcome_counts_t counts = {1, {200, 100, 200}};
    estimate_t plain = outcome_counts_score_estimate(&counts, 0.95);
    estimate_t same =
        outcome_counts_score_of_effective(&counts, duplicates.effective, 0.95);
    assert_near(same.low, plain.low, 1e-9);
    for (int i = 0; i < 500; i++)
        hashes[i] = 42;
    duplicates = duplicates_of(hashes, 500);
    assert_near(duplicates.effective, 1, 1e-12);
    estimate_t wide =
        outcome_counts_score_of_effective(&counts, duplicates.effective, 0.95);
    assert_true(wide.high - wide.low > 0.7);
}

/* 200 games are drawn from a pool of 60, each made by the truth. */
static void test_coverage(void **unused) {
    (void)unused;
    enum { POOL = 60, GAMES = 200 };
    int repetitions = test_effort(10000), plain_held = 0, held = 0;
    double mean = 0.55, effective = 0;
    outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[7], mean);
    pcg32_t rng = pcg32_seed(12, 1);
    for (int r = 0; r < repetitions; r++) {
        int pool[POOL];
        uint64_t hashes[GAMES];
        outcome_counts_t counts = outcome_counts_of_games();
        for (int i = 0; i < POOL; i++)
            pool[i] = synthetic_draw(&truth, &rng);
        for (int i = 0; i < GAMES; i++) {
            uint32_t game = pcg32_below(&rng, POOL);
            hashes[i] = mix64(game);
            outcome_counts_add(&counts, pool[game]);
        }
        duplicates_t duplicates = duplicates_of(hashes, GAMES);
        estimate_t plain = outcome_counts_score_estimate(&counts, 0.95);
        estimate_t wide =
            outcome_counts_score_of_effective(&counts, duplicates.effective, 0.95);
        plain_held += plain.low <= mean && mean <= plain.high;
        held += wide.low <= mean && mean <= wide.high;
        effective += duplicates.effective / repetitions;
    }
    double n = repetitions;
    print_message("%d games of %d, effective %.1f: plain %.4f, widened %.4f\n", GAMES,
                  POOL, effective, plain_held / n, held / n);
    synthetic_check_share("score of games from a pool of 60, taken as different",
                          plain_held / n, repetitions, 0.5, 0.75);
    synthetic_check_share("score of games from a pool of 60", held / n, repetitions, 0.94,
                          0.96);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_all_different_and_all_the_same),
        cmocka_unit_test(test_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
