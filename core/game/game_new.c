/* Makes games from a class and a variant: game_class_find, game_new and game_free of
 * game.h. */
#include "core/game/game.h"

#include "core/base/json.h"
#include "core/game/game_defaults.h"
#include "core/game/pie_rule.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

const game_class_t *game_class_find(const char *name, failure_t *error) {
    const char *names[GAME_MOST_CLASSES] = {0};
    for (int i = 0; i < game_class_count; i++) {
        names[i] = game_classes[i]->name;
        if (strcmp(names[i], name) == 0)
            return game_classes[i];
    }
    const char *nearest = text_nearest(name, names, game_class_count);
    char list[1024];
    text_t out = text_into(list, sizeof list);
    for (int i = 0; i < game_class_count && out.used < sizeof list - 40; i++)
        text_add(&out, "%s%.32s", i ? ", " : "", names[i]);
    if (nearest)
        error_set(error, "unknown game \"%.80s\"; did you mean \"%s\"? The games are: %s",
                  name, nearest, list);
    else
        error_set(error,
                  "unknown game \"%.80s\"; the games are: %s; a game in a shared object "
                  "must be loaded, as by FULCRUM_GAMES=FILE",
                  name, list);
    return NULL;
}

bool game_class_add(const game_class_t *class) {
    if (game_class_count == GAME_MOST_CLASSES)
        return false;
    game_classes[game_class_count++] = class;
    return true;
}

bool game_instead_of_file(const char *word, const char *needed, failure_t *error) {
    if (access(word, F_OK) == 0 || !game_class_find(word, NULL))
        return false;
    error_set(error, "%s is a game, not a file: %s", word, needed);
    return true;
}

/* Removes "swap", the key of every game, from a variant's object. */
static bool take_swap(cJSON *variant, const char *where, const char *prefix, bool *swap,
                      failure_t *error) {
    cJSON *json = cJSON_DetachItemFromObjectCaseSensitive(variant, SWAP_KEY);
    bool ok = !json || cJSON_IsBool(json);
    if (json && ok)
        *swap = cJSON_IsTrue(json);
    cJSON_Delete(json);
    return ok || error_set(error, "%s: \"%s%s\": allowed: true or false", where, prefix,
                           SWAP_KEY);
}

static bool read_variant(const game_class_t *class, const cJSON *json, const char *where,
                         const char *prefix, void *values, bool *swap, failure_t *error) {
    if (!json)
        return true;
    if (!cJSON_IsObject(json))
        return error_set(error, "%s: \"variant\" must be an object {...}", where);
    static const config_key_t swap_key[] = {KEY_ELSEWHERE(SWAP_KEY)};
    static const keyset_t swap_keys = {swap_key, KEYSET_COUNT(swap_key)};
    keyset_union_t all = {0};
    keyset_union_add(&all, &class->variant_keys, 0);
    keyset_union_add(&all, &swap_keys, 0);
    cJSON *variant = cJSON_Duplicate(json, true);
    bool ok = take_swap(variant, where, prefix, swap, error) &&
              keyset_read_json(&all.set, values, variant, where, prefix, error);
    cJSON_Delete(variant);
    return ok;
}

static void write_variant_text(game_t *game) {
    text_t out = text_into(game->variant_text, sizeof game->variant_text);
    keyset_write_text(&game->class->variant_keys, game->variant, &out);
    text_add(&out, "%s" SWAP_KEY "=%s", out.used ? " " : "",
             game->swap ? "true" : "false");
}

static void free_values(game_t *game) {
    void *variant;
    memcpy(&variant, &game->variant, sizeof variant); /* const for all but its owner */
    free(variant);
}

/* Begins a game with these values, which it takes ownership of and sets to defaults. */
static game_t *begin(const game_class_t *class, void *values) {
    game_t *game = memory_new(1, sizeof *game);
    game->class = class;
    game->rules = class->rules;
    game->board = class->board;
    game->text = class->text;
    game->drawing = class->drawing;
    game->networks = class->networks;
    game->features = class->features;
    game->solver = class->solver;
    game->variant = values;
    game->tables = memory_new(1, class->tables_bytes);
    keyset_set_defaults(&class->variant_keys, values);
    return game;
}

/* Completes a game whose values have been read; frees it and returns NULL if they could
 * not be read or cannot be combined. */
static game_t *complete(game_t *game, bool read, failure_t *error) {
    if (!read || !game->class->make(game, error) || !game_complete(game, error)) {
        free_values(game);
        free(game->tables);
        free(game);
        return NULL;
    }
    write_variant_text(game);
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
    void *values = memory_new(1, class->variant_bytes);
    game_t *game = begin(class, values);
    bool read =
        read_variant(class, variant, where, prefix, values, &game->swap, error) &&
        read_variant(class, overrides, COMMAND_LINE, prefix, values, &game->swap, error);
    return complete(game, read, error);
}

game_t *game_new(const char *name, char *const *variant, int count, failure_t *error) {
    const game_class_t *class = game_class_find(name, error);
    cJSON *json = class ? json_from_arguments(variant, count, error) : NULL;
    game_t *game = json ? game_new_overridden(class, NULL, "", "", json, error) : NULL;
    cJSON_Delete(json);
    return game;
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
    keyset_write_json(&game->class->variant_keys, game->variant, json);
    cJSON_AddBoolToObject(json, SWAP_KEY, game->swap);
}
