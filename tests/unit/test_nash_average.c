/* The Nash average: rock, paper and scissors, even and uneven; a ladder of ever stronger
 * agents; copies; no agent beats the mix, for any scores; and intervals on synthetic
 * truth. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/base/text.h"
#include "eval/rating/nash_average.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_mix.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

enum { MOST = 6 };

/* Fills in the scores below the diagonal. */
static void complete(double *scores, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            scores[i * n + k] = i == k ? 0.5 : 1 - scores[k * n + i];
}

static void test_circle(void **unused) {
    (void)unused;
    double mix[MOST], value[MOST];
    double even[9] = {0, .8, .2, 0, 0, .8}, uneven[9] = {0, .9, .3, 0, 0, .6};
    complete(even, 3);
    nash_average(even, 3, mix, value);
    for (int i = 0; i < 3; i++) {
        assert_near(mix[i], 1.0 / 3, 1e-6);
        assert_near(value[i], 0.5, 1e-6);
    }
    /* Off even: A beats B by .4, B beats C by .1, C beats A by .2; without slack each
     * has the share of the edge between the others: 1, 2, 4 of 7. */
    complete(uneven, 3);
    nash_average(uneven, 3, mix, value);
    for (int i = 0; i < 3; i++)
        assert_near(mix[i], (double)(1 << i) / 7, 0.04);
}

static void test_row(void **unused) {
    (void)unused;
    double mix[MOST], value[MOST],
        scores[16] = {0, .4, .3, .1, 0, 0, .35, .2, 0, 0, 0, .4};
    complete(scores, 4);
    nash_average(scores, 4, mix, value);
    assert_true(mix[3] > 0.94);
    assert_near(value[3], 0.5, 0.0051);
    for (int i = 1; i < 4; i++)
        assert_true(value[i] > value[i - 1]);
    /* A copy of the strongest: both share its weight equally. */
    double copied[25];
    for (int i = 0; i < 5; i++)
        for (int k = i + 1; k < 5; k++)
            copied[i * 5 + k] = i < 3 ? scores[i * 4 + (k < 3 ? k : 3)] : 0.5;
    complete(copied, 5);
    double before = mix[3];
    nash_average(copied, 5, mix, value);
    assert_near(mix[3], mix[4], 1e-6);
    assert_near(mix[3] + mix[4], before, 0.03);
    double one = 0.5;
    nash_average(&one, 1, mix, value);
    assert_near(mix[0], 1, 1e-9);
}

static void test_nobody_beats_the_mix(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(41, 1);
    for (int r = 0; r < test_effort(1000); r++) {
        int n = 1 + (int)pcg32_below(&rng, MOST);
        double scores[MOST * MOST], mix[MOST], value[MOST], sum = 0;
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++)
                scores[i * n + k] = pcg32_below(&rng, 4) ? pcg32_real(&rng) : 0;
        complete(scores, n);
        nash_average(scores, n, mix, value);
        for (int i = 0; i < n; i++) {
            sum += mix[i];
            assert_true(mix[i] >= 0 && value[i] <= 0.5 + NASH_SLACK + 1e-6);
        }
        assert_near(sum, 1, 1e-9);
    }
}

/* --- Intervals ---------------------------------------------------------------------- */

enum { PAIRS = 60 };

static const struct {
    const char *name;
    int agents;
    double scores[16]; /* above the diagonal */
} truths[] = {{"rock, paper, scissors", 3, {0, .75, .25, 0, 0, .75}},
              {"a circle and one below", 4, {0, .7, .3, .8, 0, 0, .7, .8, 0, 0, 0, .8}},
              {"a row", 3, {0, .35, .2, 0, 0, .35}},
              {"equals", 3, {0, .5, .5, 0, 0, .5}}};

/* Pairs of every two agents from shared openings, worth +-25 points to a seat. */
static rating_games_t play(int n, const double *scores, pcg32_t *rng) {
    rating_games_t games = {.agents = memory_new((size_t)n, sizeof *games.agents),
                            .num_agents = n};
    games.pairs = memory_new((size_t)(PAIRS * n * n), sizeof *games.pairs);
    for (int i = 0; i < n; i++)
        games.agents[i].text = text_copy("");
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (uint64_t i = 0; i < PAIRS; i++) {
                double seat = i % 2 ? 0.2 : -0.2, score = scores[a * n + b];
                bool first = pcg32_real(rng) < score + seat;
                bool second = pcg32_real(rng) < 1 - score + seat;
                games.pairs[games.num_pairs] =
                    (rating_pair_t){.agents = {a, b},
                                    .results = {first ? RATING_WON : RATING_LOST,
                                                second ? RATING_WON : RATING_LOST},
                                    .hash = games.num_pairs + 1,
                                    .opening = i};
                games.num_pairs++;
            }
    rating_games_cluster(&games);
    return games;
}

static bool holds(const estimate_t *found, double truth) {
    return found->low <= truth && truth <= found->high;
}

static void test_coverage(void **unused) {
    (void)unused;
    int repetitions = test_effort(40);
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        int n = truths[t].agents, held = 0;
        double scores[MOST * MOST], mix[MOST], value[MOST];
        for (int i = 0; i < n * n; i++)
            scores[i] = truths[t].scores[i];
        complete(scores, n);
        nash_average(scores, n, mix, value);
        pcg32_t rng = pcg32_for(42, t, 0, PCG_FOR_TEST);
        for (int r = 0; r < repetitions; r++) {
            rating_games_t games = play(n, scores, &rng);
            rating_t *rating = rating_new(&games, NULL);
            rating_mix_t *found = rating_mix_new(rating);
            assert_non_null(found);
            int which = (int)pcg32_below(&rng, (uint32_t)n);
            held += holds(&found->weight[which], mix[which]);
            rating_mix_free(found);
            rating_free(rating);
            rating_games_clear(&games);
        }
        synthetic_check_coverage("weight in the Nash average", truths[t].name, held,
                                 repetitions, 0.95);
    }
}

/* A pairing with few openings gives no estimate of the error of its score. */
static void test_few_clusters(void **unused) {
    (void)unused;
    double scores[9] = {0, .75, .25, 0, 0, .75};
    pcg32_t rng = pcg32_for(43, 0, 0, PCG_FOR_TEST);
    complete(scores, 3);
    for (uint64_t openings = RATING_CLUSTERS - 1; openings <= RATING_CLUSTERS;
         openings++) {
        size_t kept = 0;
        rating_games_t games = play(3, scores, &rng);
        for (size_t i = 0; i < games.num_pairs; i++) {
            const rating_pair_t *pair = &games.pairs[i];
            if (pair->agents[0] != 0 || pair->agents[1] != 1 || pair->opening < openings)
                games.pairs[kept++] = *pair;
        }
        games.num_pairs = kept;
        rating_games_cluster(&games);
        rating_t *rating = rating_new(&games, NULL);
        rating_mix_t *mix = rating_mix_new(rating);
        assert_non_null(mix);
        for (int i = 0; i < 3; i++) {
            bool any = mix->weight[i].low <= 0 && mix->weight[i].high >= 1;
            assert_int_equal(any, openings < RATING_CLUSTERS);
        }
        rating_mix_free(mix);
        rating_free(rating);
        rating_games_clear(&games);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),
        cmocka_unit_test(test_row),
        cmocka_unit_test(test_nobody_beats_the_mix),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_few_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
