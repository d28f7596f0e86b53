/* variants.h - the variants on which every game is tested: together they cover every
 * value of every variant key (test_conformance checks that they do). Add new ones at the
 * end: the corpora of fuzz/ refer to a game's variants by number.
 * Use: for (int i = 0; i < test_variant_count; i++) {
 *          game_t *game = test_variant_game(&test_variants[i]); ... game_free(game); }
 */
#ifndef TESTS_VARIANTS_H
#define TESTS_VARIANTS_H

#include "core/game/game.h"

typedef struct test_variant {
    const char *game;
    const char *variant; /* "key=value key=value"; other keys have their defaults */
} test_variant_t;

extern const test_variant_t test_variants[];
extern const int test_variant_count;

/* The game; aborts the test on failure. */
game_t *test_variant_game(const test_variant_t *variant);

/* The position after some random actions from the start; false when the game ended
 * first. `stream` distinguishes different uses of one seed. */
bool test_random_position(const game_t *game, uint64_t stream, uint64_t seed,
                          int num_actions, state_t *state);

/* `full` scaled by the environment variable FULCRUM_TEST_EFFORT in percent (default 100),
 * at least 1: slow builds do less of the same work. */
int test_effort(int full);

#endif
