/* The Bradley-Terry fit: a published table, equations solved by hand, ratings recovered
 * from synthetic games with intervals of about the stated coverage, and agents without a
 * loss. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/normal.h"
#include "eval/rating/bradley_terry.h"
#include "eval/stats/cholesky.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELO BRADLEY_TERRY_ELO

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static void test_cholesky(void **unused) {
    (void)unused;
    enum { N = 7 };
    pcg32_t rng = pcg32_seed(9, 1);
    double root[N * N], a[N * N] = {0}, factor[N * N], inverse[N * N], b[N], x[N];
    for (int i = 0; i < N * N; i++)
        root[i] = pcg32_real(&rng) - 0.5;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int m = 0; m < N; m++)
                a[i * N + k] += root[i * N + m] * root[k * N + m];
    memcpy(factor, a, sizeof a);
    assert_true(cholesky_factor(factor, N));
    for (int i = 0; i < N; i++)
        x[i] = b[i] = pcg32_real(&rng);
    cholesky_solve(factor, N, x);
    cholesky_invert(factor, N, inverse);
    for (int i = 0; i < N; i++) {
        double sum = 0, by_inverse = 0;
        for (int k = 0; k < N; k++) {
            sum += a[i * N + k] * x[k];
            by_inverse += inverse[i * N + k] * b[k];
        }
        assert_near(sum, b[i], 1e-9);
        assert_near(by_inverse, x[i], 1e-6 * (1 + fabs(x[i])));
    }
    double not_definite[] = {1, 2, 2, 1};
    assert_false(cholesky_factor(not_definite, 2));
}

/* Baseball, American League East of 1987, wins at home (Agresti, Categorical Data
 * Analysis, table 10.10): abilities against Baltimore and the home advantage, from there
 * and from the vignette of the R package BradleyTerry2. */
enum { MILWAUKEE, DETROIT, TORONTO, NEW_YORK, BOSTON, CLEVELAND, BALTIMORE, TEAMS };

static int baseball(bradley_terry_result_t *results) {
    static const double home[TEAMS][TEAMS][2] = {
        {{0, 0}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}},
        {{3, 3}, {0, 0}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}},
        {{2, 5}, {4, 3}, {0, 0}, {2, 4}, {4, 3}, {4, 2}, {6, 0}},
        {{3, 3}, {5, 1}, {2, 5}, {0, 0}, {4, 3}, {4, 2}, {6, 1}},
        {{5, 1}, {2, 5}, {3, 3}, {4, 2}, {0, 0}, {5, 2}, {6, 0}},
        {{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {0, 0}, {2, 4}},
        {{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {0, 0}}};
    int count = 0;
    for (int i = 0; i < TEAMS; i++)
        for (int k = 0; k < TEAMS; k++)
            if (i != k)
                results[count++] =
                    (bradley_terry_result_t){i, k, 0, home[i][k][0], 0, home[i][k][1]};
    return count;
}

static void test_published_ratings(void **unused) {
    (void)unused;
    bradley_terry_result_t results[TEAMS * TEAMS];
    int count = baseball(results);
    /* Almost no prior, and an advantage fixed at 0 by a prior of no width. */
    bradley_terry_prior_t flat = {1e6, 1e-3, 20};
    bradley_terry_t *fit = bradley_terry_fit(TEAMS, results, count, &flat, NULL);
    static const double ability[] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839};
    static const double error[] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319};
    for (int i = 0; i < BALTIMORE; i++) {
        assert_near((fit->rating[i] - fit->rating[BALTIMORE]) / ELO, ability[i], 0.001);
        assert_near(bradley_terry_difference_deviation(fit, i, BALTIMORE) / ELO, error[i],
                    0.0005);
    }
    assert_int_equal(fit->groups, 1);
    bradley_terry_free(fit);
    flat.advantage_elo = 1e6;
    fit = bradley_terry_fit(TEAMS, results, count, &flat, NULL);
    assert_near(fit->advantage / ELO, 0.3023, 0.0005);
    assert_near(bradley_terry_deviation(fit, fit->agents) / ELO, 0.1309, 0.0005);
    bradley_terry_free(fit);
}

/* Two agents, seats swapped as often: as many equations as parameters, so the chances of
 * the fit are the shares seen, and d of the two seats is half the log odds' sum. */
static void test_two_agents_by_hand(void **unused) {
    (void)unused;
    bradley_terry_result_t results[] = {{0, 1, 0, 60, 20, 20}, {1, 0, 0, 40, 20, 40}};
    bradley_terry_prior_t flat = {1e6, 1e6, 1e3};
    bradley_terry_t *fit = bradley_terry_fit(2, results, 2, &flat, NULL);
    double chances[3], sum[3] = {0};
    bradley_terry_chances(fit, 0, 1, chances);
    assert_near(chances[0] + chances[1] + chances[2], 1, 1e-12);
    assert_near(chances[0] + chances[1] / 2, 0.7, 1e-7);
    sum[1] += chances[1];
    bradley_terry_chances(fit, 1, 0, chances);
    assert_near(chances[0] + chances[1] / 2, 0.5, 1e-7);
    assert_near(sum[1] + chances[1], 0.4, 1e-7);
    assert_near(fit->rating[0] + fit->rating[1], 0, 1e-6);
    assert_near(fit->advantage, fit->rating[0] - fit->rating[1], 1e-4);
    double stronger = bradley_terry_superiority(fit, 0, 1);
    assert_near(stronger + bradley_terry_superiority(fit, 1, 0), 1, 1e-6);
    assert_near(bradley_terry_deviation(fit, 0),
                bradley_terry_difference_deviation(fit, 0, 1) / 2, 1e-4);
    bradley_terry_free(fit);
}

enum { AGENTS = 6 };
static const double truth[AGENTS + 1] = {-220, -90, -20, 30,
                                         100,  200, 60}; /* advantage */
#define TRUE_DRAW (-0.5)

static int play_all(bradley_terry_result_t *results, int games, pcg32_t *rng) {
    int count = 0;
    for (int i = 0; i < AGENTS; i++)
        for (int k = 0; k < AGENTS; k++) {
            if (i == k)
                continue;
            double d = (truth[i] - truth[k] + truth[AGENTS]) / ELO;
            double won = exp(d / 2), drawn = exp(TRUE_DRAW), lost = exp(-d / 2);
            bradley_terry_result_t *r = &results[count++];
            *r = (bradley_terry_result_t){i, k, 0, 0, 0, 0};
            for (int game = 0; game < games; game++) {
                double x = pcg32_real(rng) * (won + drawn + lost);
                *(x < won ? &r->won : x < won + drawn ? &r->drawn : &r->lost) += 1;
            }
        }
    return count;
}

static void test_recovers_ratings(void **unused) {
    (void)unused;
    bradley_terry_result_t results[AGENTS * AGENTS];
    pcg32_t rng = pcg32_seed(10, 1);
    int count = play_all(results, 20000, &rng);
    bradley_terry_t *fit =
        bradley_terry_fit(AGENTS, results, count, &bradley_terry_weak_prior, NULL);
    for (int i = 0; i < AGENTS; i++)
        assert_near(fit->rating[i], truth[i], 4 * bradley_terry_deviation(fit, i));
    assert_true(bradley_terry_deviation(fit, 0) < 2);
    assert_near(fit->advantage, truth[AGENTS],
                4 * bradley_terry_deviation(fit, fit->agents));
    assert_near(fit->draw, TRUE_DRAW, 0.02);
    bradley_terry_free(fit);
}

/* 10 games of each ordered pair: ratings, a difference, the advantage and the draw
 * parameter within 1.96 standard errors. */
static void test_coverage(void **unused) {
    (void)unused;
    int repetitions = test_effort(10000), held[AGENTS + 3] = {0};
    double z = normal_two_sided(0.95);
    pcg32_t rng = pcg32_seed(11, 1);
    for (int r = 0; r < repetitions; r++) {
        bradley_terry_result_t results[AGENTS * AGENTS];
        int count = play_all(results, 10, &rng);
        bradley_terry_t *fit =
            bradley_terry_fit(AGENTS, results, count, &bradley_terry_weak_prior, NULL);
        for (int i = 0; i < AGENTS; i++)
            held[i] +=
                fabs(fit->rating[i] - truth[i]) <= z * bradley_terry_deviation(fit, i);
        held[AGENTS] += fabs(fit->advantage - truth[AGENTS]) <=
                        z * bradley_terry_deviation(fit, fit->agents);
        held[AGENTS + 1] += fabs(fit->rating[5] - fit->rating[0] - truth[5] + truth[0]) <=
                            z * bradley_terry_difference_deviation(fit, 5, 0);
        held[AGENTS + 2] +=
            fabs(fit->draw - TRUE_DRAW) <= z * bradley_terry_deviation(fit, AGENTS + 1);
        bradley_terry_free(fit);
    }
    static const char *const names[] = {"rating 1",  "rating 2",   "rating 3",
                                        "rating 4",  "rating 5",   "rating 6",
                                        "advantage", "difference", "draws"};
    for (int i = 0; i < AGENTS + 3; i++) {
        synthetic_check_share(names[i], (double)held[i] / repetitions, repetitions, 0.945,
                              0.955);
    }
}

/* Three agents, 40 pairs of each two; each pair's opening is worth +-400 Elo to who moves
 * first, once each way in the mean. Returns lines of single games, each pair a cluster.
 */
enum { FEW = 3, PAIRS = 40 };

static int play_pairs(bradley_terry_result_t *results, pcg32_t *rng) {
    static const double rating[FEW] = {-60, 0, 60};
    int count = 0, cluster = 0;
    for (int i = 0; i < FEW; i++)
        for (int k = 0; k < i; k++)
            for (int pair = 0; pair < PAIRS; pair++) {
                double opening = pcg32_below(rng, 2) ? 400 : -400;
                cluster++;
                for (int seat = 0; seat < 2; seat++) {
                    int first = seat ? k : i, second = seat ? i : k;
                    double d = (rating[first] - rating[second] + opening) / ELO;
                    bool won = pcg32_real(rng) < 1 / (1 + exp(-d));
                    results[count++] =
                        (bradley_terry_result_t){first, second, cluster, won, 0, !won};
                }
            }
    return count;
}

/* The openings make the true model differ from the fit's: the true rating difference is
 * the limit of the fit, taken from very many pairs; the true advantage is 0. */
static void test_coverage_of_clusters(void **unused) {
    (void)unused;
    enum { LINES = FEW * PAIRS * 2, MANY = 400 };
    int repetitions = test_effort(4000), held[2][2] = {{0}};
    double z = normal_two_sided(0.95), won[FEW][FEW] = {{0}};
    bradley_terry_result_t results[LINES], sums[FEW * FEW];
    pcg32_t rng = pcg32_seed(15, 1);
    for (int r = 0; r < MANY; r++)
        for (int i = 0, count = play_pairs(results, &rng); i < count; i++)
            won[results[i].first][results[i].second] += results[i].won;
    int lines = 0;
    for (int i = 0; i < FEW; i++)
        for (int k = 0; k < FEW; k++)
            if (i != k)
                sums[lines++] = (bradley_terry_result_t){
                    i, k, 0, won[i][k], 0, PAIRS * MANY - won[i][k]};
    bradley_terry_t *limit =
        bradley_terry_fit(FEW, sums, lines, &bradley_terry_weak_prior, NULL);
    double difference = limit->rating[2] - limit->rating[0];
    bradley_terry_free(limit);
    for (int r = 0; r < repetitions; r++) {
        int count = play_pairs(results, &rng);
        for (int robust = 1; robust >= 0; robust--) {
            for (int i = 0; i < count; i++)
                results[i].cluster = robust ? results[i].cluster : 0;
            bradley_terry_t *fit =
                bradley_terry_fit(FEW, results, count, &bradley_terry_weak_prior, NULL);
            assert_int_equal(fit->robust, robust);
            held[robust][0] += fabs(fit->rating[2] - fit->rating[0] - difference) <=
                               z * bradley_terry_difference_deviation(fit, 2, 0);
            held[robust][1] +=
                fabs(fit->advantage) <= z * bradley_terry_deviation(fit, fit->agents);
            bradley_terry_free(fit);
        }
    }
    double n = repetitions;
    print_message("independent: difference %.4f, advantage %.4f; clusters: %.4f, %.4f\n",
                  held[0][0] / n, held[0][1] / n, held[1][0] / n, held[1][1] / n);
    synthetic_check_share("clusters, difference", held[1][0] / n, repetitions, 0.945,
                          0.97);
    synthetic_check_share("clusters, advantage", held[1][1] / n, repetitions, 0.945,
                          0.97);
    synthetic_check_share("independent, difference", held[0][0] / n, repetitions, 0.98,
                          1);
    synthetic_check_share("independent, advantage", held[0][1] / n, repetitions, 0.7,
                          0.93);
}

/* Agent 0 has beaten all, 3 has never played: ratings are finite and ordered, with wide
 * intervals, and the groups show it. */
static void test_where_games_do_not_tell(void **unused) {
    (void)unused;
    bradley_terry_result_t results[] = {
        {0, 1, 0, 10, 0, 0}, {1, 0, 0, 0, 0, 10}, {1, 2, 0, 5, 0, 5}, {2, 1, 0, 4, 2, 4}};
    bradley_terry_t *fit =
        bradley_terry_fit(4, results, 4, &bradley_terry_weak_prior, NULL);
    assert_int_equal(fit->groups, 3);
    assert_int_equal(fit->group[1], fit->group[2]);
    assert_true(fit->group[0] != fit->group[1] && fit->group[3] != fit->group[1] &&
                fit->group[3] != fit->group[0]);
    assert_true(fit->rating[0] > fit->rating[1] + 300 && fit->rating[0] < 2000);
    assert_true(bradley_terry_superiority(fit, 0, 1) > 0.95);
    assert_true(bradley_terry_difference_deviation(fit, 3, 1) > 900);
    assert_true(bradley_terry_difference_deviation(fit, 0, 1) >
                2 * bradley_terry_difference_deviation(fit, 2, 1));
    double deviation = bradley_terry_difference_deviation(fit, 0, 1);
    bradley_terry_free(fit);
    for (int i = 0; i < 4; i++)
        results[i].cluster = i + 1;
    fit = bradley_terry_fit(4, results, 4, &bradley_terry_weak_prior, NULL);
    assert_true(fit->robust);
    assert_true(bradley_terry_difference_deviation(fit, 0, 1) > deviation);
    bradley_terry_free(fit);
    fit = bradley_terry_fit(2, NULL, 0, &bradley_terry_weak_prior, NULL);
    assert_near(bradley_terry_difference_deviation(fit, 0, 1), 1000 * sqrt(2), 1e-6);
    assert_int_equal(fit->groups, 2);
    bradley_terry_free(fit);
}

/* Half the weight, half the information. */
static void test_weights(void **unused) {
    (void)unused;
    bradley_terry_result_t results[TEAMS * TEAMS];
    int count = baseball(results);
    bradley_terry_prior_t flat = {1e6, 1e6, 20};
    bradley_terry_t *whole = bradley_terry_fit(TEAMS, results, count, &flat, NULL);
    for (int i = 0; i < count; i++) {
        results[i].won /= 2;
        results[i].lost /= 2;
    }
    bradley_terry_t *half = bradley_terry_fit(TEAMS, results, count, &flat, NULL);
    for (int i = 0; i < TEAMS; i++) {
        assert_near(half->rating[i], whole->rating[i], 0.5);
        assert_near(bradley_terry_deviation(half, i) / bradley_terry_deviation(whole, i),
                    sqrt(2), 0.005);
    }
    bradley_terry_free(whole);
    bradley_terry_free(half);
}

/* Pairs of agents from 1 to before `end` with 0 and with the last, whose ratings are
 * given: each pair a cluster, its opening worth +-100 Elo to who moves first. */
static int play_gauntlet(bradley_terry_result_t *results, int end, pcg32_t *rng) {
    int count = 0;
    for (int agent = 1; agent < end; agent++)
        for (int game = 0; game < 4 * PAIRS; game += 2) {
            int anchor = game % 4 ? 0 : AGENTS - 1;
            double opening = pcg32_below(rng, 2) ? 100 : -100;
            for (int seat = 0; seat < 2; seat++) {
                int first = seat ? anchor : agent, second = seat ? agent : anchor;
                double d = (truth[first] - truth[second] + opening) / ELO;
                bool won = pcg32_real(rng) < 1 / (1 + exp(-d));
                int cluster = 1 + count / 2;
                results[count++] =
                    (bradley_terry_result_t){first, second, cluster, won, 0, !won};
            }
        }
    return count;
}

/* With given ratings, an agent that has played only those agents is rated by its own
 * games, whoever else is rated, and its interval covers the truth. */
static void test_given_ratings(void **unused) {
    (void)unused;
    enum { MOST = 4 * PAIRS * AGENTS };
    int repetitions = test_effort(1000), held = 0;
    double given[AGENTS] = {truth[0]}, moved = 0;
    for (int i = 1; i < AGENTS; i++)
        given[i] = i == AGENTS - 1 ? truth[i] : (double)NAN;
    bradley_terry_result_t *few = memory_new(MOST, sizeof *few);
    bradley_terry_result_t *all = memory_new(MOST, sizeof *all);
    const bradley_terry_prior_t *weak = &bradley_terry_weak_prior;
    for (int r = 0; r < repetitions; r++) {
        pcg32_t rng = pcg32_for(14, (uint64_t)r, 0, PCG_FOR_TEST), same = rng;
        int count_few = play_gauntlet(few, 2, &rng);
        int count_all = play_gauntlet(all, AGENTS - 1, &same);
        bradley_terry_t *by_few = bradley_terry_fit(AGENTS, few, count_few, weak, given);
        bradley_terry_t *by_all = bradley_terry_fit(AGENTS, all, count_all, weak, given);
        for (int i = 0; i < AGENTS; i += AGENTS - 1) {
            assert_near(by_all->rating[i], given[i], 0.01);
            assert_near(bradley_terry_deviation(by_all, i), 0, 0.01);
        }
        moved = fmax(moved, fabs(by_all->rating[1] - by_few->rating[1]));
        held += fabs(by_few->rating[1] - truth[1]) <=
                bradley_terry_half_width(by_few, 1, 0.95);
        bradley_terry_free(by_few);
        bradley_terry_free(by_all);
    }
    print_message("others move a rating by up to %.2f Elo\n", moved);
    assert_true(moved < 3);
    synthetic_check_coverage("rating against given ones", "40 pairs of each", held,
                             repetitions, 0.94);
    free(few);
    free(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cholesky),
        cmocka_unit_test(test_published_ratings),
        cmocka_unit_test(test_two_agents_by_hand),
        cmocka_unit_test(test_recovers_ratings),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_coverage_of_clusters),
        cmocka_unit_test(test_where_games_do_not_tell),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_given_ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
