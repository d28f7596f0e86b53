/* Score, Elo, normalised Elo and likelihood of superiority of a match: against published
 * values and Wilson's interval, at the edges, and on synthetic truth, which 95 %
 * intervals must cover about that often: not less, and not much more. */
#include "tests/support/unit.h"

#include "core/base/interval.h"
#include "core/stats/normal.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* All trials differ. */
static estimate_t elo_of(const outcome_counts_t *counts, double level) {
    double trials = (double)outcome_counts_trials(counts);
    return outcome_counts_elo_of_effective(counts, trials, level);
}

static estimate_t normalized_elo_of(const outcome_counts_t *counts, double level) {
    double trials = (double)outcome_counts_trials(counts);
    return outcome_counts_normalized_elo_of_effective(counts, trials, level);
}

static double superiority_of(const outcome_counts_t *counts) {
    double trials = (double)outcome_counts_trials(counts);
    return outcome_counts_superiority_of_effective(counts, trials);
}

static void test_normal(void **unused) {
    (void)unused;
    assert_near(normal_two_sided(0.95), 1.959963984540054, 1e-12);
    assert_near(normal_two_sided(0.99), 2.575829303548901, 1e-12);
    assert_near(normal_quantile(0.5), 0, 1e-12);
    assert_near(normal_quantile(1e-9), -5.997807015007687, 1e-10);
    for (double p = 0.001; p < 1; p += 0.001)
        assert_near(normal_cdf(normal_quantile(p)), p, 1e-13);
}

/* The tests of fastchess (elo_test.cpp) on these counts: within half a unit of the last
 * place there; its intervals are the usual +- 1.96 standard errors, ours the score
 * test's, which are the same but for some per mille at these numbers, and half a step of
 * the score to either side (of points of half a game, in pairs). */
static void test_published_values(void **unused) {
    (void)unused;
    static const struct {
        uint64_t count[5];
        double elo, elo_error, nelo, nelo_error;
    } published[] = {{{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28},
                     {{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96},
                     {{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 2.65}};
    for (int i = 0; i < 3; i++) {
        outcome_counts_t counts = outcome_counts_of_pairs();
        for (int k = 0; k < 5; k++)
            counts.count[k] = published[i].count[k];
        estimate_t elo = elo_of(&counts, 0.95);
        estimate_t nelo = normalized_elo_of(&counts, 0.95);
        assert_near(elo.value, published[i].elo, 0.0051);
        double score = outcome_counts_score(&counts);
        double half_step = 0.125 / (double)outcome_counts_trials(&counts) * 400 /
                           log(10) / (score * (1 - score));
        assert_near((elo.high - elo.low) / 2 - half_step, published[i].elo_error, 0.05);
        assert_near(nelo.value, published[i].nelo, 0.0051);
        /* Its standard error of normalised Elo leaves out that the deviation is a
         * sample's. */
        double error = (nelo.high - nelo.low) / 2;
        assert_true(error > 0.99 * published[i].nelo_error + half_step);
        assert_true(error < 1.05 * published[i].nelo_error + 1.1 * half_step);
    }
    outcome_counts_t games = {1, {96, 111, 136}};
    assert_near(superiority_of(&games), 0.9960, 0.0005);
    assert_near(elo_of(&games, 0.95).value, 40.70, 0.0051);
    assert_near(normalized_elo_of(&games, 0.95).value, 49.77, 0.0051);
}

/* Without draws it is Wilson's interval with continuity correction (Newcombe 1998, method
 * 4), but for the allowance for skewness: none at 1/2 nor, but for a handful of games, at
 * 0 and at 1, and never on the narrow side. */
static interval_t corrected_wilson(double wins, double count) {
    double z = normal_two_sided(0.95), p = wins / count, whole = 2 * (count + z * z);
    double low = 2 * wins + z * z - 1, high = 2 * wins + z * z + 1;
    double of_low = z * z - 2 - 1 / count + 4 * p * (count * (1 - p) + 1);
    double of_high = z * z + 2 - 1 / count + 4 * p * (count * (1 - p) - 1);
    return (interval_t){wins > 0 ? (low - z * sqrt(of_low)) / whole : 0,
                        wins < count ? (high + z * sqrt(of_high)) / whole : 1};
}

static void test_is_wilson_s_without_draws(void **unused) {
    (void)unused;
    /* Newcombe's table I, method 4, to four places. */
    static const double published[][4] = {{81, 263, 0.2535, 0.3682},
                                          {15, 148, 0.0598, 0.1644},
                                          {0, 20, 0, 0.2005},
                                          {1, 29, 0.0018, 0.1963}};
    for (int i = 0; i < 4; i++) {
        interval_t wilson = corrected_wilson(published[i][0], published[i][1]);
        assert_near(wilson.low, published[i][2], 0.00005);
        assert_near(wilson.high, published[i][3], 0.00005);
    }
    for (uint64_t count = 1; count <= 300; count = count * 3 / 2 + 1)
        for (uint64_t wins = 0; wins <= count; wins++) {
            outcome_counts_t games = {1, {count - wins, 0, wins}};
            interval_t wilson = corrected_wilson((double)wins, (double)count);
            estimate_t score = outcome_counts_score_estimate(&games, 0.95);
            /* A pseudo-count of 1/1000 of a trial shows in the third digit for one trial.
             */
            double digit = 0.002 / (double)count;
            assert_true(score.low < wilson.low + digit &&
                        score.high > wilson.high - digit);
            if (count > 5 && (wins == 0 || wins == count)) {
                assert_near(score.low, wilson.low, digit);
                assert_near(score.high, wilson.high, digit);
            }
            assert_true(score.high - score.low < 1.2 * (wilson.high - wilson.low));
        }
    outcome_counts_t even = {1, {500, 0, 500}};
    assert_near(outcome_counts_score_estimate(&even, 0.95).low, 0.46857, 0.0005);
}

/* The chance that an interval holds the truth, summed over all results of `trials` coins
 * whose sides are `base` and 1. */
static double exact_coverage(const estimate_t *intervals, int trials, double p,
                             double base) {
    double mean = base + p * (1 - base), sum = 0;
    for (int x = 0; x <= trials; x++)
        if (intervals[x].low <= mean && mean <= intervals[x].high)
            sum += exp(lgamma(trials + 1) - lgamma(x + 1) - lgamma(trials - x + 1) +
                       x * log(p) + (trials - x) * log1p(-p));
    return sum;
}

/* At every rate down to one at which hardly any trial differs from the others. At worst,
 * at 0.18 / trials, Wilson's own interval covers the truth in 0.84; this one never covers
 * it in less than its level. */
static void test_exact_coverage(void **unused) {
    (void)unused;
    enum { MOST = 400 };
    for (int drawn = 0; drawn < 2; drawn++)
        for (int trials = 25; trials <= MOST; trials *= 4) {
            estimate_t intervals[MOST + 1];
            for (uint64_t x = 0, n = (uint64_t)trials; x <= n; x++) {
                outcome_counts_t lost = {1, {n - x, 0, x}}, even = {1, {0, n - x, x}};
                intervals[x] = outcome_counts_score_estimate(drawn ? &even : &lost, 0.95);
            }
            double least = 1, mean = 0;
            int rates = test_effort(2000);
            for (int i = 1; i <= rates; i++) {
                double p = (i - 0.5) / rates;
                double share = exact_coverage(intervals, trials, p * p / 2, drawn * 0.5);
                least = fmin(least, share);
                mean += share / rates;
            }
            print_message("%3d %s: held in %.4f at least, %.4f in the mean\n", trials,
                          drawn ? "wins and draws" : "wins and losses", least, mean);
            assert_true(least > 0.9499 && mean < (trials < 100 ? 0.995 : 0.98));
        }
}

/* Coins that hardly ever land on edge: the steps differ with and without such a result.
 */
static void test_rarely_drawn(void **unused) {
    (void)unused;
    enum { TRIALS = 25, DRAWN = 5 };
    estimate_t intervals[DRAWN + 1][TRIALS + 1];
    for (uint64_t drawn = 0; drawn <= DRAWN; drawn++)
        for (uint64_t wins = 0; wins <= TRIALS - drawn; wins++) {
            outcome_counts_t games = {1, {TRIALS - drawn - wins, drawn, wins}};
            intervals[drawn][wins] = outcome_counts_score_estimate(&games, 0.95);
        }
    double least = 1;
    int rates = test_effort(300);
    for (int i = 1; i <= rates; i++)
        for (double drawn = 0.002; drawn < 0.05; drawn *= 2) {
            double won = (1 - drawn) * (i - 0.5) / rates, mean = won + drawn / 2, sum = 0;
            double all = 0;
            for (int d = 0; d <= DRAWN; d++)
                for (int x = 0; x <= TRIALS - d; x++) {
                    double chance =
                        exp(lgamma(TRIALS + 1) - lgamma(d + 1) - lgamma(x + 1) -
                            lgamma(TRIALS - d - x + 1) + d * log(drawn) + x * log(won) +
                            (TRIALS - d - x) * log(1 - drawn - won));
                    const estimate_t *interval = &intervals[d][x];
                    all += chance;
                    sum += interval->low <= mean && mean <= interval->high ? chance : 0;
                }
            least = fmin(least, sum + 1 - all);
        }
    print_message("rarely drawn: held in %.4f at least\n", least);
    assert_true(least > 0.9499);
}

static void random_counts(outcome_counts_t *counts, pcg32_t *rng) {
    *counts = pcg32_below(rng, 2) ? outcome_counts_of_pairs() : outcome_counts_of_games();
    uint32_t size = 1u << pcg32_below(rng, 14), empty = 1 + pcg32_below(rng, 4);
    for (int i = 0; i < outcome_counts_outcomes(counts); i++)
        counts->count[i] = pcg32_below(rng, empty) ? 0 : pcg32_below(rng, size);
}

/* Ends are ordered around the value, the width is never 0, the interval is mirrored with
 * the seats and lies within Wilson's interval for as many coins, except for the
 * allowances; superiority and interval agree. */
static void check_sound(const outcome_counts_t *counts) {
    outcome_counts_t mirrored = outcome_counts_mirrored(counts);
    double trials = (double)outcome_counts_trials(counts);
    estimate_t score = outcome_counts_score_estimate(counts, 0.95);
    estimate_t other = outcome_counts_score_estimate(&mirrored, 0.95);
    interval_t wilson = corrected_wilson(score.value * trials, trials);
    assert_true(score.low <= score.value && score.value <= score.high);
    assert_true(score.high - score.low > 1.9 / (trials + 4));
    double allowance = 0.2 * (wilson.high - wilson.low);
    assert_true(score.low > wilson.low - allowance &&
                score.high < wilson.high + allowance);
    assert_near(score.low, 1 - other.high, 1e-7);
    assert_near(score.high, 1 - other.low, 1e-7);
    double superiority = superiority_of(counts);
    assert_near(superiority, 1 - superiority_of(&mirrored), 1e-7);
    assert_true(superiority > 0.975 || score.low < 0.5 + 1e-9);
    estimate_t elo = elo_of(counts, 0.95);
    assert_true(elo.low <= elo.value && elo.value <= elo.high && elo.high > elo.low);
    estimate_t nelo = normalized_elo_of(counts, 0.95);
    assert_true(nelo.low <= nelo.value && nelo.value <= nelo.high);
    assert_true(nelo.high > nelo.low);
}

static void test_random_counts_are_sound(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(1, 1);
    for (int i = 0, n = test_effort(20000); i < n; i++) {
        outcome_counts_t counts;
        random_counts(&counts, &rng);
        if (outcome_counts_trials(&counts) > 0)
            check_sound(&counts);
    }
}

static void test_edges(void **unused) {
    (void)unused;
    for (uint64_t n = 1; n <= 100000; n = n * 2 + 1) {
        outcome_counts_t won = {2, {0, 0, 0, 0, n}}, lost = {2, {n}};
        outcome_counts_t drawn = {2, {0, 0, n}};
        check_sound(&won);
        check_sound(&lost);
        check_sound(&drawn);
        assert_true(outcome_counts_score_estimate(&won, 0.95).high >= 1);
        assert_true(outcome_counts_score_estimate(&lost, 0.95).low <= 0);
        assert_true(isfinite(elo_of(&won, 0.95).low));
        assert_true(isfinite(normalized_elo_of(&drawn, 0.95).high));
        assert_near(superiority_of(&drawn), 0.5, 0);
    }
    outcome_counts_t none = outcome_counts_of_pairs();
    estimate_t score = outcome_counts_score_estimate(&none, 0.95);
    assert_true(score.low <= 0 && score.high >= 1);
    assert_near(superiority_of(&none), 0.5, 0);
}

static void test_merge(void **unused) {
    (void)unused;
    outcome_counts_t a = {2, {1, 2, 3, 4, 5}}, b = {2, {5, 0, 0, 0, 1}};
    outcome_counts_add(&b, 3);
    outcome_counts_merge(&a, &b);
    static const uint64_t sum[] = {6, 2, 3, 5, 6};
    for (int i = 0; i < 5; i++)
        assert_int_equal(a.count[i], sum[i]);
    assert_int_equal(outcome_counts_trials(&a), 22);
    assert_near(outcome_counts_score(&a), (2 + 6 + 15 + 24) / 88.0, 1e-15);
}

/* The coverage of the intervals of the score and of normalised Elo. */
static void coverage(const outcome_shares_t *truth, int games, int trials,
                     int repetitions, double share[2]) {
    outcome_moments_t moments = outcome_moments(truth);
    double nelo =
        (moments.mean - 0.5) / sqrt(games * moments.variance) * NORMALIZED_ELO_SCALE;
    pcg32_t rng =
        pcg32_for(2, (uint64_t)trials, (uint64_t)(1e6 * moments.variance), PCG_FOR_TEST);
    int held[2] = {0};
    for (int i = 0; i < repetitions; i++) {
        outcome_counts_t counts = {.games = games};
        for (int k = 0; k < trials; k++)
            outcome_counts_add(&counts, synthetic_draw(truth, &rng));
        estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
        estimate_t normalized = normalized_elo_of(&counts, 0.95);
        held[0] += score.low <= moments.mean && moments.mean <= score.high;
        held[1] += normalized.low <= nelo && nelo <= normalized.high;
    }
    for (int i = 0; i < 2; i++)
        share[i] = (double)held[i] / repetitions;
}

/* Coverage fluctuates with small numbers, which have few steps. It is nowhere below the
 * level, and not far above it with 100 trials of which many differ; of normalised Elo,
 * near 1/2. */
static void test_coverage(void **unused) {
    (void)unused;
    static const struct {
        double mean;
        int trials;
        double least, most;
    } settings[] = {{0.5, 100, 0.95, 0.97},
                    {0.6, 20, 0.95, 1},
                    {0.93, 100, 0.95, 1},
                    {0.97, 100, 0.95, 0.99}};
    int repetitions = test_effort(10000);
    for (int m = 0; m < synthetic_match_count; m++)
        for (int k = 0; k < 4; k++) {
            const synthetic_match_t *match = &synthetic_matches[m];
            outcome_shares_t truth = synthetic_with_mean(match, settings[k].mean);
            double share[2], most = settings[k].most;
            coverage(&truth, match->games, settings[k].trials, repetitions, share);
            print_message("%-32s mean %.2f, %3d trials: score %.4f, nElo %.4f\n",
                          match->name, settings[k].mean, settings[k].trials, share[0],
                          share[1]);
            if (outcome_moments(&truth).variance < 0.01 && settings[k].mean < 0.6)
                most = 1; /* nearly all drawn: few informative trials */
            for (int i = 0; i < 2; i++) {
                char what[120];
                snprintf(what, sizeof what, "%s; %s, mean %.2f, %d trials",
                         i ? "normalised Elo" : "score, Elo", match->name,
                         settings[k].mean, settings[k].trials);
                synthetic_check_share(what, share[i], repetitions, settings[k].least,
                                      i && settings[k].mean > 0.5 ? 1 : most);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_is_wilson_s_without_draws),
        cmocka_unit_test(test_exact_coverage),
        cmocka_unit_test(test_rarely_drawn),
        cmocka_unit_test(test_random_counts_are_sound),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
