#include "core/game/source/recorded_game.h"

#include "core/base/plain_text.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { MOST_KEYS = 64, VALUE_BYTES = 256, NAME_BYTES = 64 };

typedef struct numbers {
    int64_t rules_version, num_actions, max_legal, max_game_length, cells, packed_bytes;
} numbers_t;

/* Without what the pie rule adds. */
static const config_key_t keys[] = {
    KEY_INT("rules_version", numbers_t, rules_version, 1, 1, INT_MAX, ""),
    KEY_INT("num_actions", numbers_t, num_actions, 1, 1, ACTION_NONE - 2, ""),
    KEY_INT("max_legal", numbers_t, max_legal, 1, 1, GAME_MAX_LEGAL - 1, ""),
    KEY_INT("max_game_length", numbers_t, max_game_length, 1, 1, INT_MAX - 1, ""),
    KEY_INT("cells", numbers_t, cells, 1, 1, GAME_MAX_CELLS, ""),
    KEY_INT("packed_bytes", numbers_t, packed_bytes, 1, 1, GAME_PACKED_BYTES - 1, ""),
};
static const keyset_t number_keys = {keys, KEYSET_COUNT(keys)};

typedef struct recorded {
    game_class_t class;
    char name[NAME_BYTES], title[NAME_BYTES], sides[2][NAME_BYTES], hash[80];
    config_key_t keys[MOST_KEYS];
    char key_names[MOST_KEYS][NAME_BYTES];
} recorded_t;

static recorded_t *classes[GAME_MOST_CLASSES];
static int num_classes;
static numbers_t now; /* of the configuration given last */

void recorded_game_write(const game_t *game, cJSON *json) {
    cJSON *facts = cJSON_AddObjectToObject(json, RECORDED_GAME_KEY);
    int swap = game->swap;
    const numbers_t numbers = {.rules_version = game->class->rules_version,
                               .num_actions = game->num_actions - swap,
                               .max_legal = game->max_legal - swap,
                               .max_game_length = game->max_game_length - swap,
                               .cells = game->cells,
                               .packed_bytes = game->packed_bytes - swap};
    cJSON_AddStringToObject(facts, "title", game->class->title);
    cJSON_AddStringToObject(facts, "first_side", game->class->side_names[0]);
    cJSON_AddStringToObject(facts, "second_side", game->class->side_names[1]);
    keyset_write_json(&number_keys, &numbers, facts);
}

/* --- What needs the rules ----------------------------------------------------------- */

bool recorded_game_has_rules(const game_class_t *class, failure_t *error) {
    return !recorded_game_is(class) ||
           error_set(error,
                     "needs the rules of %s: name its source " RECORDED_GAME_ADVICE,
                     class->name);
}

_Noreturn static void needs_rules(const game_t *game) {
    failure_t error = {0};
    (void)recorded_game_has_rules(game->class, &error);
    if (error_is_caught())
        error_throw("%s", error.message);
    message("%s", error.message);
    exit(PROCESS_FAILED);
}

static int legal(const game_t *game, const void *state, action_t *actions) {
    (void)state;
    (void)actions;
    needs_rules(game);
}

static void apply(const game_t *game, void *state, action_t action) {
    (void)state;
    (void)action;
    needs_rules(game);
}

static int side(const game_t *game, const void *state) {
    (void)state;
    needs_rules(game);
}

static outcome_t outcome(const game_t *game, const void *state) {
    (void)state;
    needs_rules(game);
}

static void contents(const game_t *game, const void *state, uint8_t *cells) {
    (void)state;
    (void)cells;
    needs_rules(game);
}

static void write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    (void)state;
    (void)form;
    (void)out;
    needs_rules(game);
}

static bool read_position(const game_t *game, const char *text, void *state,
                          failure_t *error) {
    (void)text;
    (void)state;
    (void)error;
    needs_rules(game);
}

static void pack(const game_t *game, const void *state, unsigned char *bytes) {
    (void)state;
    (void)bytes;
    needs_rules(game);
}

static bool unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error) {
    (void)bytes;
    (void)state;
    (void)error;
    needs_rules(game);
}

static bool check(const game_t *game, const void *state, failure_t *error) {
    (void)state;
    (void)error;
    needs_rules(game);
}

/* --- What does not ------------------------------------------------------------------ */

static void write_action(const game_t *game, action_t action, text_t *out) {
    (void)game;
    text_add_number(out, action);
}

static bool make(game_t *game, failure_t *error) {
    (void)error;
    game->num_actions = (int)now.num_actions;
    game->max_legal = (int)now.max_legal;
    game->max_game_length = (int)now.max_game_length;
    game->cells = (int)now.cells;
    game->packed_bytes = (int)now.packed_bytes;
    game->state_bytes = 1;
    return true;
}

static const game_class_t without_rules = {
    .guide = "",
    .make = make,
    .rules = {.legal = legal, .apply = apply, .side = side, .outcome = outcome},
    .board = {.contents = contents},
    .text = {.write_position = write_position,
             .read_position = read_position,
             .write_action = write_action,
             .pack = pack,
             .unpack = unpack,
             .check = check},
};

bool recorded_game_is(const game_class_t *class) {
    return class->make == make;
}

const char *recorded_game_hash(const game_class_t *class) {
    REQUIRE(recorded_game_is(class));
    return ((const recorded_t *)(const void *)class)->hash; /* its first member */
}

/* --- A class ------------------------------------------------------------------------ */

static bool take_line(const cJSON *facts, const char *key, char line[NAME_BYTES]) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(facts, key);
    bool ok = cJSON_IsString(item) && plain_text_is_line(item->valuestring, NAME_BYTES);
    if (ok)
        snprintf(line, NAME_BYTES, "%s", item->valuestring);
    return ok;
}

/* The keys of a variant by its values; `swap` is every game's. */
static bool take_keys(recorded_t *recorded, const cJSON *variant) {
    int count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, variant) {
        if (strcmp(item->string, "swap") == 0)
            continue;
        if (count == MOST_KEYS || !plain_text_is_line(item->string, NAME_BYTES) ||
            cJSON_IsObject(item) || cJSON_IsArray(item))
            return false;
        config_key_t *key = &recorded->keys[count];
        snprintf(recorded->key_names[count], NAME_BYTES, "%s", item->string);
        *key = (config_key_t){.name = recorded->key_names[count],
                              .offset = (size_t)count * VALUE_BYTES,
                              .help = ""};
        key->kind = cJSON_IsBool(item)     ? VALUE_BOOL
                    : cJSON_IsString(item) ? VALUE_TEXT
                                           : VALUE_INT;
        key->size = cJSON_IsBool(item)     ? sizeof(bool)
                    : cJSON_IsString(item) ? VALUE_BYTES
                                           : sizeof(int64_t);
        key->least = -9007199254740991.0;
        key->most = key->kind == VALUE_TEXT ? 0 : 9007199254740991.0;
        count++;
    }
    recorded->class.variant_keys = (keyset_t){recorded->keys, count};
    recorded->class.variant_bytes = (size_t)count * VALUE_BYTES;
    return cJSON_IsObject(variant);
}

static recorded_t *find(const char *name, const char *hash) {
    for (int i = 0; i < num_classes; i++)
        if (strcmp(classes[i]->name, name) == 0 && strcmp(classes[i]->hash, hash) == 0)
            return classes[i];
    return NULL;
}

static recorded_t *new_class(const char *name, const char *hash, const cJSON *facts,
                             const cJSON *variant) {
    recorded_t *made = memory_new(1, sizeof *made);
    made->class = without_rules;
    made->class.name = made->name;
    made->class.title = made->title;
    made->class.side_names[0] = made->sides[0];
    made->class.side_names[1] = made->sides[1];
    made->class.rules_version = (int)now.rules_version;
    snprintf(made->name, sizeof made->name, "%s", name);
    snprintf(made->hash, sizeof made->hash, "%s", hash);
    if (plain_text_is_line(name, NAME_BYTES) && num_classes < GAME_MOST_CLASSES &&
        take_line(facts, "title", made->title) &&
        take_line(facts, "first_side", made->sides[0]) &&
        take_line(facts, "second_side", made->sides[1]) && take_keys(made, variant)) {
        classes[num_classes++] = made;
        return made;
    }
    free(made);
    return NULL;
}

const game_class_t *recorded_game_class(const char *name, const char *hash,
                                        const cJSON *json, failure_t *error) {
    cJSON *facts =
        cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(json, RECORDED_GAME_KEY), true);
    const cJSON *variant = cJSON_GetObjectItemCaseSensitive(json, "variant");
    cJSON *numbers = cJSON_Duplicate(facts, true);
    cJSON_DeleteItemFromObjectCaseSensitive(numbers, "title");
    cJSON_DeleteItemFromObjectCaseSensitive(numbers, "first_side");
    cJSON_DeleteItemFromObjectCaseSensitive(numbers, "second_side");
    keyset_set_defaults(&number_keys, &now);
    bool ok = cJSON_IsObject(numbers) &&
              keyset_read_json(&number_keys, &now, numbers, RECORDED_GAME_KEY, "", error);
    recorded_t *class = ok ? find(name, hash) : NULL;
    if (ok && !class)
        class = new_class(name, hash, facts, variant);
    if (!class)
        error_set(error, "\"" RECORDED_GAME_KEY "\" is not as this program writes it");
    cJSON_Delete(facts);
    cJSON_Delete(numbers);
    return class ? &class->class : NULL;
}
