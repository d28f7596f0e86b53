/* Puzzles against exhaustive search: the same positions are puzzles, with the same
 * action. */
#include "tests/support/unit.h"

#include "eval/solve/puzzle.h"
#include "tests/support/brute_force.h"
#include "tests/support/variants.h"

#include <stdlib.h>

/* The only action that keeps the mover's value, or -1; *drawn: how many others draw. */
static int only_action(brute_force_t *exact, const state_t *state, int *value,
                       int *drawn) {
    const game_t *game = exact->game;
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions), player = game_player(game, state);
    int kept = 0, only = -1;
    *value = brute_force_value(exact, state);
    *value = player == 0 ? *value : 2 - *value;
    *drawn = 0;
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        int worth = brute_force_value(exact, &next);
        worth = player == 0 ? worth : 2 - worth;
        *drawn += worth == 1 && *value == 2;
        kept += worth == *value;
        only = worth == *value ? actions[i] : only;
    }
    return count > 1 && kept == 1 && *value > 0 ? only : -1;
}

static bool check_position(puzzle_finder_t *finder, brute_force_t *exact,
                           const state_t *state) {
    puzzle_t *puzzle = memory_new(1, sizeof *puzzle);
    int value, drawn, action = only_action(exact, state, &value, &drawn);
    puzzle_answer_t answer = puzzle_find(finder, state, puzzle);
    assert_int_equal(answer, action >= 0 ? PUZZLE_FOUND : PUZZLE_NONE);
    if (answer == PUZZLE_FOUND) {
        assert_int_equal(puzzle->action, action);
        assert_int_equal(puzzle->value, value == 2 ? VALUE_WON : VALUE_DRAWN);
        assert_int_equal(puzzle->drawn, drawn);
        assert_true(puzzle->solution.length > 0);
        assert_int_equal(puzzle->solution.line[0], action);
        assert_true(puzzle->value == VALUE_DRAWN || puzzle->solution.bound > 0);
    }
    free(puzzle);
    return answer == PUZZLE_FOUND;
}

static void test_equals_brute_force(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=2 max_turns=9"},
        {"seesaw", "size=2 max_turns=8 capture=optional swap=true"},
        {"seesaw", "size=3 max_turns=5"},
        {"cascade", "size=3 direction=down"},
        {"cascade", "size=2 direction=both swap=true"},
    };
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]);
        const action_limits_t limits = {.table_mb = 32, .nodes = 1000000000};
        puzzle_finder_t *finder = puzzle_finder_new(game, &limits);
        brute_force_t exact;
        int found = 0, tried = 0;
        brute_force_init(&exact, game);
        for (int i = 0; i < 5 + test_effort(60); i++) {
            state_t state;
            int actions = game->cells > 7 ? 3 + i % 5 : i % 6;
            if (!test_random_position(game, 11, (uint64_t)i, actions, &state) ||
                game_outcome(game, &state).over)
                continue;
            tried++;
            found += check_position(finder, &exact, &state);
        }
        print_message("%s: %d of %d positions have one\n", game->variant_text, found,
                      tried);
        assert_true(tried > 0);
        brute_force_clear(&exact);
        puzzle_finder_free(finder);
        game_free(game);
    }
}

/* An immediate win is a line of one action. */
static void test_win_at_once(void **unused) {
    (void)unused;
    test_variant_t variant = {"cascade", "size=3"};
    game_t *game = test_variant_game(&variant);
    const action_limits_t limits = {.table_mb = 16, .nodes = 1000000};
    puzzle_finder_t *finder = puzzle_finder_new(game, &limits);
    puzzle_t *puzzle = memory_new(1, sizeof *puzzle);
    int ends = 0;
    for (int i = 0; i < 40; i++) {
        state_t state;
        if (test_random_position(game, 12, (uint64_t)i, 6, &state) &&
            puzzle_find(finder, &state, puzzle) == PUZZLE_FOUND && puzzle->ends_game) {
            game_apply(game, &state, puzzle->action);
            assert_true(game_outcome(game, &state).over);
            assert_int_equal(puzzle->solution.length, 1);
            ends++;
        }
    }
    assert_true(ends > 0);
    free(puzzle);
    puzzle_finder_free(finder);
    game_free(game);
}

/* Without a budget there is no answer. */
static void test_budget(void **unused) {
    (void)unused;
    test_variant_t variant = {"cascade", "size=6"};
    game_t *game = test_variant_game(&variant);
    const action_limits_t limits = {.table_mb = 16, .nodes = 1000};
    puzzle_finder_t *finder = puzzle_finder_new(game, &limits);
    puzzle_t *puzzle = memory_new(1, sizeof *puzzle);
    state_t state = {0};
    game_start(game, &state);
    assert_int_equal(puzzle_find(finder, &state, puzzle), PUZZLE_OPEN);
    assert_true(puzzle->nodes < 100000);
    free(puzzle);
    puzzle_finder_free(finder);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_brute_force),
        cmocka_unit_test(test_win_at_once),
        cmocka_unit_test(test_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
