/* The game interface's contract, checked on every variant of variants.c, which must cover
 * every value of every key of a game; a game that is not in that list is checked on
 * variants made from its keys.
 *   test_conformance [GAME]        only this game */
#include "tests/support/unit.h"

#include "tests/support/conformance_holds.h"

static const char *only; /* NULL: all games */

static bool is_asked(const char *game) {
    return !only || strcmp(only, game) == 0;
}

static bool is_listed(const game_class_t *class) {
    for (int i = 0; i < test_variant_count; i++)
        if (strcmp(test_variants[i].game, class->name) == 0)
            return true;
    return false;
}

static void for_all_variants(void (*test)(const game_t *game)) {
    for (int i = 0; i < test_variant_count; i++)
        if (is_asked(test_variants[i].game)) {
            game_t *game = test_variant_game(&test_variants[i]);
            test(game);
            game_free(game);
        }
}

static void test_listed_variants(void **unused) {
    (void)unused;
    for_all_variants(conformance_holds);
}

static void test_every_value_is_covered(void **unused) {
    (void)unused;
    for (int c = 0; c < game_class_count; c++)
        if (is_asked(game_classes[c]->name) && is_listed(game_classes[c]))
            conformance_coverage(game_classes[c], test_variants, test_variant_count);
}

static void test_games_without_variants_listed(void **unused) {
    (void)unused;
    for (int c = 0; c < game_class_count; c++)
        if (is_asked(game_classes[c]->name) && !is_listed(game_classes[c]))
            conformance_class_holds(game_classes[c]);
}

int main(int argc, char **argv) {
    failure_t error;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_listed_variants),
        cmocka_unit_test(test_every_value_is_covered),
        cmocka_unit_test(test_games_without_variants_listed),
    };
    only = argc > 1 ? argv[1] : NULL;
    if (argc > 2 || (only && !game_class_find(only, &error))) {
        fprintf(stderr, "%s\n", argc > 2 ? "test_conformance [GAME]" : error.message);
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
