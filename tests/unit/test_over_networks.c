/* Scores between networks: as published for one, by hand, and on made-up networks that
 * differ as player 1, as player 2 and in their pairwise results, or of which a few are
 * unlike the others. experiments/calibration/over_networks.py recomputes those of a
 * study. */
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

/* One network: Wilson's interval with continuity correction (Newcombe 1998, table I,
 * method 4). */
static void test_published(void **unused) {
    (void)unused;
    static const struct {
        int points;
        uint64_t games;
        double low, high;
    } cases[] = {{81, 263, 0.2535, 0.3682},
                 {15, 148, 0.0598, 0.1644},
                 {0, 20, 0, 0.2005},
                 {1, 29, 0.0018, 0.1963}};
    for (int i = 0; i < 4; i++) {
        network_pairs_t one = table(1, &cases[i].points, cases[i].games);
        over_networks_t found;
        assert_true(over_networks(&one, 1, 0.95, &found));
        assert_near(found.score.low, cases[i].low, 5e-5);
        assert_near(found.score.high, cases[i].high, 5e-5);
    }
}

/* Rows win 0.5, 0.6, 0.7 whoever the second player is: left out, the others' means are
 * .65, .6, .55, of 400 games. */
static void test_by_hand(void **unused) {
    (void)unused;
    static const int points[] = {50, 50, 50, 60, 60, 60, 70, 70, 70};
    static const int most[] = {260}, least[] = {220};
    network_pairs_t pairs = table(3, points, 100), up = table(1, most, 400),
                    down = table(1, least, 400);
    over_networks_t found, high, low;
    assert_true(over_networks(&pairs, 1, 0.95, &found));
    assert_true(over_networks(&up, 1, 0.95, &high));
    assert_true(over_networks(&down, 1, 0.95, &low));
    assert_true(found.has_interval);
    assert_near(found.score.value, 0.6, 1e-12);
    assert_near(found.score.high, high.score.high, 1e-12);
    assert_near(found.score.low, low.score.low, 1e-12);
    assert_near(found.least, 0.5, 0);
    assert_near(found.most, 0.7, 0);
    assert_near(found.games, 900, 1e-9);
    assert_int_equal(network_pairs_games(&pairs), 900);
    over_networks_t half;
    assert_true(over_networks(&pairs, 0.5, 0.95, &half));
    assert_true(half.score.low < found.score.low && half.score.high > found.score.high);
    networks_weighed_t same = {&pairs, 1};
    estimate_t difference = over_networks_difference(&same, &same, 0.95);
    assert_near(difference.value, 0, 0);
    assert_near(difference.high, hypot(found.score.high - 0.6, 0.6 - found.score.low),
                1e-12);
    assert_near(over_networks_difference_p(&same, &same), 1, 1e-9);
}

/* Without games of a pair there is no interval; a clear score has one, with few points of
 * a side, too. */
static void test_few(void **unused) {
    (void)unused;
    static const int points[] = {10, 10, 10, 10};
    network_pairs_t two = table(2, points, 10);
    over_networks_t found;
    assert_true(over_networks(&two, 1, 0.95, &found));
    assert_true(found.has_interval);
    assert_true(found.score.low > 0.6 && found.score.high >= 1);
    two.games[1][0] = two.half_points[1][0] = 0;
    assert_false(over_networks(&two, 1, 0.95, &found));
    assert_false(found.has_interval);
    assert_near(found.games, 0, 0);
    assert_near(found.score.high - found.score.low, 1, 0);
    networks_weighed_t a = {&two, 1};
    estimate_t difference = over_networks_difference(&a, &a, 0.95);
    assert_near(difference.high - difference.low, 2, 0);
    assert_near(over_networks_difference_p(&a, &a), 1, 1e-9);
}

/* The interval at 1 - p just ends at 0. */
static void test_p_value(void **unused) {
    (void)unused;
    static const int high[] = {50, 52, 51, 55, 53, 52, 49, 50, 51};
    static const int low[] = {42, 43, 41, 44, 40, 42, 41, 44, 43};
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

/* Log odds of a game, and the standard deviations of a network's as player 1, as player
 * 2, and of a pairing's; one network in so many is unlike the others by this. */
typedef struct truth {
    const char *name;
    double mean, first, second, pairing;
    int odd_one_in; /* 0: none */
    double odd;
} truth_t;
static const truth_t truths[] = {
    {"alike", 0.2, 0, 0, 0, 0, 0},
    {"alike, far from even", 3, 0, 0, 0, 0, 0},
    {"nearly always won", 5, 0.5, 0.5, 0, 0, 0},
    {"different", 0.2, 0.4, 0.4, 0.2, 0, 0},
    {"very different", 0, 2, 2, 1, 0, 0},
    {"different pairings", -1, 0, 0, 1, 0, 0},
    {"one in four unlike", 0, 0.1, 0.1, 0, 4, 3},
    {"one in ten unlike", 1, 0.1, 0.1, 0, 10, -4},
};
enum { TRUTHS = sizeof truths / sizeof truths[0] };

/* Of an ordered pair. */
static const int games_of_pair[] = {1, 4, 14, 100};
enum { GAME_COUNTS = 4 };

/* *mean: the true score between these networks. */
static network_pairs_t make_up(const truth_t *truth, int networks, int games,
                               pcg32_t *rng, double *mean) {
    network_pairs_t pairs = {.networks = networks};
    double first[OVER_NETWORKS_MOST], second[OVER_NETWORKS_MOST];
    for (int i = 0; i < networks; i++) {
        bool is_odd =
            truth->odd_one_in > 0 && pcg32_below(rng, (uint32_t)truth->odd_one_in) == 0;
        first[i] = truth->first * synthetic_normal(rng) + (is_odd ? truth->odd : 0);
        second[i] = truth->second * synthetic_normal(rng);
    }
    *mean = 0;
    for (int i = 0; i < networks; i++)
        for (int j = 0; j < networks; j++) {
            double odds = truth->mean + first[i] - second[j] +
                          truth->pairing * synthetic_normal(rng);
            double chance = 1 / (1 + exp(-odds));
            *mean += chance / (networks * networks);
            for (int game = 0; game < games; game++)
                network_pairs_add(&pairs, i, j, pcg32_real(rng) < chance ? 2 : 0);
        }
    return pairs;
}

static void check_score(const truth_t *truth, int networks, int games, double level) {
    int repetitions = test_effort(200), held = 0;
    pcg32_t rng = pcg32_for(1, (uint64_t)(networks * 1000 + games),
                            (uint64_t)(truth - truths), PCG_FOR_TEST);
    double width = 0;
    for (int i = 0; i < repetitions; i++) {
        double mean;
        network_pairs_t pairs = make_up(truth, networks, games, &rng, &mean);
        over_networks_t found;
        assert_true(over_networks(&pairs, 1, level, &found));
        held += found.score.low <= mean && mean <= found.score.high;
        width += (found.score.high - found.score.low) / 2 / repetitions;
    }
    char what[160];
    snprintf(what, sizeof what, "score between networks, %g %%; %d, %s, %d games a pair",
             100 * level, networks, truth->name, games);
    print_message("half width %.3f: %s\n", width, what);
    synthetic_check_share(what, (double)held / repetitions, repetitions, level, 1);
}

static void test_coverage(void **unused) {
    (void)unused;
    for (int networks = 1; networks <= 5; networks++)
        for (int k = 0; k < GAME_COUNTS; k++)
            for (int i = 0; i < TRUTHS; i++)
                check_score(&truths[i], networks, games_of_pair[k],
                            networks == 3 ? 0.99 : 0.95);
}

static void check_difference(const truth_t *of_x, const truth_t *of_y, int networks,
                             int games) {
    int repetitions = test_effort(200), held = 0;
    pcg32_t rng = pcg32_for(2, (uint64_t)(networks * 1000 + games),
                            (uint64_t)(of_x - truths), PCG_FOR_TEST);
    for (int n = 0; n < repetitions; n++) {
        double mean_x, mean_y;
        network_pairs_t x = make_up(of_x, networks, games, &rng, &mean_x);
        network_pairs_t y = make_up(of_y, 3, games, &rng, &mean_y);
        networks_weighed_t a = {&x, 1}, b = {&y, 1};
        estimate_t found = over_networks_difference(&a, &b, 0.95);
        held += found.low <= mean_x - mean_y && mean_x - mean_y <= found.high;
    }
    char what[200];
    snprintf(what, sizeof what,
             "difference between networks; %d, %s, less 3, %s, %d games a pair", networks,
             of_x->name, of_y->name, games);
    synthetic_check_share(what, (double)held / repetitions, repetitions, 0.95, 1);
}

static void test_differences(void **unused) {
    (void)unused;
    for (int k = 0; k < GAME_COUNTS; k++)
        for (int i = 0; i < TRUTHS; i++)
            for (int j = 0; j < TRUTHS; j += 3)
                check_difference(&truths[i], &truths[j], 1 + (i + j) % 4,
                                 games_of_pair[k]);
}

/* A clearer truth is shown at least as often: above 60 %, by four networks. */
static void test_clear_truths(void **unused) {
    (void)unused;
    static const double odds[] = {0.8, 1.2, 2, 3, 4, 6};
    int repetitions = test_effort(400);
    double before = 0;
    for (int k = 0; k < 6; k++) {
        const truth_t truth = {"", odds[k], 0.3, 0.3, 0.1, 0, 0};
        pcg32_t rng = pcg32_for(3, (uint64_t)k, 0, PCG_FOR_TEST);
        int shown = 0;
        for (int i = 0; i < repetitions; i++) {
            double mean;
            over_networks_t found;
            network_pairs_t pairs = make_up(&truth, 4, 8, &rng, &mean);
            assert_true(over_networks(&pairs, 1, 0.95, &found));
            shown += found.score.low > 0.6;
        }
        double share = (double)shown / repetitions;
        print_message("log odds %.1f: shown to be above 60 %% in %.3f\n", odds[k], share);
        assert_true(share > before - 0.02);
        before = share;
    }
    assert_true(before > 0.99);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),    cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_few),          cmocka_unit_test(test_p_value),
        cmocka_unit_test(test_coverage),     cmocka_unit_test(test_differences),
        cmocka_unit_test(test_clear_truths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
