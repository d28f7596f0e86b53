/* What every game has to keep, tried on every variant of variants.c: a game that is in
 * the registry and not in that list, or a value of a key that no variant there has,
 * fails. */
#include "tests/support/unit.h"

#include "tests/support/conformance.h"

static void test_random_games(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        conformance_random_games(game);
        game_free(game);
    }
}

static void test_playouts_have_one_distribution(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        conformance_playouts(game);
        game_free(game);
    }
}

static void test_every_value_is_covered(void **unused) {
    (void)unused;
    for (int c = 0; c < game_class_count; c++)
        conformance_coverage(game_classes[c], test_variants, test_variant_count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_playouts_have_one_distribution),
        cmocka_unit_test(test_every_value_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
