/* The trend against strength: the line by hand, forms told apart, and on synthetic truth
 * of every form intervals of what lies ahead and the answers "settled" and "moving". */
#include "tests/support/unit.h"

#include "eval/stats/strength_trend.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <string.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

enum { POINTS = 9 };
#define ERROR 0.05 /* of a point */
#define BOUND 0.1  /* of what is settled */

/* From `start`, moving towards or beyond: halves_in 0 is the line of slope `size`. */
typedef struct scenario {
    const char *name;
    double start, size, halves_in;
} scenario_t;

static double truth_at(const scenario_t *scenario, double x) {
    return scenario->start +
           scenario->size *
               (fabs(scenario->halves_in) > 0 ? 1 - exp2(-x / scenario->halves_in) : x);
}

static void play(const scenario_t *scenario, double error, pcg32_t *rng,
                 trend_point_t *points) {
    for (int i = 0; i < POINTS; i++)
        points[i] = (trend_point_t){
            i, truth_at(scenario, i) + (rng ? error * synthetic_normal(rng) : 0), error};
}

static strength_trend_t fit(const trend_point_t *points, int count) {
    strength_trend_t trend;
    failure_t error;
    if (!strength_trend_fit(&trend, points, count, &error))
        fail_msg("%s", error.message);
    return trend;
}

/* Worked through by hand: weights 1, 1, 1, 4 at x - last of -3 to 0. */
static void test_line_by_hand(void **unused) {
    (void)unused;
    static const trend_point_t points[] = {{2, 1, 1}, {3, 3, 1}, {4, 2, 1}, {5, 4, 0.5}};
    strength_trend_t trend = fit(points, 4);
    const trend_form_t *line = &trend.form[0];
    /* sums: w 7, wx -6, wxx 14, wy 22, wxy -11: b = (7 * -11 + 6 * 22) / (7 * 14 - 36) */
    assert_near(line->b, 55.0 / 62, 1e-12);
    assert_near(line->a, (22 + 6 * 55.0 / 62) / 7, 1e-12);
    assert_near(line->var_b, 7.0 / 62, 1e-12);
    assert_near(line->var_a, 14.0 / 62, 1e-12);
    assert_near(line->cov_ab, 6.0 / 62, 1e-12);
    double sum = 0;
    for (int i = 0; i < TREND_FORMS; i++)
        sum += trend.form[i].weight;
    assert_near(sum, 1, 1e-12);
}

/* With small errors the right form has all the weight, and what it says is the truth. */
static void test_forms_are_told_apart(void **unused) {
    (void)unused;
    static const double halvings[TREND_FORMS] = {
        0, 0.5, 0.6, 0.7, 0.84, 1,   1.2,  1.4, 1.7,  2,  2.4,  2.8, 3.4,
        4, 4.8, 5.7, 6.7, 8,    9.5, 11.3, -2,  -2.8, -4, -5.7, -8,  -11.3};
    for (int i = 0; i < TREND_FORMS; i++) {
        scenario_t scenario = {"", 0.2, i ? 1 : 0.1, halvings[i]};
        trend_point_t points[POINTS];
        play(&scenario, 0.000001, NULL, points);
        strength_trend_t trend = fit(points, POINTS);
        assert_true(trend.form[i].weight > 0.99);
        estimate_t later = strength_trend_at(&trend, POINTS + 2, 0.95);
        assert_near(later.value, truth_at(&scenario, POINTS + 2), 0.002);
        estimate_t change = strength_trend_change(&trend, 2, 5, 0.95);
        assert_near(change.value, truth_at(&scenario, 5) - truth_at(&scenario, 2), 0.002);
    }
}

/* How often the interval of the value three doublings ahead holds the truth, and the
 * interval of the next doubling's change; and the answers. */
static void check_scenario(const scenario_t *scenario, int repetitions, double share[2],
                           int answers[3]) {
    pcg32_t rng = pcg32_for(13, (uint64_t)(int64_t)(10 * scenario->halves_in),
                            (uint64_t)(int64_t)(1000 * scenario->size), PCG_FOR_TEST);
    double ahead = truth_at(scenario, POINTS + 2);
    double change = truth_at(scenario, POINTS) - truth_at(scenario, POINTS - 1);
    int held[2] = {0};
    for (int r = 0; r < repetitions; r++) {
        trend_point_t points[POINTS];
        play(scenario, ERROR, &rng, points);
        strength_trend_t trend = fit(points, POINTS);
        estimate_t later = strength_trend_at(&trend, POINTS + 2, 0.95);
        estimate_t next = strength_trend_change(&trend, POINTS - 1, POINTS, 0.95);
        held[0] += later.low <= ahead && ahead <= later.high;
        held[1] += next.low <= change && change <= next.high;
        answers[strength_trend_settled(&trend, BOUND, 0.95)]++;
    }
    share[0] = (double)held[0] / repetitions;
    share[1] = (double)held[1] / repetitions;
}

static void test_coverage(void **unused) {
    (void)unused;
    static const scenario_t scenarios[] = {
        {"constant", 0.3, 0, 0},
        {"line, slow", 0.3, 0.03, 0},
        {"line, fast", 0.1, 0.2, 0},
        {"halves in 4", 0.1, 1, 4},
        {"halves in 3", 0.1, 0.8, 3},
        {"halves in 1", 0.1, 0.8, 1},
        {"halves in 0.65", 0.1, 0.8, 0.65},
        {"halves in 5", 0, 0.8, 5},
        {"halves in 10", 0, 1.5, 10},
        {"halves in 1.3", 0, 0.5, 1.3},
        {"halves in 20", 0, 3, 20},
        {"doubles in 2", 0.2, -0.03, -2},
        {"doubles in 3", 0.2, -0.1, -3},
        {"doubles in 6", 0, -0.3, -6},
    };
    int repetitions = test_effort(4000);
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        double share[2];
        int answers[3] = {0};
        check_scenario(&scenarios[i], repetitions, share, answers);
        double settled = (double)answers[TREND_SETTLED] / repetitions;
        double moving = (double)answers[TREND_MOVING] / repetitions;
        print_message("%-14s 3 ahead %.4f, next %.4f; settled %.3f, moving %.3f\n",
                      scenarios[i].name, share[0], share[1], settled, moving);
        synthetic_check_share("3 ahead", share[0], repetitions, 0.94, 1);
        synthetic_check_share("next", share[1], repetitions, 0.95, 1);
        double change =
            truth_at(&scenarios[i], POINTS) - truth_at(&scenarios[i], POINTS - 1);
        synthetic_check_share("wrong", change > BOUND ? settled : moving, repetitions, 0,
                              0.05);
        if (strcmp(scenarios[i].name, "constant") == 0)
            synthetic_check_share("settled", settled, repetitions, 0.96, 1);
        if (strcmp(scenarios[i].name, "line, fast") == 0) {
            synthetic_check_share("moving", moving, repetitions, 0.96, 1);
            /* Few other forms are plausible: the interval is nearly the line's alone. */
            synthetic_check_share("3 ahead", share[0], repetitions, 0.94, 0.98);
        }
    }
}

/* Log odds of coins, and of trials that vary less: the error is that of the score over
 * p (1 - p); at 0 %, at 100 % and all drawn it is finite and not nothing. */
static void test_points_of_scores(void **unused) {
    (void)unused;
    outcome_counts_t coins = {1, {4000, 0, 6000}}, drawn = {1, {1000, 6000, 3000}};
    trend_point_t point = trend_point_of_score(&coins, 5);
    assert_near(point.value, log(1.5), 1e-4);
    assert_near(point.error, sqrt(1 / (10000 * 0.24)), 1e-5);
    assert_near(score_of_log_odds(point.value), 0.6, 1e-4);
    point = trend_point_of_score(&drawn, 5);
    assert_near(point.value, log(1.5), 1e-4);
    assert_near(point.error, sqrt(0.09 / 10000) / 0.24, 1e-5);
    outcome_counts_t edges[] = {{1, {20}}, {1, {0, 0, 20}}, {1, {0, 20, 0}}, {1, {0}}};
    for (int i = 0; i < 4; i++) {
        point = trend_point_of_score(&edges[i], 5);
        assert_true(isfinite(point.value) && point.error > 0.05 && point.error < 3);
    }
}

/* Points that a form made are seldom called bad, a jump in the middle mostly. */
static void test_bad_fits(void **unused) {
    (void)unused;
    scenario_t scenario = {"", 0.1, 0.1, 0};
    int repetitions = test_effort(10000), called[2] = {0};
    pcg32_t rng = pcg32_seed(14, 1);
    for (int r = 0; r < repetitions; r++)
        for (int jump = 0; jump < 2; jump++) {
            trend_point_t points[POINTS];
            play(&scenario, 0.08, &rng, points);
            points[POINTS / 2].value += jump * 0.5;
            strength_trend_t trend = fit(points, POINTS);
            called[jump] += strength_trend_fits(&trend) < 0.05;
        }
    print_message("called bad: right %.4f, with a jump %.4f\n",
                  (double)called[0] / repetitions, (double)called[1] / repetitions);
    synthetic_check_share("right", (double)called[0] / repetitions, repetitions, 0.04,
                          0.08);
    synthetic_check_share("jump", (double)called[1] / repetitions, repetitions, 0.95, 1);
}

static void assert_refused(const trend_point_t *points, int count, const char *word) {
    strength_trend_t trend;
    failure_t error;
    assert_false(strength_trend_fit(&trend, points, count, &error));
    assert_non_null(strstr(error.message, word));
}

static void test_bad_points(void **unused) {
    (void)unused;
    trend_point_t points[] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 0}};
    assert_refused(points, 3, "at least 4");
    assert_refused(points, 4, "point 3");
    points[3] = (trend_point_t){4, (double)INFINITY, 1};
    assert_refused(points, 4, "point 3");
    for (int i = 0; i < 4; i++)
        points[i] = (trend_point_t){2, i, 1};
    assert_refused(points, 4, "different budgets");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_by_hand),
        cmocka_unit_test(test_forms_are_told_apart),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_bad_fits),
        cmocka_unit_test(test_points_of_scores),
        cmocka_unit_test(test_bad_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
