/* Packed positions with a changed byte: they are rejected with a reason, or unpack to
 * positions that pack to the same bytes. */
#include "tests/support/unit.h"
#include "tests/support/variants.h"

#include <string.h>

/* The number of changes that are rejected. */
static int change_bytes(const game_t *game, const state_t *state) {
    static const unsigned char values[] = {0, 1, 2, 3, 4, 5, 7, 9, 16, 127, 255};
    unsigned char packed[GAME_PACKED_BYTES], again[GAME_PACKED_BYTES];
    size_t bytes = (size_t)game->packed_bytes;
    int refused = 0;
    game_pack(game, state, packed);
    for (size_t i = 0; i < bytes; i++)
        for (size_t v = 0; v < sizeof values; v++) {
            unsigned char before = packed[i];
            failure_t error = {.message = ""};
            state_t read;
            memset(&read, 0xff, sizeof read);
            packed[i] = values[v];
            if (game_unpack(game, packed, &read, &error)) {
                game_pack(game, &read, again);
                assert_memory_equal(packed, again, bytes);
            } else {
                assert_string_not_equal(error.message, "");
                refused++;
            }
            packed[i] = before;
        }
    return refused;
}

static void test_changed_bytes(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        for (int num_actions = 0; num_actions < 16; num_actions += 5) {
            state_t state;
            if (test_random_position(game, 7, 1, num_actions, &state))
                assert_true(change_bytes(game, &state) > game->packed_bytes / 2);
        }
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_changed_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
