/* Every build of a game's rules that this processor can run is bit-identical to the
 * portable one: positions, actions and playouts. */
#include "tests/support/unit.h"

#include "core/config/choices.h"
#include "core/game/playout.h"
#include "core/game/rules_build.h"
#include "tests/support/variants.h"

/* The variant's game, with a build of at most this level; restores the limit. */
static game_t *built_game(const test_variant_t *variant, rules_build_t most) {
    rules_build_bound(most);
    game_t *game = test_variant_game(variant);
    rules_build_bound(RULES_BUILD_COUNT - 1);
    return game;
}

/* Plays the same actions from the start in both, comparing each step. */
static void compare_walks(const game_t *game, const game_t *portable, uint64_t seed) {
    pcg32_t rng = pcg32_for(7, seed, 0, PCG_FOR_TEST);
    state_t state = {0}, twin = {0};
    game_start(game, &state);
    game_start(portable, &twin);
    for (;;) {
        action_t actions[GAME_MAX_LEGAL], same[GAME_MAX_LEGAL];
        outcome_t outcome = game_outcome(game, &state),
                  expected = game_outcome(portable, &twin);
        assert_memory_equal(&outcome, &expected, sizeof outcome);
        assert_memory_equal(&state, &twin, (size_t)game->state_bytes);
        int count = game_legal(game, &state, actions);
        assert_int_equal(count, game_legal(portable, &twin, same));
        if (count == 0)
            return;
        assert_memory_equal(actions, same, (size_t)count * sizeof actions[0]);
        action_t action = actions[pcg32_below(&rng, (uint32_t)count)];
        game_apply(game, &state, action);
        game_apply(portable, &twin, action);
    }
}

static void compare_playouts(const game_t *game, const game_t *portable, uint64_t seed) {
    state_t state, twin;
    test_random_position(portable, 7, seed, (int)(seed * 7 % 60), &state);
    twin = state;
    pcg32_t rng = pcg32_for(8, seed, 0, PCG_FOR_TEST), twin_rng = rng;
    playout_t playout = game_playout(game, &state, &rng);
    playout_t expected = game_playout(portable, &twin, &twin_rng);
    assert_int_equal(playout.length, expected.length);
    assert_memory_equal(&playout.outcome, &expected.outcome, sizeof expected.outcome);
    assert_memory_equal(&state, &twin, (size_t)game->state_bytes);
    assert_int_equal(rng.state, twin_rng.state);
}

static void test_same_game(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *portable = built_game(&test_variants[v], RULES_PORTABLE);
        for (int build = RULES_PORTABLE + 1; build < RULES_BUILD_COUNT; build++) {
            game_t *game = built_game(&test_variants[v], (rules_build_t)build);
            if (game->rules_build == build) {
                int games = test_effort(40);
                for (int i = 0; i < games; i++) {
                    compare_walks(game, portable, (uint64_t)i);
                    compare_playouts(game, portable, (uint64_t)i);
                }
            }
            game_free(game);
        }
        game_free(portable);
    }
}

/* A game uses the best available build within the limit. */
static void test_choice(void **unused) {
    (void)unused;
    assert_true(rules_build_is_there(RULES_PORTABLE));
    for (int build = 0; build < RULES_BUILD_COUNT; build++) {
        assert_int_equal(choice_find(RULES_BUILD_CHOICES, rules_build_names[build]),
                         build);
        test_variant_t variant = {"seesaw", "size=4"}; /* has them all */
        game_t *game = built_game(&variant, (rules_build_t)build);
        int best = build;
        while (!rules_build_is_there((rules_build_t)best))
            best--;
        assert_int_equal(game->rules_build, best);
        bool has_lanes = game_has_playouts(game);
        assert_true(has_lanes || best != RULES_AVX512);
        assert_true(!has_lanes || best != RULES_BMI2);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
