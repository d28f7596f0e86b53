#include "core/cli/named_games.h"

#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAME_WORD "game="

static bool load(char **word, failure_t *error) {
    const game_class_t *class = outside_game_load(*word, error);
    if (class)
        memcpy(word, &class->name, sizeof *word); /* words are only read from here on */
    return class != NULL;
}

/* Loads the game of a configuration; whatever else is wrong with it, its reader says. */
static bool load_of_configuration(const char *path, failure_t *error) {
    cJSON *json = json_load(path, NULL);
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(json, "game");
    bool is_source = cJSON_IsString(game) && game_source_is(game->valuestring);
    bool ok = !is_source || outside_game_load(game->valuestring, error) ||
              error_prefix(error, "%s", path);
    cJSON_Delete(json);
    return ok;
}

static bool is_game_word(const char *word) {
    return strncmp(word, GAME_WORD, sizeof GAME_WORD - 1) == 0;
}

/* has_game: a word game=... takes precedence over configurations. */
static bool load_word(char **word, unsigned kinds, bool has_game, failure_t *error) {
    static const char json[] = ".json";
    size_t length = strlen(*word), ending = sizeof json - 1;
    if (is_game_word(*word))
        return !game_source_is(*word) ||
               outside_game_load(*word + sizeof GAME_WORD - 1, error);
    if (kinds & WORD_GAME && game_source_is(*word) && !strchr(*word, '='))
        return load(word, error);
    if (kinds & WORD_FILE && !has_game && length > ending &&
        strcmp(*word + length - ending, json) == 0)
        return load_of_configuration(*word, error);
    return true;
}

/* --- Kept sources ------------------------------------------------------------------- */

static bool allows_code;

void named_games_allow_code(void) {
    allows_code = true;
}

/* The hash that the configuration, study, question or plan in a folder says. */
static bool find_hash(const char *folder, char hash[SHA256_TEXT]) {
    static const char *const names[] = {"config.json", "study.json", "fairest.json",
                                        "plan.json"};
    char path[FILE_PATH];
    bool found = false;
    for (size_t i = 0; !found && i < sizeof names / sizeof names[0]; i++) {
        cJSON *json = file_path(path, NULL, "%s/%s", folder, names[i])
                          ? json_load(path, NULL)
                          : NULL;
        const cJSON *said = cJSON_GetObjectItemCaseSensitive(json, GAME_SOURCE_KEY);
        found = cJSON_IsString(said);
        if (found)
            snprintf(hash, SHA256_TEXT, "%s", said->valuestring);
        cJSON_Delete(json);
    }
    return found;
}

/* Finds the source that a folder keeps, or the first below it, at most `depth` down. */
static bool find_kept(const char *folder, int depth, char path[FILE_PATH],
                      char hash[SHA256_TEXT]) {
    file_names_t names;
    bool found = file_path(path, NULL, "%s/" GAME_SOURCE_FILE, folder) &&
                 access(path, F_OK) == 0 && find_hash(folder, hash);
    if (found || depth == 0 || !file_names_list(&names, folder))
        return found;
    for (size_t i = 0; !found && i < names.count; i++) {
        char below[FILE_PATH];
        found = file_path(below, NULL, "%s/%s", folder, names.of[i]) &&
                file_is_folder(below) && find_kept(below, depth - 1, path, hash);
    }
    file_names_clear(&names);
    return found;
}

/* Reads the source that a merged file keeps; false: none. */
static bool read_merged(const char *path, game_source_t *source) {
    const char *ending = strrchr(path, '.');
    bool damaged;
    if (!ending || strcmp(ending, ".h5") != 0)
        return false;
    hid_t file = hdf5_open(path, &damaged, NULL);
    char *text = file >= 0 ? hdf5_read_text(file, GAME_SOURCE_ATTRIBUTE) : NULL;
    bool found = text && game_source_copy(source, path, text, strlen(text), NULL);
    if (file >= 0)
        H5Fclose(file);
    free(text);
    return found;
}

/* Reads the source that a path keeps; *found: there is one. */
static bool read_kept(const char *word, game_source_t *source, bool *found,
                      failure_t *error) {
    enum { DEPTH = 3 };
    char folder[FILE_PATH], path[FILE_PATH], hash[SHA256_TEXT];
    const char *slash = strrchr(word, '/');
    bool is_folder = file_is_folder(word);
    int length = is_folder ? (int)strlen(word) : slash ? (int)(slash - word) : 1;
    *found = !is_folder && read_merged(word, source);
    if (*found || access(word, F_OK) != 0 ||
        !file_path(folder, NULL, "%.*s", length, is_folder || slash ? word : "."))
        return true;
    *found = find_kept(folder, is_folder ? DEPTH : 0, path, hash);
    if (!*found)
        return true;
    if (!game_source_read(source, path, error))
        return false;
    if (strcmp(source->sha256, hash) == 0)
        return true;
    game_source_clear(source);
    return error_set(error, "%s: was changed: it is not the source of the games", path);
}

static bool load_kept(const char *word, failure_t *error) {
    game_source_t source;
    bool found;
    if (!read_kept(word, &source, &found, error) || !found)
        return !found;
    message("compiles %s (%d lines, SHA-256 %s)", source.path, source.lines,
            source.sha256);
    return outside_game_load_source(&source, error) != NULL;
}

/* --- Of a command line -------------------------------------------------------------- */

static bool load_words(const cli_words_t *list, unsigned kinds, failure_t *error) {
    bool has_game = false;
    for (int i = 0; i < list->count; i++)
        has_game |= is_game_word(list->words[i]);
    for (int i = 0; i < list->count; i++)
        if (!load_word(&list->words[i], kinds, has_game, error) ||
            (allows_code && !load_kept(list->words[i], error)))
            return false;
    return true;
}

/* What the folders keep that options name. */
static bool load_of_options(const command_t *command, const void *call,
                            failure_t *error) {
    const option_t *option;
    size_t offset;
    bool ok = true;
    for (int i = 0; ok && (option = command_option(command, i, &offset)); i++) {
        const char *folder = NULL;
        if (option->kind == VALUE_FOLDER)
            memcpy(&folder, (const char *)call + offset + option->offset, sizeof folder);
        ok = !folder || load_kept(folder, error);
    }
    return ok;
}

bool named_games_load(const command_t *command, void *call, failure_t *error) {
    const argument_t *arguments = command->arguments;
    for (int i = 0; i < COMMAND_ARGUMENTS && arguments[i].label; i++) {
        const cli_words_t *list = (void *)((char *)call + arguments[i].offset);
        unsigned kinds = 0;
        bool is_first = true; /* several arguments may share a list */
        for (int j = 0; j < COMMAND_ARGUMENTS && arguments[j].label; j++)
            if (arguments[j].offset == arguments[i].offset) {
                kinds |= arguments[j].kinds;
                is_first &= j >= i;
            }
        if (is_first && !load_words(list, kinds, error))
            return false;
    }
    return !allows_code || load_of_options(command, call, error);
}
