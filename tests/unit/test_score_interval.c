/* Scores and differences by how their number of games came about: as of the functions
 * that they choose; and on synthetic truth, for games that end at a fixed number, at a
 * precision, at a look that decides, or whenever somebody likes. What an answer costs,
 * beside the best fixed-sample test. */
#include "tests/support/unit.h"

#include "core/stats/normal.h"
#include "eval/stats/comparison.h"
#include "eval/stats/looks.h"
#include "eval/stats/score_interval.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static void assert_same(estimate_t found, estimate_t expected) {
    if (!(fabs(found.low - expected.low) < 1e-12 &&
          fabs(found.high - expected.high) < 1e-12))
        fail_msg("[%.12f, %.12f] instead of [%.12f, %.12f]", found.low, found.high,
                 expected.low, expected.high);
}

static void test_choice(void **unused) {
    (void)unused;
    weighed_counts_t trials = {{1, {300, 100, 600}}, 0.5};
    score_sample_t once = {trials, 1}, look = {trials, 0.5}, any = {trials, 0};
    assert_same(score_interval(&once, 0.95),
                outcome_counts_score_of_effective(&trials.counts, 500, 0.95));
    assert_same(score_interval(&look, 0.95),
                outcome_counts_score_of_effective(&trials.counts, 500, 0.975));
    assert_same(score_interval(&any, 0.95), confidence_sequence_weighed(&trials, 0.95));
    assert_same(score_interval_difference(&once, &any, 0.95),
                confidence_sequence_difference(&trials, &trials, 0.95));
    score_sample_t none = {{outcome_counts_of_games(), 1}, 1};
    assert_same(score_interval(&none, 0.95), (estimate_t){0.5, 0, 1});
}

/* Newcombe's example: 56 of 70 less 48 of 80 is 0.2 [0.0524, 0.3339]; with the continuity
 * correction a little more. */
static void test_published_difference(void **unused) {
    (void)unused;
    score_sample_t a = {{{1, {14, 0, 56}}, 1}, 1}, b = {{{1, {32, 0, 48}}, 1}, 1};
    estimate_t found = score_interval_difference(&a, &b, 0.95);
    assert_true(fabs(found.value - 0.2) < 1e-12);
    assert_true(found.low < 0.0524 && found.low > 0.035);
    assert_true(found.high > 0.3339 && found.high < 0.352);
}

/* The interval at 1 - p just ends at 0. */
static void test_p_values(void **unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        double share = 1.0 / (1 + i);
        score_sample_t a = {{{1, {30, 20, 60}}, 1}, share},
                       b = {{{1, {50, 20, 30}}, 0.7}, 1},
                       pairs = {{{2, {5, 10, 60, 20, 15}}, 0.9}, share};
        double apart = score_interval_difference_p(&a, &b);
        double together = score_interval_paired_p(&pairs);
        assert_true(apart < 0.05 && together < 0.05);
        assert_true(fabs(score_interval_difference(&a, &b, 1 - apart).low) < 1e-6);
        assert_true(fabs(score_interval_paired(&pairs, 1 - together).low) < 1e-6);
        assert_true(fabs(score_interval_difference_p(&b, &a) / apart - 1) < 1e-6);
    }
    score_sample_t same = {{{1, {30, 20, 60}}, 1}, 1}, won = {{{1, {0, 0, 5000}}, 1}, 1},
                   lost = {{{1, {5000, 0, 0}}, 1}, 1};
    assert_true(score_interval_difference_p(&same, &same) > 0.98);
    assert_true(score_interval_difference_p(&won, &lost) < 1e-13);
}

static void test_looks(void **unused) {
    (void)unused;
    static const uint64_t at[] = {250, 450, 850, 1650, 3250};
    looks_t looks = {.first = 200, .most = 3250, .step = 50};
    uint64_t games = 0;
    double shares = 0;
    for (int i = 0; i < 5; i++) {
        games = looks_next(&looks, games);
        assert_int_equal(games, at[i]);
        assert_true(looks_share(&looks, games) > 0);
        assert_true(!(looks_share(&looks, games + 1) > 0));
        shares += looks_share(&looks, games);
    }
    assert_int_equal(looks_next(&looks, games), 0);
    assert_true(fabs(shares - 1) < 1e-12);
    looks_t one = {.first = 200, .most = 130, .step = 20};
    assert_int_equal(looks_next(&one, 0), 140);
    assert_true(looks_share(&one, 140) >= 1);
}

/* --- A fixed number ----------------------------------------------------------------- */

static const double means[] = {0.5, 0.6, 0.9, 0.98};
enum { MEANS = sizeof means / sizeof means[0], FIRST_MATCH = 6 /* single games */ };

static bool holds(estimate_t found, double truth) {
    return found.low <= truth && truth <= found.high;
}

static score_sample_t drawn(const outcome_shares_t *truth, int games, pcg32_t *rng) {
    score_sample_t sample = {{outcome_counts_of_games(), 1}, 1};
    for (int i = 0; i < games; i++)
        outcome_counts_add(&sample.trials.counts, synthetic_draw(truth, rng));
    return sample;
}

static void check_differences(int match, double mean_a, double mean_b, int games_a,
                              int games_b) {
    int repetitions = test_effort(400), held = 0, paired = 0;
    outcome_shares_t a = synthetic_with_mean(&synthetic_matches[match], mean_a),
                     b = synthetic_with_mean(&synthetic_matches[match], mean_b);
    pcg32_t rng = pcg32_for(31, (uint64_t)(games_a * 1000 + games_b),
                            (uint64_t)(1e6 * mean_a + 100 * mean_b), PCG_FOR_TEST);
    for (int r = 0; r < repetitions; r++) {
        score_sample_t x = drawn(&a, games_a, &rng), y = drawn(&b, games_b, &rng);
        score_sample_t pairs = {{outcome_counts_of_pairs(), 1}, 1};
        for (int i = 0; i < games_a; i++) { /* the same luck decides both */
            double luck = pcg32_real(&rng);
            int points_a = luck < mean_a ? 2 : 0, points_b = luck < mean_b ? 2 : 0;
            outcome_counts_add(&pairs.trials.counts, 2 + points_a - points_b);
        }
        held += holds(score_interval_difference(&x, &y, 0.95), mean_a - mean_b);
        paired += holds(score_interval_paired(&pairs, 0.95), mean_a - mean_b);
    }
    char words[96];
    snprintf(words, sizeof words, "%s, %.2f in %d games less %.2f in %d",
             match > FIRST_MATCH ? "60 % drawn" : "no draws", mean_a, games_a, mean_b,
             games_b);
    synthetic_check_coverage("difference, games fixed", words, held, repetitions, 0.95);
    synthetic_check_coverage("difference of pairs", words, paired, repetitions, 0.95);
}

static void test_differences_hold(void **unused) {
    (void)unused;
    for (int match = FIRST_MATCH; match < FIRST_MATCH + 2; match++)
        for (int i = 0; i < MEANS; i++) {
            check_differences(match, means[i], 0.5, 20, 20);
            check_differences(match, means[i], 0.6, 40, 400);
            check_differences(match, means[i], means[i], 320, 320);
        }
}

/* --- A precision -------------------------------------------------------------------- */

/* The games of a study: more, at most twice as many, until the interval is narrow. */
static score_sample_t played_to(const outcome_shares_t *truth, double precision,
                                pcg32_t *rng) {
    score_sample_t sample = drawn(truth, 40, rng);
    for (uint64_t games = 40;;) {
        estimate_t found = score_interval(&sample, 0.95);
        double width = (found.high - found.low) / 2;
        if (width <= precision)
            return sample;
        double ratio = fmin(2, width * width / (precision * precision));
        uint64_t next = 20 * (uint64_t)ceil((double)games * ratio / 20);
        for (next = next > games ? next : games + 20; games < next; games++)
            outcome_counts_add(&sample.trials.counts, synthetic_draw(truth, rng));
    }
}

static void test_precision_holds(void **unused) {
    (void)unused;
    int repetitions = test_effort(400);
    for (int k = 0; k < 2 * MEANS * 2; k++) {
        int match = FIRST_MATCH + k % 2;
        double mean = means[k / 2 % MEANS], precision = k < 2 * MEANS ? 0.03 : 0.1;
        outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[match], mean);
        pcg32_t rng = pcg32_for(32, (uint64_t)k, 0, PCG_FOR_TEST);
        int held = 0;
        for (int r = 0; r < repetitions; r++) {
            score_sample_t sample = played_to(&truth, precision, &rng);
            held += holds(score_interval(&sample, 0.95), mean);
        }
        char words[96];
        snprintf(words, sizeof words, "%s, %.2f to within %.2f",
                 match > FIRST_MATCH ? "60 % drawn" : "no draws", mean, precision);
        synthetic_check_coverage("score, played to a precision", words, held, repetitions,
                                 0.95);
    }
}

/* --- Answers ------------------------------------------------------------------------ */

/* Whether an interval answers a question: is the score 50 %, is it within 5 points? */
typedef struct question {
    const char *words;
    double mean, margin; /* of the truth; 0: is it 50 %? */
    double apart;        /* the truth from what is to be excluded */
} question_t;
static const question_t questions[] = {{"55 %: not 50 %", 0.55, 0, 0.05},
                                       {"60 %: not 50 %", 0.60, 0, 0.10},
                                       {"50 %: within 5 points", 0.50, 0.05, 0.05},
                                       {"60 %: beyond 5 points", 0.60, 0.05, 0.05}};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static bool answers(const question_t *question, estimate_t score) {
    if (!(question->margin > 0))
        return score.low > 0.5 || score.high < 0.5;
    return balance_decide(&score, 0.5, question->margin) != BALANCE_NOT_DECIDED;
}

/* The games at which 90 % are decided by an interval for that number: the normal
 * distribution's; "within" has two ends to exclude. */
static double best_fixed(const question_t *question, double variance) {
    bool two_ends = fabs(question->mean - 0.5) < question->margin;
    double z = normal_two_sided(0.95) + normal_quantile(two_ends ? 0.95 : 0.9);
    return z * z * variance / (question->apart * question->apart);
}

typedef struct cost {
    double decided, games; /* a share; the mean number */
} cost_t;

static cost_t cost_of_looks(const question_t *question, const outcome_shares_t *truth,
                            uint64_t most, uint64_t first, int repetitions) {
    cost_t cost = {0};
    pcg32_t rng = pcg32_for(33, most, first, PCG_FOR_TEST);
    looks_t looks = {.first = first, .most = most, .step = 2};
    for (int r = 0; r < repetitions; r++) {
        score_sample_t sample = {{outcome_counts_of_games(), 1}, 1};
        uint64_t games = 0, at;
        bool is_decided = false;
        while (!is_decided && (at = looks_next(&looks, games)) > 0) {
            for (; games < at; games++)
                outcome_counts_add(&sample.trials.counts, synthetic_draw(truth, &rng));
            sample.share = looks_share(&looks, games);
            is_decided = answers(question, score_interval(&sample, 0.95));
        }
        cost.decided += (double)is_decided / repetitions;
        cost.games += (double)games / repetitions;
    }
    return cost;
}

/* The largest number of games with which 90 % are decided, and the mean, as parts of the
 * best. */
static void search_looks(const question_t *question, const outcome_shares_t *truth,
                         bool once, double best, int repetitions) {
    double low = 0.5 * best, high = 2 * best;
    cost_t cost = {0};
    for (int i = 0; i < 8; i++) {
        uint64_t most = (uint64_t)((low + high) / 2);
        cost = cost_of_looks(question, truth, most, once ? most : most / 16, repetitions);
        *(cost.decided < 0.9 ? &low : &high) = (double)most;
    }
    print_message("games: %s; %s: %.0f at most, %.2f of the best; mean %.2f\n",
                  question->words, once ? "number fixed beforehand" : "looks", high,
                  high / best, cost.games / best);
    double slack = 1 + 3 / sqrt(repetitions);
    assert_true(high / best < (once ? 1.1 : 1.3) * slack);
    assert_true(cost.games / best < 1.1 * slack);
}

static bool is_excluded(const outcome_counts_t *counts, double mean) {
    outcome_counts_t mirrored = outcome_counts_mirrored(counts);
    double threshold = log(2 / 0.05);
    return confidence_sequence_log_evidence(counts, mean) >= threshold ||
           confidence_sequence_log_evidence(&mirrored, 1 - mean) >= threshold;
}

/* A look at every 20th part more. */
static double games_anytime(const question_t *question, const outcome_shares_t *truth,
                            double best, pcg32_t *rng) {
    outcome_counts_t counts = outcome_counts_of_games();
    double games = 0, score;
    for (double look = 20;; look *= 1.05) {
        for (; games < look; games++)
            outcome_counts_add(&counts, synthetic_draw(truth, rng));
        score = outcome_counts_score(&counts);
        bool above = is_excluded(&counts, 0.5 + question->margin);
        bool below = is_excluded(&counts, 0.5 - question->margin);
        if (fabs(score - 0.5) > question->margin ? score > 0.5 ? above : below
                                                 : above && below)
            return games;
        if (games > 20 * best)
            return games;
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure_anytime(const question_t *question, const outcome_shares_t *truth,
                            double best, int repetitions) {
    double *games = memory_new((size_t)repetitions, sizeof *games), mean = 0;
    pcg32_t rng = pcg32_for(34, (uint64_t)best, 0, PCG_FOR_TEST);
    for (int r = 0; r < repetitions; r++) {
        games[r] = games_anytime(question, truth, best, &rng);
        mean += games[r] / repetitions;
    }
    qsort(games, (size_t)repetitions, sizeof *games, by_size);
    double at90 = games[(int)(0.9 * repetitions)];
    print_message("games: %s; whenever one likes: %.0f at most, %.2f of the best; mean "
                  "%.2f\n",
                  question->words, at90, at90 / best, mean / best);
    free(games);
}

static void test_what_answers_cost(void **unused) {
    (void)unused;
    int repetitions = test_effort(400);
    for (int i = 0; i < QUESTIONS; i++) {
        const question_t *question = &questions[i];
        outcome_shares_t truth =
            synthetic_with_mean(&synthetic_matches[FIRST_MATCH], question->mean);
        double best = best_fixed(question, outcome_moments(&truth).variance);
        print_message("games: %s; best: %.0f\n", question->words, best);
        search_looks(question, &truth, true, best, repetitions);
        search_looks(question, &truth, false, best, repetitions);
        measure_anytime(question, &truth, best, repetitions);
    }
}

/* The interval shown where the looks ended, whichever decided; and all looks together. */
static void test_looks_hold(void **unused) {
    (void)unused;
    int repetitions = test_effort(400);
    for (int k = 0; k < 2 * MEANS; k++) {
        int match = FIRST_MATCH + k % 2, shown = 0, all = 0;
        double mean = means[k / 2];
        outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[match], mean);
        pcg32_t rng = pcg32_for(35, (uint64_t)k, 0, PCG_FOR_TEST);
        looks_t looks = {.first = 40, .most = 640, .step = 20};
        for (int r = 0; r < repetitions; r++) {
            score_sample_t sample = {{outcome_counts_of_games(), 1}, 1};
            bool is_over = false, held = true, held_all = true;
            for (uint64_t n = 0, at; (at = looks_next(&looks, n)) > 0;) {
                for (; n < at; n++)
                    outcome_counts_add(&sample.trials.counts,
                                       synthetic_draw(&truth, &rng));
                sample.share = looks_share(&looks, n);
                estimate_t score = score_interval(&sample, 0.95);
                held_all = held_all && holds(score, mean);
                held = is_over ? held : holds(score, mean);
                is_over =
                    is_over || balance_decide(&score, 0.5, 0.05) != BALANCE_NOT_DECIDED;
            }
            shown += held;
            all += held_all;
        }
        char words[96];
        snprintf(words, sizeof words, "%s, %.2f",
                 match > FIRST_MATCH ? "60 % drawn" : "no draws", mean);
        synthetic_check_coverage("score at the look that decides", words, shown,
                                 repetitions, 0.95);
        synthetic_check_coverage("scores at all looks", words, all, repetitions, 0.95);
    }
}

/* Somebody who looks often at a study of 640 games, takes the anytime-valid interval as
 * soon as it excludes 50 %, and waits for the end otherwise: both are wrong together in
 * hardly more cases than the end is alone. */
static void test_impatience(void **unused) {
    (void)unused;
    int repetitions = test_effort(400), wrong = 0, at_end = 0;
    outcome_shares_t truth = synthetic_with_mean(&synthetic_matches[FIRST_MATCH], 0.5);
    pcg32_t rng = pcg32_for(36, 0, 0, PCG_FOR_TEST);
    for (int r = 0; r < repetitions; r++) {
        score_sample_t sample = {{outcome_counts_of_games(), 1}, 1};
        bool is_wrong = false;
        double look = 20;
        for (int n = 1; n <= 640; n++) {
            outcome_counts_add(&sample.trials.counts, synthetic_draw(&truth, &rng));
            if (n < look)
                continue;
            is_wrong = is_wrong || is_excluded(&sample.trials.counts, 0.5);
            look *= 1.05;
        }
        bool end = !holds(score_interval(&sample, 0.95), 0.5);
        at_end += end;
        wrong += is_wrong || end;
    }
    synthetic_check_share("wrong at the end", (double)at_end / repetitions, repetitions,
                          0, 0.05);
    synthetic_check_share("wrong at any look or at the end", (double)wrong / repetitions,
                          repetitions, 0, 0.06);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_published_difference),
        cmocka_unit_test(test_p_values),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_differences_hold),
        cmocka_unit_test(test_precision_holds),
        cmocka_unit_test(test_what_answers_cost),
        cmocka_unit_test(test_looks_hold),
        cmocka_unit_test(test_impatience),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
