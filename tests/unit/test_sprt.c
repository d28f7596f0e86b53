/* The sequential test: published likelihood ratios, finite at the edges, symmetric
 * between seats, and its error rates on synthetic truth at both of its hypotheses. */
#include "tests/support/unit.h"

#include "eval/stats/sprt.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <string.h>

static sprt_t test_of(double nelo0, double nelo1) {
    sprt_t test;
    failure_t error;
    if (!sprt_init(&test, nelo0, nelo1, 0.05, 0.05, &error))
        fail_msg("%s", error.message);
    return test;
}

/* Results of fishtest with the ratios that it showed, as collected in fastchess's pull
 * requests 426 and 783 (normalised Elo). The method of fishtest's LLRcalc.py, in other
 * code with other equation solvers, gave 2.9454954 for the third. */
static void test_published_ratios(void **unused) {
    (void)unused;
    static const struct {
        double nelo0, nelo1;
        outcome_counts_t counts;
        double llr;
    } published[] = {
        {0, 2, {2, {365, 16618, 36229, 16974, 390}}, 2.25},
        {-1.75, 0.25, {2, {127, 4883, 10712, 5150, 104}}, 3.01},
        {0, 2, {2, {379, 10170, 21828, 10640, 343}}, 2.946},
        {0, 2, {1, {36027, 68692, 36433}}, 0.92},
        {-1.75, 0.25, {1, {10650, 20431, 10871}}, 2.30},
    };
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        sprt_t test = test_of(published[i].nelo0, published[i].nelo1);
        double llr = sprt_llr(&test, &published[i].counts);
        if (!(fabs(llr - published[i].llr) <= 0.005))
            fail_msg("%zu: %.6f instead of %g", i, llr, published[i].llr);
    }
    sprt_t test = test_of(0, 2);
    assert_true(fabs(sprt_llr(&test, &published[2].counts) - 2.945495431) < 1e-8);
    assert_true(fabs(test.upper - 2.944438979) < 1e-9 &&
                fabs(test.lower + test.upper) < 1e-9);
}

/* All won: the likeliest even distribution wins half of the pairs, the likeliest with
 * t-value t the share p with (p - 1/2) = t sqrt(p (1 - p)). All drawn: 0 Elo is certain
 * to draw, and t needs the share t^2 / (1 + t^2) won. */
static void test_edges_by_hand(void **unused) {
    (void)unused;
    for (uint64_t n = 1; n <= 10000; n = 3 * n + 1)
        for (double nelo = 5; nelo <= 500; nelo *= 3) {
            sprt_t test = test_of(0, nelo);
            double t = nelo / NORMALIZED_ELO_SCALE * sqrt(2);
            double p = (1 + t / sqrt(1 + t * t)) / 2, pairs = (double)n;
            outcome_counts_t won = {2, {0, 0, 0, 0, n}}, lost = {2, {n}};
            outcome_counts_t drawn = {2, {0, 0, n}};
            /* A pseudo-count of 1/1000 of a pair adds some of its logarithms. */
            double off = 0.03 + 0.002 * pairs * t * t / (1 + pairs * t * t);
            assert_true(fabs(sprt_llr(&test, &won) - pairs * log(2 * p)) < off);
            assert_true(fabs(sprt_llr(&test, &lost) - pairs * log(2 - 2 * p)) < off);
            assert_true(fabs(sprt_llr(&test, &drawn) + pairs * log(1 + t * t)) < off);
        }
    sprt_t test = test_of(0, 10);
    outcome_counts_t none = outcome_counts_of_pairs();
    assert_true(!(fabs(sprt_llr(&test, &none)) > 0));
    assert_int_equal(sprt_state(&test, &none), SPRT_GO_ON);
}

/* For any counts: finite, and negated when seats and hypotheses are exchanged. */
static void test_random_counts(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(3, 1);
    for (int i = 0, n = test_effort(20000); i < n; i++) {
        outcome_counts_t counts =
            pcg32_below(&rng, 2) ? outcome_counts_of_pairs() : outcome_counts_of_games();
        uint32_t size = 1u << pcg32_below(&rng, 14), empty = 1 + pcg32_below(&rng, 4);
        for (int k = 0; k < outcome_counts_outcomes(&counts); k++)
            counts.count[k] = pcg32_below(&rng, empty) ? 0 : pcg32_below(&rng, size);
        double nelo0 = 1000 * pcg32_real(&rng) - 500;
        double nelo1 = nelo0 + (500 - nelo0) * (0.001 + 0.999 * pcg32_real(&rng));
        sprt_t test = test_of(nelo0, nelo1), other = test_of(-nelo1, -nelo0);
        outcome_counts_t mirrored = outcome_counts_mirrored(&counts);
        double llr = sprt_llr(&test, &counts), reverse = sprt_llr(&other, &mirrored);
        if (!(fabs(llr + reverse) <= 1e-6 * (1 + fabs(llr))))
            fail_msg("%.9g, from the other seat %.9g", llr, reverse);
    }
}

static void test_bounds_that_make_no_test(void **unused) {
    (void)unused;
    sprt_t test;
    failure_t error;
    assert_false(sprt_init(&test, 5, 5, 0.05, 0.05, &error));
    assert_non_null(strstr(error.message, "5 and 5"));
    assert_false(sprt_init(&test, 0, 501, 0.05, 0.05, &error));
    assert_false(sprt_init(&test, 0, (double)NAN, 0.05, 0.05, &error));
    assert_false(sprt_init(&test, 0, 5, 0, 0.05, &error));
    assert_false(sprt_init(&test, 0, 5, 0.05, 0.5, &error));
    assert_non_null(strstr(error.message, "below 0.5"));
}

static sprt_state_t play(const sprt_t *test, const outcome_shares_t *truth, int games,
                         pcg32_t *rng, double *trials) {
    outcome_counts_t counts = {.games = games};
    sprt_state_t state;
    do {
        outcome_counts_add(&counts, synthetic_draw(truth, rng));
        state = sprt_state(test, &counts);
        ++*trials;
    } while (state == SPRT_GO_ON);
    return state;
}

/* Asked after every trial, with the truth at a bound: the hardest case. 100 normalised
 * Elo apart is a short match of some 40 pairs, where what large numbers promise is not to
 * be relied on. At or below the stated rate; where little is drawn not far below either.
 */
static void test_error_rates(void **unused) {
    (void)unused;
    int repetitions = test_effort(2500);
    sprt_t test = test_of(0, 100);
    for (int m = 0; m < synthetic_match_count; m++)
        for (int h = 0; h < 2; h++) {
            const synthetic_match_t *match = &synthetic_matches[m];
            outcome_shares_t truth = synthetic_with_nelo(match, h ? 100 : 0);
            pcg32_t rng = pcg32_for(4, (uint64_t)m, (uint64_t)h, PCG_FOR_TEST);
            int wrong = 0;
            double trials = 0;
            for (int i = 0; i < repetitions; i++)
                wrong += play(&test, &truth, match->games, &rng, &trials) !=
                         (h ? SPRT_H1 : SPRT_H0);
            double share = (double)wrong / repetitions;
            char what[120];
            snprintf(what, sizeof what,
                     "sequential test, wrong; %s, truth H%d, %.1f trials", match->name, h,
                     trials / repetitions);
            bool coarse = strstr(match->name, "drawn") || strstr(match->name, "decides");
            synthetic_check_share(what, share, repetitions, coarse ? 0 : 0.035, 0.05);
        }
}

/* The displayed time left: the expectation after a number of trials, against what the
 * matches then took, on average over those that were still running. */
typedef struct foresight {
    double expected, taken;
    int matches;
} foresight_t;

static void foresee(const sprt_t *test, const outcome_shares_t *truth, int after,
                    pcg32_t *rng, foresight_t *foresight) {
    outcome_counts_t counts = {.games = 2};
    double expected = 0;
    int trials = 0;
    for (; sprt_state(test, &counts) == SPRT_GO_ON; trials++) {
        if (trials == after)
            expected = sprt_trials_left(test, &counts);
        outcome_counts_add(&counts, synthetic_draw(truth, rng));
    }
    assert_true(!(sprt_trials_left(test, &counts) > 0));
    if (trials > after) {
        foresight->expected += expected;
        foresight->taken += trials - after;
        foresight->matches++;
    }
}

static void test_trials_left(void **unused) {
    (void)unused;
    static const int after[] = {0, 10, 40};
    static const double truths[] = {-60, 0, 25, 50, 110};
    sprt_t test = test_of(0, 50);
    for (size_t a = 0; a < sizeof after / sizeof after[0]; a++) {
        double expected = 0, taken = 0;
        for (size_t t = 0; t < sizeof truths / sizeof truths[0]; t++) {
            outcome_shares_t truth =
                synthetic_with_nelo(&synthetic_matches[0], truths[t]);
            pcg32_t rng = pcg32_for(5, a, t, PCG_FOR_TEST);
            foresight_t found = {0};
            for (int i = 0, n = 40 + test_effort(160); i < n; i++)
                foresee(&test, &truth, after[a], &rng, &found);
            print_message("after %3d, truth %+4.0f: %5.0f expected, %5.0f taken (%d)\n",
                          after[a], truths[t], found.expected / found.matches,
                          found.taken / found.matches, found.matches);
            expected += found.expected / found.matches;
            taken += found.taken / found.matches;
            if (after[a] == 0 && fabs(truths[t] - 25) < 1)
                assert_true(fabs(found.expected / found.taken - 1) < 0.4);
        }
        assert_true(expected > taken / 2 && expected < 3 * taken);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_ratios),
        cmocka_unit_test(test_edges_by_hand),
        cmocka_unit_test(test_random_counts),
        cmocka_unit_test(test_bounds_that_make_no_test),
        cmocka_unit_test(test_error_rates),
        cmocka_unit_test(test_trials_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
