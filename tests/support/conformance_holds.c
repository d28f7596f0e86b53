#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "tests/support/conformance_holds.h"

/* Variants that together must cover every value of every key of a class. */
typedef struct cover {
    const game_class_t *class;
    const test_variant_t *variants;
    int count;
} cover_t;

/* Whether some variant has this "key=value". */
static bool is_covered(const cover_t *cover, const char *assignment) {
    char spaced[128], all[GAME_VARIANT_TEXT + 2];
    snprintf(spaced, sizeof spaced, " %s ", assignment);
    for (int i = 0; i < cover->count; i++) {
        if (strcmp(cover->variants[i].game, cover->class->name) != 0)
            continue;
        failure_t error;
        game_t *game = conformance_game(cover->class, cover->variants[i].variant, &error);
        if (!game)
            fail_msg("%s", error.message);
        snprintf(all, sizeof all, " %s ", game->variant_text);
        game_free(game);
        if (strstr(all, spaced))
            return true;
    }
    return false;
}

/* Every value must be covered, unless the class rejects it, such as even sizes of a board
 * with a centre; of a wide range none. */
static void check_key(const cover_t *cover, const config_key_t *key) {
    for (int i = 0; key->most - key->least < 16; i++) {
        char assignment[96];
        text_t out = text_into(assignment, sizeof assignment);
        failure_t error;
        text_add(&out, "%s=", key->name);
        if (!value_example(key, i, &out))
            return;
        game_t *game = conformance_game(cover->class, assignment, &error);
        game_free(game);
        if (game && !is_covered(cover, assignment))
            fail_msg("no tested variant of %s has %s", cover->class->name, assignment);
    }
}

void conformance_coverage(const game_class_t *class, const test_variant_t *variants,
                          int count) {
    const cover_t cover = {class, variants, count};
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(class, rows);
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(&keys, i, &offset)) != NULL; i++)
        check_key(&cover, key);
}

void conformance_holds(const game_t *game) {
    failure_t error;
    if (!conformance_variant(game, test_effort(100), &error))
        fail_msg("%s", error.message);
}

void conformance_class_holds(const game_class_t *class) {
    failure_t error;
    if (!conformance_class(class, test_effort(100), NULL, NULL, &error))
        fail_msg("%s", error.message);
}
