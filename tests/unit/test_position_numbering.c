/* Numbers of positions, checked against the game's actions, for every variant that has
 * them. */
#include "tests/support/unit.h"

#include "core/game/position_numbering.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { STREAM = 31, GAMES = 60, FEW_ACTIONS = 6, MORE_ACTIONS = 18 };

static int compare_steps(const void *a, const void *b) {
    const region_step_t *one = a, *two = b;
    if (one->number != two->number)
        return one->number < two->number ? -1 : 1;
    return (int)one->passes - (int)two->passes;
}

static void sort_steps(region_step_t *steps, int count) {
    if (count > 0)
        qsort(steps, (size_t)count, sizeof *steps, compare_steps);
}

/* The expected end value of a number, to the mover; decider: who acted last. */
static int expected_end(outcome_t outcome, int decider, bool passes) {
    if (outcome.winner == NOBODY)
        return REGION_DRAWN;
    return (outcome.winner == decider) != passes ? REGION_WON : REGION_LOST;
}

/* One action: the number of its step is that of the next position. */
static region_step_t step_of(region_t *region, const state_t *state, action_t action) {
    const game_t *game = region->game;
    region_step_t step, unused[REGION_STEPS];
    state_t next = *state;
    game_apply(game, &next, action);
    assert_true(region_number(region, &next, &step.number));
    assert_true(step.number < region->positions);
    step.passes = game_side(game, &next) != game_side(game, state);
    outcome_t outcome = game_outcome(game, &next);
    int count = region_following(region, step.number, unused);
    if (outcome.over)
        assert_int_equal(count,
                         expected_end(outcome, game_side(game, state), step.passes));
    else
        assert_true(count > 0);
    return step;
}

static void check_following(region_t *region, const state_t *state, uint64_t number) {
    region_step_t steps[REGION_STEPS], expected[REGION_STEPS];
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(region->game, state, actions);
    for (int i = 0; i < count; i++)
        expected[i] = step_of(region, state, actions[i]);
    assert_int_equal(region_following(region, number, steps), count);
    sort_steps(steps, count);
    sort_steps(expected, count);
    for (int i = 0; i < count; i++) {
        assert_true(steps[i].number == expected[i].number);
        assert_int_equal(steps[i].passes, expected[i].passes);
    }
}

static int count_step(const region_step_t *steps, int count, region_step_t step) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += compare_steps(&steps[i], &step) == 0;
    return found;
}

/* Forward and backward steps of a number must agree; on copies of the region, since
 * earlier queries must not matter. */
static void check_reverse(const region_t *region, uint64_t number, bool back) {
    region_step_t there[REGION_STEPS], here[REGION_STEPS];
    region_t one = *region, two = *region;
    int count = back ? region_preceding(&one, number, there)
                     : region_following(&one, number, there);
    for (int i = 0; i < count; i++) {
        region_step_t self = {number, there[i].passes};
        int others = back ? region_following(&two, there[i].number, here)
                          : region_preceding(&two, there[i].number, here);
        assert_int_equal(count_step(here, others, self),
                         count_step(there, count, there[i]));
    }
}

/* A number stands for a position with the same number and with the same actions. */
static void check_number(region_t *region, uint64_t number) {
    state_t state = {0};
    uint64_t again;
    region_state(region, number, &state);
    assert_true(region_number(region, &state, &again));
    assert_true(number == again);
    check_following(region, &state, number);
    check_reverse(region, number, false);
    check_reverse(region, number, true);
}

/* Returns whether the position has a number. */
static bool check_position(const game_t *game, const state_t *state, pcg32_t *rng) {
    region_t region;
    uint64_t number;
    if (!region_open(game, state, &region))
        return false;
    assert_true(region.positions <= region_most_positions(game));
    assert_true(region_number(&region, state, &number));
    assert_true(number < region.positions);
    check_following(&region, state, number);
    check_number(&region, number);
    for (int i = 0; i < 20; i++)
        check_number(&region, mix64(pcg32_next(rng)) % region.positions);
    check_number(&region, 0);
    check_number(&region, region.positions - 1);
    return true;
}

static int check_game(const game_t *game) {
    int numbered = 0;
    for (int i = 0; i < test_effort(GAMES); i++) {
        pcg32_t rng = pcg32_for(STREAM, (uint64_t)i, 0, PCG_FOR_TEST);
        state_t state;
        if (test_random_position(game, STREAM, (uint64_t)i,
                                 FEW_ACTIONS + i % MORE_ACTIONS, &state))
            numbered += check_position(game, &state, &rng);
    }
    return numbered;
}

static void test_numbers_tell_the_game(void **unused) {
    (void)unused;
    int games = 0;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        if (region_most_positions(game) > 0) {
            int numbered = check_game(game);
            print_message("%s %s: %d positions\n", game->class->name, game->variant_text,
                          numbered);
            games += numbered > 0;
        }
        game_free(game);
    }
    assert_true(games >= 3);
}

/* All numbers of a small board: no two stand for the same position. */
static void test_all_numbers_differ(void **unused) {
    (void)unused;
    test_variant_t variant = {"situ", "grid=square order=2 cut=2"};
    game_t *game = test_variant_game(&variant);
    state_t state = {0};
    failure_t error;
    region_t region;
    uint64_t step = (uint64_t)(100000 / test_effort(1000)) | 1, number;
    assert_true(game_read_position(game, "M double0 a2=X c3=X", &state, &error));
    assert_true(region_open(game, &state, &region));
    assert_true(region.positions == 2 * UINT64_C(4782969)); /* of 14 nodes */
    for (uint64_t i = 0; i < region.positions; i += step) {
        region_state(&region, i, &state);
        assert_true(region_number(&region, &state, &number));
        assert_true(number == i);
    }
    game_free(game);
}

/* Positions of a region are distinguished from those of other regions or of none. */
static void test_regions_are_told_apart(void **unused) {
    (void)unused;
    test_variant_t variant = {"situ", "order=2"};
    game_t *game = test_variant_game(&variant);
    const char *const of_none[] = {"M cut0", "M cut1 a1=X", "W first0 a1=X b1=X"};
    const char *const others[] = {"M double0 a1=X b1=X", "M double0 a1=X",
                                  "W double1 a1=X c1=X a3=M", "M double1"};
    state_t state = {0};
    failure_t error;
    region_t region, other;
    uint64_t number;
    assert_true(game_read_position(game, "M double0 a1=X d1=X b2=W", &state, &error));
    assert_true(region_open(game, &state, &region));
    assert_true(region_number(&region, &state, &number));
    for (size_t i = 0; i < sizeof of_none / sizeof of_none[0]; i++) {
        assert_true(game_read_position(game, of_none[i], &state, &error));
        assert_false(region_open(game, &state, &other));
        assert_false(region_number(&region, &state, &number));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_true(game_read_position(game, others[i], &state, &error));
        assert_true(region_open(game, &state, &other));
        assert_false(region_number(&region, &state, &number));
    }
    game_free(game);
    const test_variant_t without = {"situ", "order=3"};
    game = test_variant_game(&without);
    assert_true(region_most_positions(game) == 0);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_tell_the_game),
        cmocka_unit_test(test_all_numbers_differ),
        cmocka_unit_test(test_regions_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
