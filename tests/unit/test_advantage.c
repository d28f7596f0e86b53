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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact),
                                       cmocka_unit_test(test_coverage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
