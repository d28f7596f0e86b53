/* The confidence sequence: the gambler's capital is a martingale to the last digit, the
 * interval ends where it reaches its threshold, widths at the edges are computed by hand,
 * and on synthetic truth the intervals of all looks together cover the truth, and balance
 * is decided correctly. */
#include "tests/support/unit.h"

#include "eval/stats/comparison.h"
#include "eval/stats/confidence_sequence.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static double factorial(uint64_t n) {
    return n ? (double)n * factorial(n - 1) : 1;
}

/* Over all counts of `trials` trials, their probabilities times the capital. */
static double expected_capital(const outcome_shares_t *truth, int games, int trials,
                               double mean) {
    double sum = 0;
    outcome_counts_t counts = {.games = games};
    uint64_t *c = counts.count, n = (uint64_t)trials;
    for (c[0] = 0; c[0] <= n; c[0]++)
        for (c[1] = 0; c[0] + c[1] <= n; c[1]++)
            for (c[2] = 0; c[0] + c[1] + c[2] <= n; c[2]++)
                for (c[3] = 0; c[0] + c[1] + c[2] + c[3] <= n; c[3]++) {
                    c[4] = n - c[0] - c[1] - c[2] - c[3];
                    if (games == 1 && (c[3] || c[4]))
                        continue;
                    double chance = factorial(n);
                    for (int k = 0; k < OUTCOMES_MAX; k++)
                        chance *= pow(truth->share[k], (double)c[k]) / factorial(c[k]);
                    sum += chance * exp(confidence_sequence_log_evidence(&counts, mean));
                }
    return sum;
}

static void test_capital_is_a_fair_game(void **unused) {
    (void)unused;
    for (int m = 0; m < synthetic_match_count; m++)
        for (double mean = 0.1; mean < 1; mean += 0.2) {
            const synthetic_match_t *match = &synthetic_matches[m];
            outcome_shares_t truth = synthetic_with_mean(match, mean);
            double capital = expected_capital(&truth, match->games, 8, mean);
            if (!(fabs(capital - 1) < 1e-9))
                fail_msg("%s, mean %g: %.12f", match->name, mean, capital);
            assert_true(expected_capital(&truth, match->games, 8, mean + 0.05) < 1);
            assert_true(expected_capital(&truth, match->games, 8, mean - 0.05) > 1);
        }
}

/* The p-value of a mean: the interval at level 1 - p just ends there. */
static double p_value(const outcome_counts_t *counts, double mean) {
    outcome_counts_t mirrored = outcome_counts_mirrored(counts);
    double above = confidence_sequence_log_evidence(counts, mean);
    double below = confidence_sequence_log_evidence(&mirrored, 1 - mean);
    double log_p = 0.69314718055994531 - (above > below ? above : below);
    return log_p >= 0 ? 1 : exp(log_p);
}

static void test_ends_are_at_the_threshold(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(5, 1);
    for (int i = 0, n = test_effort(2000); i < n; i++) {
        outcome_counts_t counts = outcome_counts_of_games();
        for (int k = 0; k < 3; k++)
            counts.count[k] = 1 + pcg32_below(&rng, 1u << pcg32_below(&rng, 16));
        double level = 0.5 + 0.499 * pcg32_real(&rng), threshold = log(2 / (1 - level));
        outcome_counts_t mirrored = outcome_counts_mirrored(&counts);
        estimate_t found = confidence_sequence(&counts, level);
        double low = confidence_sequence_log_evidence(&counts, found.low);
        double high = confidence_sequence_log_evidence(&mirrored, 1 - found.high);
        assert_true(fabs(low - threshold) < 1e-6 && fabs(high - threshold) < 1e-6);
        double p = p_value(&counts, found.low);
        assert_true(fabs(p - (1 - level)) < 1e-6);
        double inside = (found.low + found.value) / 2;
        assert_true(p_value(&counts, found.low / 2) < 1 - level);
        assert_true(p_value(&counts, inside) > 1 - level);
    }
}

/* All won: the largest stake's capital alone is mean^-n / 23, all of them together at
 * most mean^-n; all drawn: the same from half of that. */
static void test_edges_by_hand(void **unused) {
    (void)unused;
    for (uint64_t n = 1; n <= 1000000; n *= 10) {
        outcome_counts_t won = {1, {0, 0, n}}, drawn = {1, {0, n, 0}};
        estimate_t of_won = confidence_sequence(&won, 0.95);
        estimate_t of_drawn = confidence_sequence(&drawn, 0.95);
        double least = exp(-log(40 * 23) / (double)n), most = exp(-log(40) / (double)n);
        assert_true(of_won.low >= least - 1e-9 && of_won.low <= most + 1e-9);
        assert_true(of_won.high >= 1);
        assert_true(of_drawn.low >= least / 2 - 1e-9 && of_drawn.low <= most / 2 + 1e-9);
        assert_true(fabs(of_drawn.low + of_drawn.high - 1) < 1e-9);
    }
    outcome_counts_t none = outcome_counts_of_games();
    estimate_t of_none = confidence_sequence(&none, 0.95);
    assert_true(of_none.low <= 0 && of_none.high >= 1);
}

/* The cost of anytime validity, against a fixed-sample interval. */
static void test_widths(void **unused) {
    (void)unused;
    for (uint64_t n = 100; n <= 1000000; n *= 10) {
        outcome_counts_t coin = {1, {n / 2, 0, n / 2}},
                         mixed = {1, {n / 5, n / 2, n * 3 / 10}};
        for (int i = 0; i < 2; i++) {
            const outcome_counts_t *counts = i ? &mixed : &coin;
            estimate_t any = confidence_sequence(counts, 0.95);
            estimate_t once = outcome_counts_score_estimate(counts, 0.95);
            double ratio = (any.high - any.low) / (once.high - once.low);
            print_message("%7d games, %s: width %.5f, %.2f of one look's\n", (int)n,
                          i ? "half drawn" : "none drawn", any.high - any.low, ratio);
            assert_true(ratio > 1.5 && ratio < 1.85);
        }
    }
}

/* The share of runs in which some look up to `most` trials has the mean outside. Looks:
 * every trial to 20, then every tenth part more. */
static double ever_outside(const outcome_shares_t *truth, int most, double level,
                           int repetitions) {
    double mean = outcome_moments(truth).mean;
    pcg32_t rng = pcg32_for(6, (uint64_t)most, (uint64_t)(1000 * mean), PCG_FOR_TEST);
    int outside = 0;
    for (int i = 0; i < repetitions; i++) {
        outcome_counts_t counts = {.games = (truth->outcomes - 1) / 2};
        bool out = false;
        for (int n = 1, look = 1; n <= most && !out; n++) {
            outcome_counts_add(&counts, synthetic_draw(truth, &rng));
            if (n < look)
                continue;
            out = p_value(&counts, mean) <= 1 - level;
            look = n < 20 ? n + 1 : n + n / 10;
        }
        outside += out;
    }
    return (double)outside / repetitions;
}

/* At 50 % the threshold is reached early and often: a thousand trials then use up much of
 * the allowed error, and a threshold wrong by a factor of two would be detected. */
static void test_holds_at_all_looks(void **unused) {
    (void)unused;
    int repetitions = test_effort(4000);
    for (int m = 6; m < 8; m++) {
        outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[m], 0.6);
        double at95 = ever_outside(&truth, 1000, 0.95, repetitions);
        double at50 = ever_outside(&truth, 200, 0.5, repetitions);
        print_message("%s: outside at some look, 95 %%: %.4f, 50 %%: %.4f\n",
                      synthetic_matches[m].name, at95, at50);
        synthetic_check_share("95 % ever outside", at95, repetitions, 0.005, 0.05);
        synthetic_check_share("50 % ever outside", at50, repetitions, 0.1, 0.5);
    }
}

/* "Balanced within 5 %" on truths inside and outside: the share of either answer. */
static void decide(double mean, int most, int repetitions, double share[3]) {
    outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[7], mean);
    pcg32_t rng = pcg32_for(7, (uint64_t)most, (uint64_t)(1000 * mean), PCG_FOR_TEST);
    int answers[3] = {0};
    for (int i = 0; i < repetitions; i++) {
        outcome_counts_t counts = outcome_counts_of_games();
        balance_t answer = BALANCE_NOT_DECIDED;
        for (int n = 1; n <= most && answer == BALANCE_NOT_DECIDED; n++) {
            outcome_counts_add(&counts, synthetic_draw(&truth, &rng));
            if (n % 250)
                continue;
            estimate_t score = confidence_sequence(&counts, 0.95);
            answer = balance_decide(&score, 0.5, 0.05);
        }
        answers[answer]++;
    }
    for (int i = 0; i < 3; i++)
        share[i] = (double)answers[i] / repetitions;
}

static void test_balance(void **unused) {
    (void)unused;
    int repetitions = test_effort(200);
    static const double means[] = {0.5, 0.55, 0.56, 0.62};
    for (int i = 0; i < 4; i++) {
        double share[3];
        decide(means[i], 3000, repetitions, share);
        print_message("truth %.2f: yes %.3f, no %.3f, not decided %.3f\n", means[i],
                      share[BALANCE_YES], share[BALANCE_NO], share[BALANCE_NOT_DECIDED]);
        synthetic_check_share("wrong", share[means[i] > 0.551 ? BALANCE_YES : BALANCE_NO],
                              repetitions, 0, 0.05);
        if (i == 0)
            synthetic_check_share("yes", share[BALANCE_YES], repetitions, 0.95, 1);
        if (i == 3)
            synthetic_check_share("no", share[BALANCE_NO], repetitions, 0.95, 1);
    }
    assert_int_equal(balance_decide(&(estimate_t){0.5, 0.45, 0.55}, 0.5, 0.06),
                     BALANCE_YES);
    assert_int_equal(balance_decide(&(estimate_t){0.5, 0.43, 0.55}, 0.5, 0.06),
                     BALANCE_NOT_DECIDED);
    assert_int_equal(balance_decide(&(estimate_t){0.4, 0.39, 0.43}, 0.5, 0.06),
                     BALANCE_NO);
}

static void test_differences(void **unused) {
    (void)unused;
    weighed_counts_t a = {{1, {300, 100, 600}}, 1}, b = {{1, {500, 100, 400}}, 1};
    estimate_t apart = confidence_sequence_difference(&a, &b, 0.95);
    assert_true(fabs(apart.value - 0.2) < 1e-12);
    /* The same games with seeds in common that decide both alike. */
    weighed_counts_t paired = {{2, {0, 0, 800, 0, 200}}, 1};
    estimate_t together = confidence_sequence_paired(&paired, 0.95);
    assert_true(fabs(together.value - 0.2) < 1e-12);
    assert_true(together.low > apart.low && together.high < apart.high);
    /* Independent games: still sharper than two intervals. */
    weighed_counts_t beside = {{2, {120, 80, 350, 80, 370}}, 1};
    estimate_t independent = confidence_sequence_paired(&beside, 0.95);
    assert_true(independent.high - independent.low < 0.8 * (apart.high - apart.low));
}

/* The interval at 1 - p just ends at 0, however small p is. */
static void test_p_values(void **unused) {
    (void)unused;
    for (uint64_t n = 1; n <= 1000; n *= 10) {
        weighed_counts_t a = {{1, {3 * n, 2 * n, 5 * n}}, 1};
        weighed_counts_t b = {{1, {5 * n, 2 * n, 3 * n}}, 0.7};
        weighed_counts_t paired = {{2, {n, n, 6 * n, n, 3 * n}}, 0.9};
        double apart = confidence_sequence_difference_log_p(&a, &b);
        double together = confidence_sequence_paired_log_p(&paired);
        assert_true(fabs(apart - confidence_sequence_difference_log_p(&b, &a)) < 1e-9);
        assert_true(apart <= 0 && together <= 0);
        if (apart < -0.01 && apart > -25) {
            estimate_t at = confidence_sequence_difference(&a, &b, 1 - exp(apart));
            assert_true(fabs(at.low) < 1e-5);
        }
        if (together < -0.01 && together > -25) {
            estimate_t at = confidence_sequence_paired(&paired, 1 - exp(together));
            assert_true(fabs(at.low) < 1e-5);
        }
        if (n == 1000)
            assert_true(apart < -100 && together < -100);
    }
    weighed_counts_t none = {outcome_counts_of_games(), 1}, some = {{1, {0, 0, 50}}, 1};
    assert_true(confidence_sequence_difference_log_p(&none, &some) >= 0);
}

/* A fraction of every trial: wider than for full trials, and about as wide as for that
 * many fewer. */
static void test_weights(void **unused) {
    (void)unused;
    weighed_counts_t all = {{1, {600, 200, 1200}}, 1},
                     part = {{1, {600, 200, 1200}}, 0.5};
    weighed_counts_t fewer = {{1, {300, 100, 600}}, 1};
    estimate_t of_all = confidence_sequence_weighed(&all, 0.95);
    estimate_t of_part = confidence_sequence_weighed(&part, 0.95);
    estimate_t of_fewer = confidence_sequence_weighed(&fewer, 0.95);
    assert_true(of_part.low < of_all.low && of_part.high > of_all.high);
    double ratio = (of_part.high - of_part.low) / (of_fewer.high - of_fewer.low);
    assert_true(ratio > 0.9 && ratio < 1.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capital_is_a_fair_game),
        cmocka_unit_test(test_ends_are_at_the_threshold),
        cmocka_unit_test(test_edges_by_hand),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_holds_at_all_looks),
        cmocka_unit_test(test_balance),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_p_values),
        cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
