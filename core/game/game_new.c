/* Makes games from a class and a variant: game_class_find, game_new and game_free of
 * game.h. */
#include "core/game/game.h"

#include "core/base/json.h"
#include "core/game/pie_rule.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* Paths as names of classes. */
static struct {
    char *path;
    const game_class_t *class;
} named[GAME_MOST_CLASSES];
static int num_named;

static const game_class_t *find_named(const char *path) {
    for (int i = 0; i < num_named; i++)
        if (strcmp(named[i].path, path) == 0)
            return named[i].class;
    return NULL;
}

void game_class_name(const char *path, const game_class_t *class) {
    if (find_named(path) || num_named == GAME_MOST_CLASSES)
        return;
    named[num_named].path = text_copy(path);
    named[num_named++].class = class;
}

/* As game_source_is, which play pages lack. */
static bool is_source(const char *word) {
    size_t length = strlen(word);
    return length > 2 && strcmp(word + length - 2, ".c") == 0;
}

static void refuse(const char *name, failure_t *error) {
    const char *names[GAME_MOST_CLASSES] = {0};
    char list[1024];
    text_t out = text_into(list, sizeof list);
    for (int i = 0; i < game_class_count; i++)
        names[i] = game_classes[i]->name;
    for (int i = 0; i < game_class_count && out.used < sizeof list - 40; i++)
        text_add(&out, "%s%.32s", i ? ", " : "", names[i]);
    const char *nearest = text_nearest(name, names, game_class_count);
    if (is_source(name))
        error_set(error,
                  "the game \"%.400s\" is not loaded: a source is compiled only if it is "
                  "named on the command line, or in a configuration that is",
                  name);
    else if (nearest)
        error_set(error, "unknown game \"%.80s\"; did you mean \"%s\"? The games are: %s",
                  name, nearest, list);
    else
        error_set(
            error,
            "unknown game \"%.80s\"; the games are: %s; a game of your own is named "
            "by its file, as ./FILE.c, or loaded by FULCRUM_GAMES=FILE",
            name, list);
}

const game_class_t *game_class_find(const char *name, failure_t *error) {
    for (int i = 0; i < game_class_count; i++)
        if (strcmp(game_classes[i]->name, name) == 0)
            return game_classes[i];
    const game_class_t *class = find_named(name);
    if (!class)
        refuse(name, error);
    return class;
}

bool game_class_add(const game_class_t *class) {
    if (game_class_count == GAME_MOST_CLASSES)
        return false;
    game_classes[game_class_count++] = class;
    return true;
}

bool game_instead_of_file(const char *word, const char *needed, failure_t *error) {
    if (!is_source(word) && (access(word, F_OK) == 0 || !game_class_find(word, NULL)))
        return false;
    error_set(error, "%s is a game, not a file: %s", word, needed);
    return true;
}

bool game_is_unknown(const char *word, failure_t *error) {
    for (const char *at = word; *at; at++)
        if (!isalpha((unsigned char)*at))
            return false;
    if (access(word, F_OK) == 0 || game_class_find(word, error))
        return false;
    error_prefix(error, "no such file or folder");
    return true;
}

keyset_t game_class_keys(const game_class_t *class, config_key_t rows[GAME_KEY_ROWS]) {
    rows[0] = (config_key_t)KEY_SET(&class->variant_keys, 0);
    rows[1] = (config_key_t){
        .name = SWAP_KEY,
        .kind = VALUE_BOOL,
        .offset = class->variant_bytes,
        .size = sizeof(bool),
        .help = "pie rule: after the first turn player 2 may exchange sides"};
    return (keyset_t){rows, GAME_KEY_ROWS};
}

static bool read_variant(const keyset_t *keys, const cJSON *json, const char *where,
                         const char *prefix, void *values, failure_t *error) {
    if (json && !cJSON_IsObject(json))
        return error_set(error, "%s: \"variant\" must be an object {...}", where);
    return !json || keyset_read_json(keys, values, json, where, prefix, error);
}

static void free_values(game_t *game) {
    void *variant;
    memcpy(&variant, &game->variant, sizeof variant); /* const for all but its owner */
    free(variant);
}

/* Begins a game with default values. */
static game_t *begin(const game_class_t *class, const keyset_t *keys, void **values) {
    game_t *game = memory_new(1, sizeof *game);
    game->class = class;
    game->rules = class->rules;
    game->board = class->board;
    game->text = class->text;
    game->drawing = class->drawing;
    game->networks = class->networks;
    game->features = class->features;
    game->solver = class->solver;
    game->variant = *values = memory_new(1, class->variant_bytes + sizeof(bool));
    game->tables = memory_new(1, class->tables_bytes);
    keyset_set_defaults(keys, *values);
    return game;
}

/* Completes a game whose values have been read; frees it and returns NULL if they could
 * not be read or cannot be combined. */
static game_t *complete(game_t *game, const keyset_t *keys, bool read, failure_t *error) {
    memcpy(&game->swap, (const char *)game->variant + game->class->variant_bytes,
           sizeof game->swap);
    if (!read || !game->class->make(game, error) || !game_complete(game, error)) {
        free_values(game);
        free(game->tables);
        free(game);
        return NULL;
    }
    text_t out = text_into(game->variant_text, sizeof game->variant_text);
    keyset_write_text(keys, game->variant, &out);
    if (game->swap)
        pie_rule_wrap(game);
    REQUIRE(game->state_bytes <= GAME_STATE_BYTES);
    REQUIRE(game->packed_bytes <= GAME_PACKED_BYTES);
    REQUIRE(game->max_legal <= GAME_MAX_LEGAL);
    REQUIRE(game->num_actions < ACTION_NONE);
    return game;
}

game_t *game_new_overridden(const game_class_t *class, const cJSON *variant,
                            const char *where, const char *prefix, const cJSON *overrides,
                            failure_t *error) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(class, rows);
    void *values;
    game_t *game = begin(class, &keys, &values);
    bool read = read_variant(&keys, variant, where, prefix, values, error) &&
                read_variant(&keys, overrides, COMMAND_LINE, prefix, values, error);
    return complete(game, &keys, read, error);
}

game_t *game_new(const char *name, char *const *variant, int count, failure_t *error) {
    const game_class_t *class = game_class_find(name, error);
    cJSON *json = class ? json_from_arguments(variant, count, error) : NULL;
    game_t *game = json ? game_new_overridden(class, NULL, "", "", json, error) : NULL;
    cJSON_Delete(json);
    return game;
}

game_t *game_of_text(const char *name, const char *variant, failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 };
    char copy[GAME_VARIANT_TEXT], *words[WORDS];
    snprintf(copy, sizeof copy, "%s", variant);
    return game_new(name, words, text_split(copy, words, WORDS), error);
}

void game_free(game_t *game) {
    if (!game)
        return;
    if (game->swap)
        pie_rule_unwrap(game);
    free_values(game);
    free(game->tables);
    free(game);
}

void game_write_variant(const game_t *game, cJSON *json) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(game->class, rows);
    keyset_write_json(&keys, game->variant, json);
}
