/* Changes of a score with the budget: the intervals cover the truth for curves of any
 * shape, and the answers "level", "rises" and "falls" are seldom wrong. */
#include "tests/support/unit.h"

#include "eval/stats/budgets/score_trend.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

enum { BUDGETS = 5, GAMES = 800 };
#define BOUND 0.025

/* Expected scores of the first player, budget by budget. */
static const struct {
    const char *name;
    double score[BUDGETS];
} truths[] = {
    {"flat", {.55, .55, .55, .55, .55}},
    {"rising", {.50, .53, .56, .59, .62}},
    {"flat, then rising", {.52, .52, .52, .52, .60}},
    {"turning", {.50, .56, .60, .58, .52}},
    {"bending", {.50, .51, .53, .57, .65}},
    {"saturating", {.50, .60, .65, .67, .68}},
    {"at the bound", {.50, .50, .50, .50, .525}},
    {"nearly always won", {.90, .95, .98, .99, .998}},
};

static void play(const double *score, int games, pcg32_t *rng, trend_point_t *points) {
    for (int i = 0; i < BUDGETS; i++)
        for (int game = 0; game < games; game++)
            outcome_counts_add(&points[i].sample.trials.counts,
                               pcg32_real(rng) < score[i] ? 2 : 0);
}

static bool holds(const estimate_t *found, double truth) {
    return found->low <= truth && truth <= found->high;
}

static bool is_wrong(trend_state_t state, double change) {
    switch (state) {
    case TREND_LEVEL:
        return fabs(change) > BOUND + 1e-9;
    case TREND_RISES:
        return change <= 0;
    case TREND_FALLS:
        return change >= 0;
    case TREND_NOT_DECIDED:
        break;
    }
    return false;
}

static void test_coverage(void **unused) {
    (void)unused;
    int repetitions = test_effort(400);
    for (size_t k = 0; k < 2 * (sizeof truths / sizeof *truths); k++) {
        size_t t = k / 2;
        double share = k % 2 ? 1 : 0; /* of the error: a fixed number of games */
        const double *score = truths[t].score;
        double step = score[BUDGETS - 1] - score[BUDGETS - 2];
        double whole = score[BUDGETS - 1] - score[0];
        int held = 0, wrong = 0, answers[4] = {0};
        pcg32_t rng = pcg32_for(21, t, k % 2, PCG_FOR_TEST);
        for (int r = 0; r < repetitions; r++) {
            trend_point_t points[BUDGETS];
            score_trend_t trend = {0};
            for (int i = 0; i < BUDGETS; i++)
                points[i] = (trend_point_t){
                    i, i, {{.counts = outcome_counts_of_games(), .weight = 1}, share}};
            play(score, GAMES, &rng, points);
            assert_true(score_trend_of(points, BUDGETS, BOUND, 0.95, &trend));
            held += holds(&trend.step, step) && holds(&trend.whole, whole);
            wrong += is_wrong(trend.state, step);
            answers[trend.state]++;
        }
        synthetic_check_coverage(share > 0 ? "changes, games fixed beforehand"
                                           : "changes, anytime-valid",
                                 truths[t].name, held, repetitions, 0.95);
        synthetic_check_share("wrong of level, rises, falls", (double)wrong / repetitions,
                              repetitions, 0, 0.05);
        print_message("  %s: level %d, rises %d, falls %d, not decided %d\n",
                      truths[t].name, answers[TREND_LEVEL], answers[TREND_RISES],
                      answers[TREND_FALLS], answers[TREND_NOT_DECIDED]);
    }
}

/* With many games every answer is found. */
static void test_answers(void **unused) {
    (void)unused;
    static const struct {
        uint64_t before, last; /* won of 100,000 */
        trend_state_t state;
    } cases[] = {{50000, 50500, TREND_LEVEL},
                 {50000, 60000, TREND_RISES},
                 {60000, 50000, TREND_FALLS},
                 {50000, 52400, TREND_RISES}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t a = cases[i].before, b = cases[i].last;
        trend_point_t points[] = {{9, 7, {{{1, {100000 - b, 0, b}}, 1}, 0}},
                                  {5, 3, {{{1, {100000 - a, 0, a}}, 1}, 0}},
                                  {2, 1, {{{1, {90000, 0, 10000}}, 1}, 0}}};
        score_trend_t trend;
        assert_true(score_trend_of(points, 3, BOUND, 0.95, &trend));
        assert_int_equal(trend.state, cases[i].state);
        assert_true(trend.first == 1 && trend.before == 3 && trend.last == 7);
        assert_true(fabs(trend.doublings - 4) < 1e-12);
        assert_true(fabs(trend.step.value - ((double)b - (double)a) / 1e5) < 1e-12);
        assert_true(fabs(trend.whole.value - ((double)b / 1e5 - 0.1)) < 1e-12);
        /* Duplicate games: wider. */
        estimate_t step = trend.step;
        for (int k = 0; k < 3; k++)
            points[k].sample.trials.weight = 0.01;
        assert_true(score_trend_of(points, 3, BOUND, 0.95, &trend));
        assert_true(trend.step.low < step.low && trend.step.high > step.high);
        assert_false(score_trend_of(points, 1, BOUND, 0.95, &trend));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
