/* Scores of two variants at equal relative strength: by hand, and on known curves. A
 * larger board that only makes the search weaker differs at equal simulations but is not
 * called fairer at equal relative strength; a fairer board is. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/outcome_counts.h"
#include "eval/stats/budgets/matched_score.h"
#include "eval/stats/comparison.h"
#include "eval/stats/confidence_sequence.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static matched_point_t exact(double measure, double score) {
    return (matched_point_t){{measure, measure, measure},
                             {score, score - 0.01, score + 0.01}};
}

static void test_by_hand(void **unused) {
    (void)unused;
    matched_point_t rising[] = {exact(1, .50), exact(2, .60), exact(4, .70)};
    matched_point_t falling[] = {{{.9, .85, .95}, {.5, .4, .6}},
                                 {{.8, .75, .85}, {.6, .55, .65}},
                                 {{.7, .65, .75}, {.7, .68, .72}},
                                 {{.6, .55, .65}, {.8, .75, .85}}};
    estimate_t score;
    double m;
    assert_true(matched_score_at(rising, 3, 2, &score)); /* at a budget: it alone */
    assert_near(score.value, .60, 1e-12);
    assert_near(score.low, .59, 1e-12);
    assert_near(score.high, .61, 1e-12);
    assert_true(matched_score_at(rising, 3, 3, &score)); /* between two of them */
    assert_near(score.value, .65, 1e-12);
    assert_near(score.low, .59, 1e-12);
    assert_near(score.high, .71, 1e-12);
    assert_true(matched_score_at(rising, 3, 4, &score));
    assert_false(matched_score_at(rising, 3, 4.1, &score));
    assert_false(matched_score_at(rising, 3, 0.9, &score));
    assert_true(matched_score_at(falling, 4, .7, &score));
    assert_near(score.value, .7, 1e-9);
    assert_near(score.low, .55, 1e-12); /* the second may be as low as .75, so not it */
    assert_near(score.high, .85, 1e-12);
    assert_true(matched_score_common(rising, 3, rising, 2, MATCHED_LARGEST, &m));
    assert_near(m, 2, 1e-12);
    assert_true(matched_score_common(falling, 4, falling, 3, MATCHED_LEAST, &m));
    assert_near(m, .75, 1e-12);
    assert_false(matched_score_common(falling, 1, falling + 3, 1, MATCHED_LEAST, &m));
    estimate_t near_even = {.52, .49, .55}, far = {.60, .57, .63},
               below = {.41, .38, .44};
    assert_int_equal(matched_fairer(&near_even, &far), 0);
    assert_int_equal(matched_fairer(&far, &near_even), 1);
    assert_int_equal(matched_fairer(&far, &below), -1);
}

/* --- Boards ------------------------------------------------------------------------- */

/* Scores of the first player and of twice the budget, by the number of doublings. */
typedef struct curve {
    double (*score)(double x), (*doubling)(double x);
} curve_t;

static double clamp(double x, double low, double high) {
    return fmin(fmax(x, low), high);
}

static double rising_score(double x) {
    return .50 + .03 * clamp(x, 0, 8);
}
static double falling_doubling(double x) {
    return .86 - .03 * clamp(x, 0, 9);
}
/* The same board, but the search needs four times the simulations. */
static double slower_score(double x) {
    return rising_score(x - 2);
}
static double slower_doubling(double x) {
    return falling_doubling(x - 2);
}
static double fairer_score(double x) {
    return .50 + .006 * clamp(x, 0, 8);
}
/* Flat, then rising; and a score that turns, while doubling pays unevenly. */
static double late_score(double x) {
    return x < 6 ? .52 : .52 + .05 * (x - 6);
}
static double turning_score(double x) {
    return .60 - .012 * (x - 4) * (x - 4);
}
static double uneven_doubling(double x) {
    return falling_doubling(x) + (x > 2 && x < 6 ? .03 * (1 - fabs(x - 4) / 2) : 0);
}

enum { BUDGETS = 6, GAMES = 8000, PAIRS = 1500 };
#define STEP 1.6 /* doublings between budgets */

static outcome_counts_t coins(double score, int trials, int games, pcg32_t *rng) {
    outcome_counts_t counts = {.games = games};
    for (int i = 0; i < trials; i++) {
        int points = 0;
        for (int k = 0; k < games; k++)
            points += pcg32_real(rng) < score ? 2 : 0;
        outcome_counts_add(&counts, points);
    }
    return counts;
}

static void play(const curve_t *curve, bool by_doubling, double level, pcg32_t *rng,
                 matched_point_t *points) {
    for (int i = 0; i < BUDGETS; i++) {
        double x = STEP * i;
        outcome_counts_t games = coins(curve->score(x), GAMES, 1, rng);
        outcome_counts_t pairs = coins(curve->doubling(x), PAIRS, 2, rng);
        points[i].score = confidence_sequence(&games, level);
        points[i].measure = by_doubling ? outcome_counts_score_estimate(&pairs, level)
                                        : (estimate_t){x, x, x};
    }
}

/* Least and greatest score of the budgets that have this measure. */
static void truth_at(const curve_t *curve, double m, double truth[2]) {
    truth[0] = 2;
    truth[1] = -1;
    for (double x = 0; x < STEP * (BUDGETS - 1); x += 0.001) {
        double now = curve->doubling(x) - m, next = curve->doubling(x + 0.001) - m;
        if (now * next > 0)
            continue;
        truth[0] = fmin(truth[0], curve->score(x));
        truth[1] = fmax(truth[1], curve->score(x));
    }
}

typedef struct boards {
    const char *name;
    curve_t a, b;
    bool is_slower;   /* b equals a, except for the search */
    bool b_is_fairer; /* at equal relative strength */
} boards_t;

static const boards_t all_boards[] = {{"only slower",
                                       {rising_score, falling_doubling},
                                       {slower_score, slower_doubling},
                                       true,
                                       false},
                                      {"fairer",
                                       {rising_score, falling_doubling},
                                       {fairer_score, falling_doubling},
                                       false,
                                       true},
                                      {"flat, then rising, and slower",
                                       {late_score, falling_doubling},
                                       {rising_score, slower_doubling},
                                       false,
                                       false},
                                      {"turning, doubling pays unevenly",
                                       {turning_score, uneven_doubling},
                                       {rising_score, falling_doubling},
                                       false,
                                       false}};

static void check_boards(const boards_t *boards, uint64_t number) {
    int repetitions = test_effort(100), held = 0, there = 0, fairer = 0, apart = 0;
    double level = comparison_level_each(0.95, 4 * BUDGETS);
    pcg32_t rng = pcg32_for(51, number, 0, PCG_FOR_TEST);
    for (int r = 0; r < repetitions; r++) {
        matched_point_t a[BUDGETS], b[BUDGETS];
        estimate_t of_a, of_b;
        double m, of[2][2];
        play(&boards->a, true, level, &rng, a);
        play(&boards->b, true, level, &rng, b);
        if (!matched_score_common(a, BUDGETS, b, BUDGETS, MATCHED_LEAST, &m) ||
            !matched_score_at(a, BUDGETS, m, &of_a) ||
            !matched_score_at(b, BUDGETS, m, &of_b)) {
            held++;
            continue;
        }
        there++;
        truth_at(&boards->a, m, of[0]);
        truth_at(&boards->b, m, of[1]);
        held += of_a.low <= of[0][0] && of_a.high >= of[0][1] && of_b.low <= of[1][0] &&
                of_b.high >= of[1][1];
        fairer += matched_fairer(&of_a, &of_b) == 1;
        for (int i = 0; i < BUDGETS; i++)
            a[i].measure = b[i].measure = (estimate_t){STEP * i, STEP * i, STEP * i};
        assert_true(matched_score_at(a, BUDGETS, STEP * (BUDGETS - 1), &of_a));
        assert_true(matched_score_at(b, BUDGETS, STEP * (BUDGETS - 1), &of_b));
        apart += matched_fairer(&of_a, &of_b) == 1;
    }
    synthetic_check_coverage("scores at equal relative strength", boards->name, held,
                             repetitions, 0.95);
    synthetic_check_share("  met by both", (double)there / repetitions, repetitions, 0.9,
                          1);
    if (boards->is_slower) {
        synthetic_check_share("  fairer at equal simulations",
                              (double)apart / repetitions, repetitions, 0.9, 1);
        synthetic_check_share("  called fairer", (double)fairer / repetitions,
                              repetitions, 0, 0.05);
    }
    if (boards->b_is_fairer)
        synthetic_check_share("  found to be fairer", (double)fairer / repetitions,
                              repetitions, 0.9, 1);
}

static void test_boards(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof all_boards / sizeof *all_boards; i++)
        check_boards(&all_boards[i], i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
