/* The skill trace: by hand on a few matches, and the coverage of its interval on
 * synthetic matches. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/metrics/skill_trace.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <string.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static skill_level_t level_of(double budget, uint64_t won, uint64_t drawn,
                              uint64_t lost) {
    return (skill_level_t){budget, {1, {lost, drawn, won}}};
}

static skill_trace_t trace_of(const skill_level_t *levels, int count) {
    skill_trace_t trace;
    failure_t error;
    if (!skill_trace_of(levels, count, 0.95, &trace, &error))
        fail_msg("%s", error.message);
    return trace;
}

static void test_by_hand(void **unused) {
    (void)unused;
    /* Results 0.8, 0.6 and 0.4: the line gives 0.2 for the next, and their mean is 0.6.
     */
    const skill_level_t levels[] = {level_of(100, 90, 0, 10), level_of(200, 70, 20, 10),
                                    level_of(400, 60, 20, 20)};
    skill_trace_t trace = trace_of(levels, 3);
    assert_near(trace.next, 0.2, 1e-12);
    assert_near(trace.area, 0.6, 1e-12);
    assert_near(trace.value.value, 0.2 + 0.8 * 0.6, 1e-12);
    assert_true(trace.value.low < 0.67 && trace.value.high > 0.69);
    assert_true(trace.value.low > 0.4 && trace.value.high < 0.9);
}

static void test_ends(void **unused) {
    (void)unused;
    const skill_level_t all[] = {level_of(1, 50, 0, 0), level_of(2, 50, 0, 0)};
    const skill_level_t none[] = {level_of(1, 20, 10, 20), level_of(2, 0, 50, 0)};
    const skill_level_t worse[] = {level_of(1, 10, 0, 40), level_of(2, 5, 0, 45)};
    assert_near(trace_of(all, 2).value.value, 1, 1e-12);
    assert_true(trace_of(all, 2).value.low < 0.9999);
    assert_near(trace_of(none, 2).value.value, 0, 1e-12);
    assert_true(trace_of(none, 2).value.high > 0.01);
    assert_near(trace_of(worse, 2).value.value, 0, 1e-12);
}

static void expect_refused(const skill_level_t *levels, int count, const char *word) {
    skill_trace_t trace;
    failure_t error;
    assert_false(skill_trace_of(levels, count, 0.95, &trace, &error));
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
}

static void test_wrong_levels(void **unused) {
    (void)unused;
    const skill_level_t single[] = {level_of(1, 5, 0, 5)};
    const skill_level_t gap[] = {level_of(1, 5, 0, 5), level_of(4, 5, 0, 5)};
    const skill_level_t empty[] = {level_of(1, 5, 0, 5), level_of(2, 0, 0, 0)};
    const skill_level_t free_of_charge[] = {level_of(0, 5, 0, 5), level_of(0, 5, 0, 5)};
    expect_refused(single, 1, "2 to 32 levels");
    expect_refused(gap, 2, "level 2: the budget is 4, not twice 1");
    expect_refused(empty, 2, "level 2 has no games");
    expect_refused(free_of_charge, 2, "not above 0");
}

enum { LEVELS = 5 };

static double true_trace(const double *scores) {
    double area = 0, mean = 0, slope = 0;
    for (int i = 0; i < LEVELS; i++) {
        double result = 2 * scores[i] - 1;
        area += fmax(result, 0) / LEVELS;
        mean += result / LEVELS;
        slope += (i - 2) * result / 10;
    }
    double next = fmin(1, fmax(0, mean + 3 * slope));
    return next + (1 - next) * area;
}

/* 200 games per level: the scores of twice the budget. */
static const struct {
    const char *name;
    double scores[LEVELS];
} truths[] = {{"falling", {.8, .75, .7, .65, .6}},
              {"no skill", {.5, .5, .5, .5, .5}},
              {"skill that ends", {.8, .65, .5, .5, .5}},
              {"harm", {.4, .45, .5, .5, .5}},
              {"late", {.5, .5, .5, .55, .75}},
              {"nearly all", {.97, .98, .98, .99, .99}}};

static void test_interval_holds(void **unused) {
    (void)unused;
    int repetitions = test_effort(200);
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        int held = 0;
        double truth = true_trace(truths[t].scores);
        pcg32_t rng = pcg32_for(13, t, 0, PCG_FOR_TEST);
        for (int r = 0; r < repetitions; r++) {
            skill_level_t levels[LEVELS];
            for (int i = 0; i < LEVELS; i++) {
                levels[i] = level_of(pow(2, i), 0, 0, 0);
                for (int g = 0; g < 200; g++)
                    outcome_counts_add(&levels[i].counts,
                                       pcg32_real(&rng) < truths[t].scores[i] ? 2 : 0);
            }
            skill_trace_t trace = trace_of(levels, LEVELS);
            held += trace.value.low <= truth && truth <= trace.value.high;
        }
        synthetic_check_coverage("skill trace", truths[t].name, held, repetitions, 0.95);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_wrong_levels),
        cmocka_unit_test(test_interval_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
