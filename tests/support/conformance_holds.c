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
    char spaced[64], all[GAME_VARIANT_TEXT + 2];
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

static void check_value(const cover_t *cover, const char *path, const char *value) {
    char assignment[64];
    snprintf(assignment, sizeof assignment, "%s=%s", path, value);
    if (!is_covered(cover, assignment))
        fail_msg("no tested variant of %s has %s", cover->class->name, assignment);
}

/* The same for an integer within its key's range, unless the class rejects it, such as
 * even sizes of a board with a centre. */
static void check_number(const cover_t *cover, const char *path, int number) {
    char value[16], assignment[64];
    failure_t error;
    snprintf(value, sizeof value, "%d", number);
    snprintf(assignment, sizeof assignment, "%s=%s", path, value);
    game_t *game = conformance_game(cover->class, assignment, &error);
    game_free(game);
    if (game)
        check_value(cover, path, value);
}

static void check_key(const cover_t *cover, const config_key_t *key) {
    char words[128], *save = NULL;
    if (key->kind == VALUE_CHOICE) {
        snprintf(words, sizeof words, "%s", key->choices);
        for (char *word = strtok_r(words, "|", &save); word;
             word = strtok_r(NULL, "|", &save))
            check_value(cover, key->name, word);
    } else if (key->kind == VALUE_BOOL) {
        check_value(cover, key->name, "true");
        check_value(cover, key->name, "false");
    } else if (key->most - key->least < 16) {
        for (int v = (int)key->least; v <= (int)key->most; v++)
            check_number(cover, key->name, v);
    }
}

void conformance_coverage(const game_class_t *class, const test_variant_t *variants,
                          int count) {
    const cover_t cover = {class, variants, count};
    check_value(&cover, "swap", "true");
    check_value(&cover, "swap", "false");
    for (int k = 0; k < class->variant_keys.count; k++)
        check_key(&cover, &class->variant_keys.keys[k]);
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
