/* What moving first is worth: exact cases, and coverage on synthetic truths. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/stats/budgets/advantage.h"
#include "tests/support/synthetic.h"

#include <math.h>

enum { POINTS = 5, MOST = 16 };

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

static void test_exact(void **unused) {
    advantage_t found;
    advantage_point_t points[POINTS];
    (void)unused;
    for (int i = 0; i < POINTS; i++) {
        const double x = i - 2, games = 1e6;
        points[i] = (advantage_point_t){x, games * logistic(0.8 * (x + 0.6)), games};
    }
    assert_true(advantage_of(points, POINTS, 0.95, &found));
    assert_true(fabs(found.doublings.value - 0.6) < 1e-3);
    assert_true(fabs(found.slope - 0.8) < 1e-3);
    assert_true(found.doublings.low < 0.6 && found.doublings.high > 0.6);
    /* Searching more does not help; one ratio alone; no games. */
    for (int i = 0; i < POINTS; i++)
        points[i] = (advantage_point_t){i - 2, 30, 60};
    assert_false(advantage_of(points, POINTS, 0.95, &found));
    assert_false(advantage_of(points, 1, 0.95, &found));
    for (int i = 0; i < POINTS; i++)
        points[i].games = 0;
    assert_false(advantage_of(points, POINTS, 0.95, &found));
    const double values[] = {0.2, 0.4, 0.6};
    const estimate_t mean = advantage_mean(values, 3, 0.95);
    assert_true(fabs(mean.value - 0.4) < 1e-12);
    assert_true(fabs(mean.high - 0.4 - 4.302653 * 0.2 / sqrt(3)) < 1e-3);
}

/* The first player's points in games of this expected score. */
static double play(pcg32_t *rng, double p, double draws, int games) {
    double points = 0;
    for (int i = 0; i < games; i++) {
        const double most = 2 * fmin(p, 1 - p), drawn = fmin(draws, most);
        const double u = pcg32_real(rng);
        points += u < drawn ? 0.5 : u < drawn + p - drawn / 2 ? 1 : 0;
    }
    return points;
}

typedef struct truth {
    const char *name;
    double advantage, slope, draws, spread;
    int networks, games;
    bool is_logistic;
} truth_t;

static const truth_t truths[] = {
    {"one network", 0.5, 1, 0, 0, 1, 60, true},
    {"one, flat, drawn", 0.5, 0.5, 0.3, 0, 1, 60, true},
    {"one, 20 games", 0, 1.5, 0, 0, 1, 20, true},
    {"one, far", 1.5, 0.7, 0, 0, 1, 60, true},
    {"4, spread 0.3", 0.5, 1, 0, 0.3, 4, 60, true},
    {"4, spread 0.6, drawn", 0.5, 1, 0.5, 0.6, 4, 60, true},
    {"16, spread 1", 0.5, 1, 0, 1, 16, 60, true},
    {"3, 30 games", 0.5, 1, 0, 0.1, 3, 30, true},
    {"16, no logistic curve", 0.5, 1, 0, 0.3, 16, 60, false},
};

/* Logistic, or a line with an end. */
static double score(const truth_t *truth, double x) {
    return truth->is_logistic ? logistic(truth->slope * x)
                              : fmin(0.98, fmax(0.02, 0.5 + 0.22 * truth->slope * x));
}

static bool holds(const truth_t *truth, pcg32_t *rng) {
    double values[MOST];
    estimate_t value = {0, 0, 0};
    for (int n = 0; n < truth->networks; n++) {
        advantage_point_t points[POINTS];
        advantage_t found;
        const double own = truth->advantage + truth->spread * synthetic_normal(rng);
        for (int i = 0; i < POINTS; i++)
            points[i] = (advantage_point_t){
                i - 2, play(rng, score(truth, i - 2 + own), truth->draws, truth->games),
                truth->games};
        if (!advantage_of(points, POINTS, 0.95, &found))
            return true; /* nothing is claimed */
        value = found.doublings;
        values[n] = value.value;
    }
    if (truth->networks > 1)
        value = advantage_mean(values, truth->networks, 0.95);
    return value.low <= truth->advantage && truth->advantage <= value.high;
}

static void test_coverage(void **unused) {
    enum { TRIALS = 2000 };
    (void)unused;
    for (size_t t = 0; t < sizeof truths / sizeof truths[0]; t++) {
        pcg32_t rng = pcg32_for(7, t, 0, PCG_FOR_PLAN);
        int held = 0;
        for (int i = 0; i < TRIALS; i++)
            held += holds(&truths[t], &rng);
        /* A curve of another form moves the middle a little. */
        synthetic_check_coverage("advantage", truths[t].name, held, TRIALS,
                                 truths[t].is_logistic ? 0.95 : 0.92);
    }
}

static void test_compare_exact(void **unused) {
    const double a[] = {0.9, 1.1, 1.0}, b[] = {-0.5, -0.7, -0.3},
                 even[] = {-0.9, -1.2, -0.8};
    (void)unused;
    advantage_pair_t pair = advantage_compare(a, b, 3, 0.95);
    /* Differences 1.4, 1.8, 1.3, sums 0.4, 0.4, 0.7. */
    assert_true(fabs(pair.difference.value - 1.5) < 1e-12);
    assert_true(fabs(pair.difference.high - 1.5 - 4.302653 * sqrt(0.07 / 3)) < 1e-3);
    assert_int_equal(pair.nearer, 1);
    assert_int_equal(advantage_compare(b, a, 3, 0.95).nearer, 0);
    assert_int_equal(advantage_compare(a, even, 3, 0.95).nearer, -1);
    assert_int_equal(advantage_compare(b, even, 3, 0.95).nearer, 0);
    const double least[] = {0.1, 0.1, 0.1};
    assert_int_equal(advantage_compare(a, least, 3, 0.95).nearer, 1);
}

/* Two variants whose players have these means; one player in eight is unlike the others.
 */
typedef struct pair_truth {
    const char *name;
    double a, b, spread, odd;
    int players;
    double most; /* how often either may be called the nearer */
    double sure; /* how often b has to be, and a never; 0: they are as near */
} pair_truth_t;

/* On either side of 0 a mean of eight often hides the odd one. */
static const pair_truth_t pair_truths[] = {
    {"3, spread 0.3", 0.4, 0.4, 0.3, 0, 3, 0.06, 0},
    {"8, spread 1", 0.4, 0.4, 1, 0, 8, 0.06, 0},
    {"16, even on either side", 0.4, -0.4, 0.3, 0, 16, 0.06, 0},
    {"3, one in eight odd", 0.4, 0.4, 0.3, 3, 3, 0.06, 0},
    {"8, one in eight odd", 0.4, 0.4, 0.3, 3, 8, 0.06, 0},
    {"16, one in eight odd", 0.4, 0.4, 1, 3, 16, 0.06, 0},
    {"8, either side, one in eight odd", 0.4, -0.4, 0.3, 3, 8, 0.13, 0},
    {"8, 1 apart", 1.4, 0.4, 0.3, 0, 8, 0, 0.99},
};

/* As fair as each other: one is called the nearer in 5 %, or less. A difference of 1 is
 * found by eight that differ by 0.3. */
static void test_compare(void **unused) {
    enum { TRIALS = 4000 };
    (void)unused;
    for (size_t t = 0; t < sizeof pair_truths / sizeof pair_truths[0]; t++) {
        const pair_truth_t *truth = &pair_truths[t];
        pcg32_t rng = pcg32_for(11, t, 0, PCG_FOR_PLAN);
        int called[3] = {0, 0, 0}, held = 0;
        for (int i = 0; i < TRIALS; i++) {
            double a[MOST], b[MOST];
            for (int n = 0; n < truth->players; n++) {
                const double off_a = pcg32_real(&rng) < 0.125 ? truth->odd : 0,
                             off_b = pcg32_real(&rng) < 0.125 ? truth->odd : 0;
                a[n] = truth->a + truth->spread * synthetic_normal(&rng) + off_a -
                       truth->odd / 8;
                b[n] = truth->b + truth->spread * synthetic_normal(&rng) + off_b -
                       truth->odd / 8;
            }
            const advantage_pair_t pair = advantage_compare(a, b, truth->players, 0.95);
            called[pair.nearer + 1]++;
            held += pair.difference.low <= truth->a - truth->b &&
                    truth->a - truth->b <= pair.difference.high;
        }
        synthetic_check_coverage("difference", truth->name, held, TRIALS, 0.94);
        if (truth->sure > 0)
            assert_true(called[2] > truth->sure * TRIALS && called[1] == 0);
        else
            assert_true(called[1] + called[2] <= truth->most * TRIALS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact), cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_compare_exact), cmocka_unit_test(test_compare)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
