/* Sequential halving on variants with known scores: plans and order by hand; whether the
 * one nearest to 1/2 is found, with a tenth of the games that a grid needs to find it as
 * often; whether all intervals hold simultaneously; whether the guarantee is kept. */
#include "tests/support/unit.h"

#include "core/base/error.h"
#include "core/base/pcg.h"
#include "eval/stats/confidence_sequence.h"
#include "eval/stats/halving.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* --- Plans -------------------------------------------------------------------------- */

static void test_plan_by_hand(void **unused) {
    (void)unused;
    static const int arms[] = {16, 8, 4, 2}, games[] = {20, 80, 240, 520};
    halving_wish_t wish = {16, 2, 2000, 20, 0.25};
    halving_plan_t plan;
    assert_true(halving_plan(&plan, &wish));
    assert_int_equal(plan.rounds, 3);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(plan.round_arms[i], arms[i]);
        assert_int_equal(plan.round_games[i], games[i]);
    }
    assert_int_equal(plan.games, 2000);
    assert_int_equal(halving_fresh_from(&plan), 240);
    wish.finalists = 99; /* a map */
    assert_true(halving_plan(&plan, &wish));
    assert_int_equal(plan.rounds, 0);
    assert_int_equal(plan.round_games[0], 120);
    assert_int_equal(halving_fresh_from(&plan), 0);
    assert_true(halving_gap(&plan, 0.95) <= 0);
}

/* Every plan stays within its budget; the least budget suffices, and nothing below it. */
static void test_plans(void **unused) {
    (void)unused;
    for (int arms = 1; arms <= HALVING_ARMS; arms += arms < 20 ? 1 : 59)
        for (int finalists = 1; finalists <= 8; finalists++)
            for (int times = 1; times < 100; times = 3 * times + 1) {
                halving_wish_t wish = {arms, finalists, 0, 10, times % 2 ? 0.3 : 0};
                halving_plan_t plan;
                uint64_t least = halving_least(&wish), before = 0;
                wish.budget = least - 1;
                assert_false(halving_plan(&plan, &wish));
                wish.budget = least * (uint64_t)times;
                assert_true(halving_plan(&plan, &wish));
                assert_true(plan.games <= wish.budget && plan.rounds <= HALVING_ROUNDS);
                assert_true(times > 1 || plan.games == least);
                for (int i = 0; i <= plan.rounds; i++) {
                    assert_true(plan.round_games[i] > before &&
                                plan.round_games[i] % 10 == 0);
                    assert_true(i == 0 || plan.round_arms[i] < plan.round_arms[i - 1]);
                    before = plan.round_games[i];
                }
            }
}

/* --- Arms of known scores ----------------------------------------------------------- */

/* Draws games of an arm on demand: game i does not depend on earlier requests. */
typedef struct source {
    int count;
    double score[HALVING_ARMS], drawn[HALVING_ARMS];
    pcg32_t rng[HALVING_ARMS];
    uint8_t *points[HALVING_ARMS];
    halving_arm_t arms[HALVING_ARMS];
} source_t;

static source_t *source_new(int count, uint64_t most) {
    source_t *source = memory_new(1, sizeof *source);
    source->count = count;
    for (int i = 0; i < count; i++)
        source->points[i] = memory_new(most, 1);
    return source;
}

static void source_free(source_t *source) {
    for (int i = 0; i < source->count; i++)
        free(source->points[i]);
    free(source);
}

static void source_begin(source_t *source, uint64_t seed) {
    for (int i = 0; i < source->count; i++) {
        source->rng[i] = pcg32_for(seed, (uint64_t)i, 0, PCG_FOR_TEST);
        source->arms[i] = (halving_arm_t){source->points[i], 0};
    }
}

static uint8_t draw(source_t *source, int arm) {
    double x = pcg32_real(&source->rng[arm]), drawn = source->drawn[arm];
    return x < drawn ? 1 : x < drawn + source->score[arm] - drawn / 2 ? 2 : 0;
}

static void play(source_t *source, int arm, uint64_t games) {
    for (; source->arms[arm].games < games; source->arms[arm].games++)
        source->points[arm][source->arms[arm].games] = draw(source, arm);
}

static void play_plan(source_t *source, const halving_plan_t *plan,
                      halving_state_t *state) {
    for (halving_follow(plan, source->arms, state); state->stage < HALVING_WHOLE;
         halving_follow(plan, source->arms, state))
        for (int i = 0; i < state->num_in; i++)
            play(source, state->order[i], state->wanted);
}

static int nearest(const source_t *source) {
    int best = 0;
    for (int i = 1; i < source->count; i++)
        if (fabs(source->score[i] - 0.5) < fabs(source->score[best] - 0.5))
            best = i;
    return best;
}

/* --- Ranking ------------------------------------------------------------------------ */

static void test_follow_by_hand(void **unused) {
    (void)unused;
    static const uint8_t won[] = {2, 2, 2, 2, 2, 2}, lost[] = {0, 0, 0, 0, 2, 2},
                         even[] = {2, 0, 2, 0, 2, 0}, late[] = {2, 2, 2, 0, 0, 0};
    halving_wish_t wish = {4, 1, 14, 2, 0.1};
    halving_plan_t plan;
    halving_state_t state;
    assert_true(halving_plan(&plan, &wish));
    assert_int_equal(plan.round_games[0], 2);
    assert_int_equal(plan.round_games[1], 4);
    halving_arm_t arms[] = {{won, 2}, {lost, 2}, {even, 2}, {late, 1}};
    halving_follow(&plan, arms, &state);
    assert_int_equal(state.stage, 0);
    assert_int_equal(state.wanted, 2);
    arms[3].games = 2;
    halving_follow(&plan, arms, &state); /* of three at the ends the first stays, too */
    assert_int_equal(state.stage, 1);
    assert_int_equal(state.num_in, 2);
    assert_int_equal(state.order[0], 2);
    assert_int_equal(state.order[1], 0);
    assert_int_equal(state.last_round[3], 0);
    arms[0].games = arms[2].games = 6;
    halving_follow(&plan, arms, &state);
    assert_int_equal(state.stage, HALVING_WHOLE);
    assert_int_equal(state.order[0], 2);
    assert_int_equal(state.last_round[0], 1);
    assert_int_equal(halving_games_of(&plan, &state, 1), 2);
    assert_int_equal(halving_games_of(&plan, &state, 2), plan.round_games[2]);
    arms[1].games = 6; /* games that are there besides change nothing */
    halving_follow(&plan, arms, &state);
    assert_int_equal(state.last_round[1], 0);
}

static outcome_counts_t counts_of(uint64_t won, uint64_t drawn, uint64_t lost) {
    outcome_counts_t counts = outcome_counts_of_games();
    counts.count[2] = won;
    counts.count[1] = drawn;
    counts.count[0] = lost;
    return counts;
}

/* Among scores that chance alone explains, the least surprising comes first, with few
 * draws or many; beyond that, the distance decides. */
static void test_ties(void **unused) {
    const outcome_counts_t rare = counts_of(52, 0, 48), many = counts_of(5, 90, 5),
                           off = counts_of(8, 90, 2), far = counts_of(70, 0, 30),
                           all = counts_of(0, 100, 0);
    (void)unused;
    assert_true(halving_distance(&rare) < halving_distance(&many)); /* by the noise */
    assert_true(halving_key(&many) < halving_key(&rare));
    assert_true(halving_key(&rare) <= 0 && halving_key(&many) >= -1);
    assert_true(halving_distance(&off) > 0);
    assert_true(halving_key(&off) == halving_distance(&off));
    assert_true(halving_key(&off) < halving_key(&far));
    assert_true(halving_key(&all) == -1);
}

/* The ranking statistic is unbiased; the squared distance is not. */
static void test_unbiased(void **unused) {
    (void)unused;
    static const double scores[] = {.5, .55, .7}, draws[] = {0, .5, .2};
    int repetitions = 100 * test_effort(40);
    for (int k = 0; k < 3; k++) {
        source_t *source = source_new(1, 10);
        double sum = 0, squares = 0, plain = 0, off = scores[k] - 0.5;
        source->score[0] = scores[k];
        source->drawn[0] = draws[k];
        for (int r = 0; r < repetitions; r++) {
            source_begin(source, (uint64_t)r);
            play(source, 0, 10);
            outcome_counts_t counts = halving_counts(&source->arms[0], 0, 10);
            double distance = halving_distance(&counts);
            sum += distance / repetitions;
            squares += distance * distance / repetitions;
            plain += pow(outcome_counts_score(&counts) - 0.5, 2) / repetitions;
        }
        assert_near(sum, off * off, 5 * sqrt(squares / repetitions));
        assert_true(plain > off * off + 0.01);
        source_free(source);
    }
}

/* --- Is it found -------------------------------------------------------------------- */

enum { VARIANTS = 64 };

/* The fairest at 50 %, one at `second` points, the others from `third` to `last`. */
static void plant(source_t *source, double second, double third, double last,
                  uint64_t seed) {
    pcg32_t rng = pcg32_for(83, seed, 0, PCG_FOR_TEST);
    for (int i = 0; i < source->count; i++) {
        double share = (double)(i - 1) / (source->count - 2);
        double off = i == 0 ? 0 : i == 1 ? second : third + (last - third) * share;
        source->score[i] = 0.5 + (pcg32_below(&rng, 2) ? off : -off);
    }
    for (int i = source->count - 1; i > 0; i--) {
        int j = (int)pcg32_below(&rng, (uint32_t)i + 1);
        double score = source->score[i];
        source->score[i] = source->score[j];
        source->score[j] = score;
    }
}

/* The best of a grid with equally many games for all. */
static int best_of_grid(source_t *source, uint64_t games) {
    int best = 0;
    double least = 1;
    for (int i = 0; i < source->count; i++) {
        outcome_counts_t counts = outcome_counts_of_games();
        for (uint64_t k = 0; k < games; k++)
            outcome_counts_add(&counts, draw(source, i));
        double distance = halving_distance(&counts);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

typedef struct planted {
    const char *name;
    double second, third, last;
    uint64_t budget;
    double least;    /* share of recoveries */
    bool beats_grid; /* one of ten times the games */
} planted_t;

static void check_planted(const planted_t *planted) {
    int repetitions = test_effort(40), found = 0, kept = 0, in_grid = 0, in_small = 0;
    halving_wish_t wish = {VARIANTS, 2, planted->budget, 10, 0.25};
    halving_plan_t plan;
    assert_true(halving_plan(&plan, &wish));
    source_t *source = source_new(VARIANTS, plan.round_games[plan.rounds]);
    for (int r = 0; r < repetitions; r++) {
        halving_state_t state;
        plant(source, planted->second, planted->third, planted->last, (uint64_t)r);
        source_begin(source, (uint64_t)r);
        play_plan(source, &plan, &state);
        found += state.order[0] == nearest(source);
        kept += state.last_round[nearest(source)] == plan.rounds;
        source_begin(source, (uint64_t)r + 1000000);
        in_grid += best_of_grid(source, 10 * plan.games / VARIANTS) == nearest(source);
        in_small += best_of_grid(source, plan.games / VARIANTS) == nearest(source);
    }
    char what[160];
    double share = (double)found / repetitions, grid = (double)in_grid / repetitions;
    snprintf(what, sizeof what, "fairest found, %llu games; %s",
             (unsigned long long)plan.games, planted->name);
    synthetic_check_share(what, share, repetitions, planted->least, 1);
    snprintf(what, sizeof what, "fairest a finalist; %s", planted->name);
    synthetic_check_share(what, (double)kept / repetitions, repetitions, planted->least,
                          1);
    snprintf(what, sizeof what, "fairest found by a grid of 10 times the games; %s",
             planted->name);
    synthetic_check_share(what, grid, repetitions, planted->least, 1);
    snprintf(what, sizeof what, "fairest found by a grid of as many games; %s",
             planted->name);
    synthetic_check_share(what, (double)in_small / repetitions, repetitions, 0, 1);
    double noise = 4 * sqrt(2 * 0.1 * 0.9 / repetitions);
    if (planted->beats_grid && share < grid - noise)
        fail_msg("%s: found %.3f, by ten times the games %.3f", planted->name, share,
                 grid);
    source_free(source);
}

static void test_planted(void **unused) {
    (void)unused;
    static const planted_t all[] = {
        {"64 variants, 2 points off, then 3 to 45", .02, .03, .45, 32000, .9, true},
        {"64 variants, 5 to 45 points off", .05, .05, .45, 16000, .9, false},
        {"64 variants, all others 10 points off", .1, .1, .1, 48000, .85, false},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_planted(&all[i]);
}

/* --- Do the intervals hold together ------------------------------------------------- */

static bool all_hold(const source_t *source, const halving_plan_t *plan,
                     const halving_state_t *state) {
    halving_levels_t levels = halving_levels(plan, 0, 0.95);
    for (int i = 0; i < plan->arms; i++) {
        uint64_t games = halving_games_of(plan, state, i);
        bool is_finalist = state->last_round[i] == plan->rounds;
        uint64_t from = is_finalist ? halving_fresh_from(plan) : 0;
        outcome_counts_t counts = halving_counts(&source->arms[i], from, games);
        estimate_t score = is_finalist
                               ? outcome_counts_score_estimate(&counts, levels.finalist)
                               : confidence_sequence(&counts, levels.dropped);
        if (score.low > source->score[i] || score.high < source->score[i])
            return false;
    }
    return true;
}

/* Whether an interval of the first alone, from all its games as if their number were
 * fixed, covers the truth: the effect of selection. */
static bool naive_holds(const source_t *source, const halving_plan_t *plan,
                        const halving_state_t *state) {
    int first = state->order[0];
    outcome_counts_t counts =
        halving_counts(&source->arms[first], 0, halving_fresh_from(plan));
    estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
    return score.low <= source->score[first] && source->score[first] <= score.high;
}

static void test_intervals(void **unused) {
    (void)unused;
    enum { ARMS = 16 };
    static const struct {
        const char *name;
        double score, step, drawn;
        int finalists;
    } truths[] = {
        {"16 variants, all 50 %", .5, 0, 0, 2},
        {"16 variants, all 57 %", .57, 0, 0, 2},
        {"16 variants, 40 to 85 %", .40, .03, 0, 2},
        {"16 variants, all 57 %, 60 % drawn", .57, 0, .6, 4},
        {"16 variants, 50 to 99 %, a map", .50, .0327, 0, 16},
    };
    int repetitions = test_effort(40);
    for (size_t k = 0; k < sizeof truths / sizeof *truths; k++) {
        halving_wish_t wish = {ARMS, truths[k].finalists, 2400, 10, 0.3};
        halving_plan_t plan;
        int held = 0, naive = 0;
        assert_true(halving_plan(&plan, &wish));
        source_t *source = source_new(ARMS, plan.round_games[plan.rounds]);
        for (int i = 0; i < ARMS; i++) {
            source->score[i] = truths[k].score + truths[k].step * i;
            source->drawn[i] = truths[k].drawn;
        }
        for (int r = 0; r < repetitions; r++) {
            halving_state_t state;
            source_begin(source, (uint64_t)r + 50000 * (k + 1));
            play_plan(source, &plan, &state);
            held += all_hold(source, &plan, &state);
            naive += plan.rounds > 0 && naive_holds(source, &plan, &state);
        }
        synthetic_check_coverage("all scores of a ranking together", truths[k].name, held,
                                 repetitions, 0.95);
        print_message("  of the games that chose the first: %.1f %% hold\n",
                      100.0 * naive / repetitions);
        source_free(source);
    }
}

/* --- The guarantee ------------------------------------------------------------------ */

static void test_guarantee(void **unused) {
    (void)unused;
    enum { ARMS = 32 };
    int repetitions = test_effort(40);
    for (int drawn = 0; drawn < 2; drawn++) {
        halving_wish_t wish = {ARMS, 2, 16000, 10, 0.25};
        halving_plan_t plan;
        int kept = 0;
        assert_true(halving_plan(&plan, &wish));
        double gap = halving_gap(&plan, 0.95);
        assert_true(gap > 0.1 && gap < 0.4);
        assert_near(halving_miss_bound(&plan, gap), 0.05, 1e-6);
        assert_true(halving_miss_bound(&plan, gap / 2) > 0.5);
        source_t *source = source_new(ARMS, plan.round_games[plan.rounds]);
        for (int r = 0; r < repetitions; r++) {
            halving_state_t state;
            for (int i = 0; i < ARMS; i++) {
                source->score[i] = i == 7 ? 0.5 : i % 2 ? 0.5 + gap : 0.5 - gap;
                source->drawn[i] = drawn && i != 7 ? 0.3 : 0;
            }
            source_begin(source, (uint64_t)r + 900000);
            play_plan(source, &plan, &state);
            kept += state.last_round[7] == plan.rounds;
        }
        char truth[80];
        snprintf(truth, sizeof truth, "32 variants, gap %.1f points%s", 100 * gap,
                 drawn ? ", the others often drawn" : "");
        synthetic_check_coverage("guarantee of sequential halving", truth, kept,
                                 repetitions, 0.95);
        source_free(source);
    }
}

/* Successive passes share one error rate. */
static void test_levels(void **unused) {
    (void)unused;
    halving_wish_t wish = {8, 2, 2000, 10, 0.25};
    halving_plan_t plan;
    assert_true(halving_plan(&plan, &wish));
    double errors = 0;
    for (int pass = 1; pass < 1000; pass++)
        errors += plan.finalists * (1 - halving_levels(&plan, pass, 0.9).finalist);
    assert_true(errors > 0.049 && errors < 0.05);
    assert_near(halving_levels(&plan, 0, 0.9).finalist, 0.975, 1e-12);
    assert_near(halving_levels(&plan, 3, 0.9).dropped, 1 - 0.05 / 8, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ties),      cmocka_unit_test(test_plan_by_hand),
        cmocka_unit_test(test_plans),     cmocka_unit_test(test_follow_by_hand),
        cmocka_unit_test(test_unbiased),  cmocka_unit_test(test_planted),
        cmocka_unit_test(test_intervals), cmocka_unit_test(test_guarantee),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
