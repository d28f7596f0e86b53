/* Values of first turns: mirror images found by brute force, and figures from known
 * scores. */
#include "selfplay/config/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/study/first_turns.h"
#include "selfplay/play/run_game.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* --- Orientations ------------------------------------------------------------------- */

/* All images of a position have the same least image, and it is one of them. */
static void test_orientations_of_states(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        orientations_t of;
        orientations_init(&of, game);
        for (uint64_t seed = 0; seed < 5; seed++) {
            state_t state, image, least, again;
            if (!test_random_position(game, 77, seed, 1 + 3 * (int)seed, &state))
                continue;
            int which = orientation_of_state(&of, &state, &least);
            game_symmetry(game, of.symmetries[which], &state, &image);
            assert_true(game_equal(game, &image, &least));
            for (int j = 0; j < of.count; j++) {
                game_symmetry(game, of.symmetries[j], &state, &image);
                orientation_of_state(&of, &image, &again);
                assert_true(game_equal(game, &least, &again));
            }
        }
        game_free(game);
    }
}

/* --- Counting the turns of real games ----------------------------------------------- */

/* Distinct positions after the first turn, up to mirror images, by enumeration: a list of
 * all images of those seen. */
typedef struct walk {
    const orientations_t *of;
    state_t *seen;
    size_t num_seen, capacity;
    int kinds;
} walk_t;

static bool is_seen(const walk_t *walk, const state_t *state) {
    for (size_t i = 0; i < walk->num_seen; i++)
        if (game_equal(walk->of->game, &walk->seen[i], state))
            return true;
    return false;
}

static void see(walk_t *walk, const state_t *state) {
    const game_t *game = walk->of->game;
    if (is_seen(walk, state))
        return;
    walk->kinds++;
    for (int i = 0; i < walk->of->count; i++) {
        if (walk->num_seen == walk->capacity) {
            walk->capacity = walk->capacity ? 2 * walk->capacity : 64;
            walk->seen = memory_resize(walk->seen, walk->capacity, sizeof *walk->seen);
        }
        game_symmetry(game, walk->of->symmetries[i], state,
                      &walk->seen[walk->num_seen++]);
    }
}

static void walk_on(walk_t *walk, const state_t *state, int mover) {
    const game_t *game = walk->of->game;
    if (game_outcome(game, state).over)
        return;
    if (game_player(game, state) != mover) {
        see(walk, state);
        return;
    }
    action_t *actions = memory_new((size_t)game->max_legal, sizeof *actions);
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        walk_on(walk, &next, mover);
    }
    free(actions);
}

/* Plays games after random first turns and reads them. */
static void play_first_turns(const char *game_name, const char *size, int games,
                             first_turns_t *turns, run_config_t *config) {
    char text[256];
    failure_t error;
    snprintf(
        text, sizeof text,
        "{\"game\": \"%s\", \"variant\": {\"size\": %s}, \"opening\": {\"turns\": 1}, "
        "\"search\": {\"simulations\": 2}}",
        game_name, size);
    assert_true(run_config_parse(config, text, "test", NULL, 0, &error));
    first_turns_init(turns, config->game);
    record_t record;
    record_init(&record, config->game);
    play_t *play = play_new(config);
    for (int i = 0; i < games; i++)
        play_game(play, (uint64_t)i, &record, NULL, NULL);
    for (size_t row = 0; row < record.rows[TABLE_GAMES]; row++)
        first_turns_add(turns, &record, row);
    play_free(play);
    record_clear(&record);
}

static void test_kinds(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *size;
    } cases[] = {{"seesaw", "3"}, {"seesaw", "4"}, {"cascade", "4"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        first_turns_t turns;
        run_config_t config;
        play_first_turns(cases[i].game, cases[i].size, 400, &turns, &config);
        walk_t walk = {.of = &turns.orientations};
        state_t start;
        game_start(config.game, &start);
        walk_on(&walk, &start, game_player(config.game, &start));
        print_message("%s %s: %d first turns\n", cases[i].game, cases[i].size,
                      walk.kinds);
        assert_int_equal(turns.count, walk.kinds);
        uint64_t games = 0;
        for (size_t j = 0; j < turns.count; j++) {
            outcome_counts_t counts = first_turn_counts(&turns.turns[j]);
            games += outcome_counts_trials(&counts);
        }
        assert_int_equal(games, 400);
        free(walk.seen);
        first_turns_clear(&turns);
        run_config_clear(&config);
    }
}

/* --- Figures of known truth --------------------------------------------------------- */

enum { KINDS = 6 };

/* Games after a number of first turns, each equally likely. */
static void make_turns(first_turns_t *turns, first_turn_t list[KINDS],
                       const double *truth, int kinds, int games, uint64_t seed) {
    pcg32_t rng = pcg32_for(9, seed, 0, PCG_FOR_TEST);
    *turns = (first_turns_t){.turns = list, .count = (size_t)kinds, .weight = 1};
    for (int i = 0; i < kinds; i++)
        list[i] = (first_turn_t){
            .key = (uint64_t)i,
            .halves = {outcome_counts_of_games(), outcome_counts_of_games()}};
    for (int game = 0; game < games; game++) {
        int kind = (int)(pcg32_real(&rng) * kinds);
        outcome_counts_add(&list[kind].halves[game & 1],
                           pcg32_real(&rng) < truth[kind] ? 2 : 0);
    }
}

/* Results over repetitions of one truth. */
typedef struct found {
    double picked, pie;           /* shares of intervals that hold */
    double picked_half, pie_half; /* half widths */
    double pie_point, spread;
} found_t;

static bool holds(estimate_t estimate, double truth) {
    return estimate.low <= truth && truth <= estimate.high;
}

static found_t try_truth(const double *truth, int kinds, int games, double under_pie,
                         int repetitions) {
    found_t found = {0};
    for (int i = 0; i < repetitions; i++) {
        first_turn_t list[KINDS];
        first_turns_t turns;
        first_turns_value_t value;
        make_turns(&turns, list, truth, kinds, games, (uint64_t)i);
        first_turns_value(&turns, &value, 0.95);
        assert_true(value.has_fairest);
        assert_true(value.under_pie.high <= 0.5);
        assert_true(holds(value.under_pie, value.under_pie.value));
        double picked = truth[value.fairest->key];
        found.picked += (double)holds(value.fairest_score, picked) / repetitions;
        found.pie += (double)holds(value.under_pie, under_pie) / repetitions;
        found.picked_half +=
            (value.fairest_score.high - value.fairest_score.low) / 2 / repetitions;
        found.pie_half += (value.under_pie.high - value.under_pie.low) / 2 / repetitions;
        found.pie_point += value.under_pie.value / repetitions;
        found.spread += value.spread / repetitions;
    }
    return found;
}

/* The score of the turn that appears fairest, and the score under a pie rule: the turns'
 * true scores equal or not, one at 1/2 or none. */
static void test_truth(void **unused) {
    (void)unused;
    static const struct {
        int kinds, games;
        double truth[KINDS], under_pie, spread;
    } cases[] = {
        {4, 2000, {.623, .53, .48, .44}, .48, .0787},
        {4, 2000, {.60, .53, .47, .40}, .47, .0852},
        {4, 2000, {.62, .60, .40, .35}, .40, .1380},
        {4, 2000, {.55, .55, .55, .55}, .45, 0},
        {4, 2000, {.50, .50, .50, .50}, .50, 0},
        {6, 480, {.6, .6, .6, .6, .6, .6}, .40, 0},
        {6, 480, {.1, .2, .35, .7, .8, .9}, .35, .335},
        {2, 200, {.51, .9}, .49, .2758},
        {6, 6000, {.5, .7, .71, .72, .73, .74}, .50, .0910},
    };
    int repetitions = test_effort(4000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        found_t found = try_truth(cases[i].truth, cases[i].kinds, cases[i].games,
                                  cases[i].under_pie, repetitions);
        print_message("%d turns, %d games: the fairest's score holds in %.1f %% (+-%.1f "
                      "points), under a pie rule in %.1f %% (+-%.1f; in the mean %.1f of "
                      "%.1f); spread %.3f of %.3f\n",
                      cases[i].kinds, cases[i].games, 100 * found.picked,
                      100 * found.picked_half, 100 * found.pie, 100 * found.pie_half,
                      100 * found.pie_point, 100 * cases[i].under_pie, found.spread,
                      cases[i].spread);
        char truth[80];
        snprintf(truth, sizeof truth, "%d turns, %d games, truth %.1f", cases[i].kinds,
                 cases[i].games, 100 * cases[i].under_pie);
        synthetic_check_coverage("fairest first turn", truth,
                                 (int)lround(found.picked * repetitions), repetitions,
                                 0.95);
        synthetic_check_coverage("under a pie rule", truth,
                                 (int)lround(found.pie * repetitions), repetitions, 0.95);
        assert_near(found.spread, cases[i].spread, 0.03);
    }
}

/* No answer from one turn, or if most games are after turns too rare to judge. */
static void test_too_little(void **unused) {
    (void)unused;
    static const double truth[KINDS] = {.5, .5, .5, .5, .5, .5};
    first_turn_t list[KINDS];
    first_turns_t turns;
    first_turns_value_t value;
    make_turns(&turns, list, truth, 1, 1000, 1);
    first_turns_value(&turns, &value, 0.95);
    assert_int_equal(value.turns, 1);
    assert_false(value.has_fairest);
    make_turns(&turns, list, truth, 6, 60, 1); /* some 5 in each half */
    first_turns_value(&turns, &value, 0.95);
    assert_int_equal(value.all_games, 60);
    assert_false(value.has_fairest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orientations_of_states),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_too_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
