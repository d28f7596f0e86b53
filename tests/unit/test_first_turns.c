/* What first turns are worth: mirror images found by brute force, and figures of scores
 * that are known. */
#include "selfplay/run/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/study/first_turns.h"
#include "selfplay/play/run_game.h"
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

/* Different positions after the first turn, mirror images as one, by walking all of them:
 * a list of all images of those that have been seen. */
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

/* Plays games behind random first turns and reads them. */
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

enum { KINDS = 6, GAMES_EACH = 80 };

static void make_turns(first_turns_t *turns, first_turn_t list[KINDS],
                       const double truth[KINDS], uint64_t seed) {
    pcg32_t rng = pcg32_for(9, seed, 0, PCG_FOR_TEST);
    *turns = (first_turns_t){.turns = list, .count = KINDS};
    for (int i = 0; i < KINDS; i++) {
        list[i] = (first_turn_t){
            .key = (uint64_t)i,
            .halves = {outcome_counts_of_games(), outcome_counts_of_games()}};
        for (int game = 0; game < GAMES_EACH; game++)
            outcome_counts_add(&list[i].halves[game & 1],
                               pcg32_real(&rng) < truth[i] ? 2 : 0);
    }
}

/* The score of the fairest turn, the fairest of all being noisy; what would be left by a
 * pie rule; the spread. */
static void test_truth(void **unused) {
    (void)unused;
    /* All are 60 %: the one that looks fairest is no fairer, and the pie rule gives the
     * better side to player 2, who cannot go wrong. */
    static const double same[KINDS] = {.6, .6, .6, .6, .6, .6};
    static const double apart[KINDS] = {.1, .2, .35, .7, .8, .9};
    int repetitions = test_effort(2000), covered = 0;
    double fairest = 0, naive = 0, pie = 0, spread_same = 0, spread_apart = 0;
    for (int i = 0; i < repetitions; i++) {
        first_turn_t list[KINDS];
        first_turns_t turns;
        first_turns_value_t value;
        make_turns(&turns, list, same, (uint64_t)i);
        first_turns_value(&turns, &value, 0.95);
        outcome_counts_t counts = first_turn_counts(value.fairest);
        naive += outcome_counts_score(&counts) / repetitions;
        fairest += value.fairest_score.value / repetitions;
        covered += value.fairest_score.low <= 0.6 && value.fairest_score.high >= 0.6;
        spread_same += value.spread / repetitions;
        make_turns(&turns, list, apart, (uint64_t)i + 1000000);
        first_turns_value(&turns, &value, 0.95);
        spread_apart += value.spread / repetitions;
        pie += value.under_pie.value / repetitions;
    }
    print_message("truth 60 %%: fairest turn %.2f %% (judged by the games that chose it: "
                  "%.2f %%), interval holds in %.1f %%; spread %.3f of 0, %.3f of 0.335; "
                  "under the pie rule %.2f %% of 35\n",
                  100 * fairest, 100 * naive, 100.0 * covered / repetitions, spread_same,
                  spread_apart, 100 * pie);
    assert_near(fairest, 0.6, 0.01);
    assert_true(naive < 0.56);
    assert_true(covered >= 0.92 * repetitions);
    assert_true(spread_same < 0.03);
    assert_near(spread_apart, 0.335, 0.01);
    assert_near(pie, 0.35, 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orientations_of_states),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
