/* Intervals over networks: by hand, and on made-up networks that differ as player 1, as
 * player 2 and in their pairwise results. experiments/calibration/over_networks.py
 * recomputes those of a study. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/stats/over_networks.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static network_pairs_t table(int networks, const int *points, uint64_t games) {
    network_pairs_t pairs = {.networks = networks};
    for (int i = 0; i < networks; i++)
        for (int j = 0; j < networks; j++) {
            pairs.half_points[i][j] = 2 * (uint64_t)points[i * networks + j];
            pairs.games[i][j] = games;
        }
    return pairs;
}

/* Rows win 0.5, 0.6, 0.7 whoever the second player is: left out, the others' means are
 * .65, .6, .55, the pseudo-values .5, .6, .7, the standard error .1 / sqrt(3). */
static void test_by_hand(void **unused) {
    (void)unused;
    static const int points[] = {50, 50, 50, 60, 60, 60, 70, 70, 70};
    network_pairs_t pairs = table(3, points, 100);
    over_networks_t found;
    assert_true(over_networks(&pairs, 1, 0.95, &found));
    assert_true(found.has_interval);
    assert_near(found.score.value, 0.6, 1e-12);
    assert_near(found.variance, 0.01 / 3, 1e-12);
    assert_near(found.score.high - 0.6, 4.302653 * 0.1 / sqrt(3), 1e-5);
    assert_near(found.score.low, 0.347165, 1e-5); /* of the log odds */
    assert_near(found.least, 0.5, 0);
    assert_near(found.most, 0.7, 0);
    assert_near(found.games, 900, 1e-9);
    assert_int_equal(network_pairs_games(&pairs), 900);
}

/* Networks that agree by chance: Wilson's interval of the games, with fewer of them if
 * there are duplicates. */
static void test_least_width(void **unused) {
    (void)unused;
    static const int points[] = {4, 4, 4, 4, 4, 4, 4, 4, 4};
    network_pairs_t pairs = table(3, points, 10);
    over_networks_t found;
    assert_true(over_networks(&pairs, 1, 0.95, &found));
    assert_near(found.score.low, 0.304890, 1e-5);
    assert_near(found.score.high, 0.503297, 1e-5);
    assert_true(over_networks(&pairs, 0.5, 0.95, &found));
    assert_near(found.score.low, 0.270249, 1e-5);
    networks_weighed_t same = {&pairs, 1};
    estimate_t difference = over_networks_difference(&same, &same, 0.95);
    assert_near(difference.value, 0, 0);
    assert_near(difference.high, hypot(0.503297 - 0.4, 0.4 - 0.304890), 1e-5);
    assert_near(over_networks_difference_p(&same, &same), 1, 0);
}

/* No interval: two networks, or a pair that has not played. */
static void test_too_few(void **unused) {
    (void)unused;
    static const int points[] = {9, 5, 5, 1, 9, 9, 9, 9, 9};
    network_pairs_t two = table(2, points, 10), three = table(3, points, 10);
    over_networks_t found;
    assert_true(over_networks(&two, 1, 0.95, &found));
    assert_false(found.has_interval);
    assert_near(found.score.value, 0.5, 1e-12);
    assert_near(found.score.high - found.score.low, 1, 0);
    networks_weighed_t a = {&two, 1}, b = {&three, 1};
    estimate_t difference = over_networks_difference(&a, &b, 0.95);
    assert_near(difference.high - difference.low, 2, 0);
    assert_near(over_networks_difference_p(&a, &b), 1, 0);
    three.games[1][2] = three.half_points[1][2] = 0;
    assert_false(over_networks(&three, 1, 0.95, &found));
    assert_false(found.has_interval);
    assert_near(found.games, 0, 0);
}

/* The interval at 1 - p just ends at 0. */
static void test_p_value(void **unused) {
    (void)unused;
    static const int high[] = {50, 52, 51, 55, 53, 52, 49, 50, 51};
    static const int low[] = {30, 31, 35, 32, 33, 30, 36, 31, 32};
    network_pairs_t x = table(3, high, 100), y = table(3, low, 100);
    networks_weighed_t a = {&x, 1}, b = {&y, 1};
    double p = over_networks_difference_p(&a, &b);
    assert_true(p > 1e-6 && p < 0.05);
    assert_near(over_networks_difference(&a, &b, 1 - p).low, 0, 1e-6);
    assert_near(over_networks_difference_p(&b, &a), p, 1e-9);

    /* As small as it is, with as many networks as there may be. */
    network_pairs_t most = {.networks = OVER_NETWORKS_MOST}, least = most;
    for (int i = 0; i < OVER_NETWORKS_MOST; i++)
        for (int j = 0; j < OVER_NETWORKS_MOST; j++) {
            most.games[i][j] = least.games[i][j] = 100000;
            most.half_points[i][j] = 190000;
            least.half_points[i][j] = 10000;
        }
    networks_weighed_t up = {&most, 1}, down = {&least, 1};
    p = over_networks_difference_p(&up, &down);
    assert_true(p > 0 && p < 1e-20);
    assert_near(over_networks_difference_p(&down, &up) / p, 1, 1e-6);
}

/* --- Made-up networks --------------------------------------------------------------- */

/* Standard deviations of a network's chance as player 1, as player 2, of a pairing's. */
typedef struct truth {
    double first, second, pairing, mean;
} truth_t;
static const truth_t truths[] = {{0, 0, 0, 0.55},        {0.05, 0.05, 0, 0.55},
                                 {0.1, 0.1, 0.05, 0.55}, {0.1, 0, 0, 0.55},
                                 {0, 0, 0.1, 0.55},      {0, 0, 0, 0.8},
                                 {0.05, 0.05, 0, 0.8},   {0.1, 0.1, 0.05, 0.8},
                                 {0.1, 0, 0, 0.8},       {0, 0, 0.1, 0.8}};
enum { TRUTHS = sizeof truths / sizeof truths[0] };

/* Truths in log odds, far from 1/2 or very different between networks. */
static const truth_t odd_truths[] = {{1, 1, 0.5, -3},     {1.5, 0.5, 0.3, -3},
                                     {1, 1, 0.5, -1},     {2, 2, 1, 0},
                                     {0.5, 0.5, 0.2, -2}, {1.5, 0.5, 0.3, -2}};
enum { ODD_TRUTHS = sizeof odd_truths / sizeof odd_truths[0] };

/* Of an ordered pair. */
static const int games_of_pair[] = {4, 14, 100};
enum { GAME_COUNTS = 3 };

static double chance_of(double drawn, bool is_odds) {
    return is_odds ? 1 / (1 + exp(-drawn)) : drawn;
}

static network_pairs_t make_up(const truth_t *truth, int networks, int games,
                               bool is_odds, pcg32_t *rng) {
    network_pairs_t pairs = {.networks = networks};
    double first[OVER_NETWORKS_MOST], second[OVER_NETWORKS_MOST];
    for (int i = 0; i < networks; i++) {
        first[i] = truth->first * synthetic_normal(rng);
        second[i] = truth->second * synthetic_normal(rng);
    }
    for (int i = 0; i < networks; i++)
        for (int j = 0; j < networks; j++) {
            double chance = chance_of(truth->mean + first[i] - second[j] +
                                          truth->pairing * synthetic_normal(rng),
                                      is_odds);
            for (int game = 0; game < games; game++)
                network_pairs_add(&pairs, i, j, pcg32_real(rng) < chance ? 2 : 0);
        }
    return pairs;
}

/* The mean of all networks: chances below 0 and above 1 are cut there. */
static double true_mean(const truth_t *truth, bool is_odds) {
    enum { DRAWS = 100000 };
    pcg32_t rng = pcg32_seed(3, 0);
    double mean = 0;
    for (int n = 0; n < DRAWS; n++) {
        double drawn = truth->mean + truth->first * synthetic_normal(&rng) -
                       truth->second * synthetic_normal(&rng) +
                       truth->pairing * synthetic_normal(&rng);
        mean += fmin(fmax(chance_of(drawn, is_odds), 0), 1) / DRAWS;
    }
    return mean;
}

static void name_truth(const truth_t *truth, int networks, int games, bool is_odds,
                       char words[128]) {
    snprintf(words, 128, "%d networks, %d games a pair, spreads %.2f %.2f %.2f, %s %.2f",
             networks, games, truth->first, truth->second, truth->pairing,
             is_odds ? "log odds" : "mean", truth->mean);
}

/* A missing interval cannot be wrong: it counts as held. */
static void check_score(const truth_t *truth, bool is_odds, int networks, int games,
                        double level) {
    int repetitions = test_effort(200), held = 0, given = 0;
    pcg32_t rng = pcg32_seed(1, (uint64_t)(networks * 1000 + games));
    char words[128], what[200];
    double width = 0, mean = true_mean(truth, is_odds);
    for (int i = 0; i < repetitions; i++) {
        network_pairs_t pairs = make_up(truth, networks, games, is_odds, &rng);
        over_networks_t found;
        assert_true(over_networks(&pairs, 1, level, &found));
        held += found.score.low <= mean && mean <= found.score.high;
        given += found.has_interval;
        width += found.has_interval ? (found.score.high - found.score.low) / 2 : 0;
    }
    name_truth(truth, networks, games, is_odds, words);
    print_message("given to %d of %d, half width %.3f, of %s\n", given, repetitions,
                  given > 0 ? width / given : 0, words);
    snprintf(what, sizeof what, "score over networks, %g %%; %s", 100 * level, words);
    synthetic_check_share(what, (double)held / repetitions, repetitions, level, 1);
}

static void test_coverage(void **unused) {
    (void)unused;
    for (int networks = OVER_NETWORKS_LEAST; networks <= 5; networks++)
        for (int k = 0; k < GAME_COUNTS; k++) {
            for (int i = 0; i < TRUTHS; i++)
                check_score(&truths[i], false, networks, games_of_pair[k], 0.95);
            for (int i = 0; i < ODD_TRUTHS; i++)
                check_score(&odd_truths[i], true, networks, games_of_pair[k], 0.95);
        }
    for (int i = 0; i < TRUTHS; i++)
        check_score(&truths[i], false, 3, 14, 0.99);
}

static void check_difference(const truth_t *of_x, const truth_t *of_y, bool is_odds,
                             int networks, int games) {
    int repetitions = test_effort(100), held = 0;
    pcg32_t rng = pcg32_seed(2, (uint64_t)(networks * 1000 + games));
    double truth = true_mean(of_x, is_odds) - true_mean(of_y, is_odds);
    for (int n = 0; n < repetitions; n++) {
        network_pairs_t x = make_up(of_x, networks, games, is_odds, &rng);
        network_pairs_t y = make_up(of_y, 3, games, is_odds, &rng);
        networks_weighed_t a = {&x, 1}, b = {&y, 1};
        estimate_t found = over_networks_difference(&a, &b, 0.95);
        held += found.low <= truth && truth <= found.high;
    }
    char words[128], other[128], what[300];
    name_truth(of_x, networks, games, is_odds, words);
    name_truth(of_y, 3, games, is_odds, other);
    snprintf(what, sizeof what, "difference over networks; %s less %s", words, other);
    synthetic_check_share(what, (double)held / repetitions, repetitions, 0.95, 1);
}

static void test_differences(void **unused) {
    (void)unused;
    for (int k = 0; k < GAME_COUNTS; k++) {
        for (int i = 0; i < TRUTHS; i++)
            for (int j = 0; j < TRUTHS; j += 6)
                check_difference(&truths[i], &truths[j], false, 3 + (i + j) % 3,
                                 games_of_pair[k]);
        for (int i = 0; i < ODD_TRUTHS; i++)
            for (int j = 0; j < ODD_TRUTHS; j += 2)
                check_difference(&odd_truths[i], &odd_truths[j], true, 3 + (i + j) % 3,
                                 games_of_pair[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),  cmocka_unit_test(test_least_width),
        cmocka_unit_test(test_too_few),  cmocka_unit_test(test_p_value),
        cmocka_unit_test(test_coverage), cmocka_unit_test(test_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
