#include "selfplay/store/games_header.h"

#include "core/base/build_info.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/json.h"
#include "core/game/outside_game.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/schema.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

void producer_this_program(producer_t *maker) {
    snprintf(maker->program, sizeof maker->program, "%s", build_program);
    snprintf(maker->compiler, sizeof maker->compiler, "%s", build_compiler);
    snprintf(maker->instructions, sizeof maker->instructions, "%s", build_instructions);
}

/* If the texts exceed the buffer, they end in "| ...". */
static void add_text(char *text, size_t size, const char *other) {
    static const char more[] = " | ...";
    size_t length = strlen(text), needed = strlen(" | ") + strlen(other);
    if (strstr(text, other))
        return;
    if (length == 0)
        snprintf(text, size, "%s", other);
    else if (length + needed + sizeof more <= size)
        snprintf(text + length, size - length, " | %s", other);
    else if (!strstr(text, more))
        snprintf(text + length, size - length, "%s", more);
}

void producer_add(producer_t *maker, const producer_t *other) {
    add_text(maker->program, sizeof maker->program, other->program);
    add_text(maker->compiler, sizeof maker->compiler, other->compiler);
    add_text(maker->instructions, sizeof maker->instructions, other->instructions);
}

/* The names of a match's two agents, or of the one in self-play, as a JSON list, for the
 * caller to free. */
static char *agents_text(const char *config) {
    cJSON *json = json_read(config, "config", NULL), *names = cJSON_CreateArray(), *agent;
    cJSON_ArrayForEach(agent, cJSON_GetObjectItemCaseSensitive(json, "agents")) {
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(agent, "name");
        cJSON_AddItemToArray(names, cJSON_Duplicate(name, false));
    }
    if (cJSON_GetArraySize(names) == 0)
        cJSON_AddItemToArray(names,
                             cJSON_CreateString("the search of the configuration"));
    cJSON_Delete(json);
    return json_line(names);
}

static bool write_agents(hid_t file, const char *config) {
    char *text = agents_text(config);
    bool written = hdf5_write_text(file, "agents", text);
    free(text);
    return written;
}

/* The attributes of a game. */
typedef struct game_texts {
    char sides[128], reasons[256];
} game_texts_t;

static void write_game_texts(const game_t *game, game_texts_t *texts) {
    text_t sides = text_into(texts->sides, sizeof texts->sides);
    text_t reasons = text_into(texts->reasons, sizeof texts->reasons);
    text_add(&sides, "%s|%s", game->class->side_names[0], game->class->side_names[1]);
    for (int i = 0; i < REASON_COUNT; i++)
        text_add(&reasons, "%s%s", i ? "|" : "", reason_names[i]);
}

bool games_header_write_game(hid_t where, const game_t *game) {
    const game_class_t *class = game->class;
    game_texts_t texts;
    write_game_texts(game, &texts);
    return hdf5_write_text(where, "game", class->name) &&
           hdf5_write_number(where, "rules_version", (uint64_t) class->rules_version) &&
           hdf5_write_text(where, "variant", game->variant_text) &&
           hdf5_write_number(where, "num_actions", (uint64_t)game->num_actions) &&
           hdf5_write_number(where, "cells", (uint64_t)game->cells) &&
           hdf5_write_text(where, "sides", texts.sides) &&
           hdf5_write_text(where, "reasons", texts.reasons);
}

/* expected: NULL for any text. */
static bool says_text(hid_t file, const char *name, const char *expected) {
    char *text = hdf5_read_text(file, name);
    bool ok = text && (expected ? strcmp(text, expected) == 0 : *text != 0);
    free(text);
    return ok;
}

static bool says_number(hid_t file, const char *name, int expected) {
    uint64_t number;
    return hdf5_read_number(file, name, &number) && number == (uint64_t)expected;
}

bool games_header_check(const games_header_t *header, hid_t file, const char *path,
                        failure_t *error) {
    const game_t *game = header->game;
    game_texts_t texts;
    write_game_texts(game, &texts);
    char *agents = agents_text(header->config);
    const char *wrong = !says_text(file, "game", game->class->name)       ? "game"
                        : !says_text(file, "variant", game->variant_text) ? "variant"
                        : !says_number(file, "num_actions", game->num_actions)
                            ? "num_actions"
                        : !says_number(file, "cells", game->cells)   ? "cells"
                        : !says_text(file, "sides", texts.sides)     ? "sides"
                        : !says_text(file, "reasons", texts.reasons) ? "reasons"
                        : !says_text(file, "agents", agents)         ? "agents"
                        : !says_text(file, "program", NULL)          ? "program"
                        : !says_text(file, "compiler", NULL)         ? "compiler"
                        : !says_text(file, "instructions", NULL)     ? "instructions"
                                                                     : NULL;
    free(agents);
    return !wrong || error_set(error,
                               "%s: the attribute \"%s\" is missing, or does not match "
                               "the game and configuration",
                               path, wrong);
}

bool games_header_write(hid_t file, const game_t *game, const char *config,
                        const producer_t *maker) {
    return hdf5_write_text(file, "format", SCHEMA_FORMAT) &&
           hdf5_write_number(file, "schema_version", SCHEMA_VERSION) &&
           games_header_write_game(file, game) && write_agents(file, config) &&
           hdf5_write_text(file, "config", config) &&
           hdf5_write_number(file, "config_hash", run_config_hash(config)) &&
           hdf5_write_text(file, "program", maker->program) &&
           hdf5_write_text(file, "compiler", maker->compiler) &&
           hdf5_write_text(file, "instructions", maker->instructions);
}

static bool check_format(hid_t file, const char *path, bool *damaged, failure_t *error) {
    uint64_t version = 0;
    char *format = hdf5_read_text(file, "format");
    bool ours = format && strcmp(format, SCHEMA_FORMAT) == 0 &&
                hdf5_read_number(file, "schema_version", &version);
    free(format);
    *damaged = !ours;
    if (!ours)
        return error_set(error, "%s: is an HDF5 file, but not one of recorded games",
                         path);
    return version == SCHEMA_VERSION ||
           error_set(
               error,
               "%s: is version %llu of recorded games; this program reads version %d",
               path, (unsigned long long)version, SCHEMA_VERSION);
}

/* The configuration's text, if its hash matches. */
static char *read_config(hid_t file) {
    uint64_t hash = 0;
    char *config = hdf5_read_text(file, "config");
    if (config && hdf5_read_number(file, "config_hash", &hash) &&
        hash == run_config_hash(config))
        return config;
    free(config);
    return NULL;
}

/* A game that says another version of its rules than the file was made by. */
static bool check_rules(const game_class_t *class, uint64_t rules_version,
                        const char *path, failure_t *error) {
    return (uint64_t) class->rules_version == rules_version ||
           error_set(error,
                     "%s: was made by version %llu of the rules of %s; this program has "
                     "version %d",
                     path, (unsigned long long)rules_version, class->name,
                     class->rules_version);
}

static game_t *make_game(const char *name, const char *config, uint64_t rules_version,
                         const char *path, failure_t *error) {
    cJSON *json = json_parse(config, path, error);
    const game_class_t *class = json ? outside_game_find(name, json, path, error) : NULL;
    const cJSON *variant = cJSON_GetObjectItemCaseSensitive(json, "variant");
    game_t *game =
        class && check_rules(class, rules_version, path, error)
            ? game_new_overridden(class, variant, path, "variant.", NULL, error)
            : NULL;
    cJSON_Delete(json);
    return game;
}

static bool check_expected(games_header_t *header, const games_header_t *expected,
                           const char *path, failure_t *error) {
    char difference[512];
    if (strcmp(header->config, expected->config) == 0) {
        free(header->config);
        header->config = expected->config;
        header->game = expected->game;
        header->borrowed = true;
        return true;
    }
    text_t out = text_into(difference, sizeof difference);
    run_config_difference(header->config, expected->config, &out);
    return error_set(error, "%s: is of another configuration: %s", path, difference);
}

static bool read_maker(producer_t *maker, hid_t file) {
    return hdf5_read_text_into(file, "program", maker->program, sizeof maker->program) &&
           hdf5_read_text_into(file, "compiler", maker->compiler,
                               sizeof maker->compiler) &&
           hdf5_read_text_into(file, "instructions", maker->instructions,
                               sizeof maker->instructions);
}

bool games_header_read(games_header_t *header, hid_t file, const char *path,
                       const games_header_t *expected, bool *damaged, failure_t *error) {
    uint64_t rules_version = 0;
    *header = (games_header_t){0};
    if (!check_format(file, path, damaged, error))
        return false;
    char *name = hdf5_read_text(file, "game");
    header->config = read_config(file);
    bool ok =
        name && header->config && hdf5_read_number(file, "rules_version", &rules_version);
    *damaged = !ok;
    header->rules_version = (int)rules_version;
    if (!ok) {
        error_set(error, "%s: does not say which game and configuration made it", path);
    } else if (expected) {
        const game_class_t *class = expected->game->class;
        ok = strcmp(name, class->name) != 0 ||
             check_rules(class, rules_version, path, error);
        *damaged = ok && !check_expected(header, expected, path, error);
        ok = ok && !*damaged;
    } else {
        header->game = make_game(name, header->config, rules_version, path, error);
        ok = header->game != NULL;
    }
    free(name);
    if (ok && !read_maker(&header->maker, file)) {
        *damaged = true;
        ok = error_set(error, "%s: its program version cannot be read", path);
    }
    if (!ok)
        games_header_clear(header);
    return ok;
}

void games_header_clear(games_header_t *header) {
    if (!header->borrowed) {
        game_free(header->game);
        free(header->config);
    }
    *header = (games_header_t){0};
}
