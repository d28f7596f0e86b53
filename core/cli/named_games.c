#include "core/cli/named_games.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"

#include <stdlib.h>
#include <string.h>

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

static bool load_word(char **word, unsigned kinds, failure_t *error) {
    static const char json[] = ".json";
    size_t length = strlen(*word), ending = sizeof json - 1;
    if (kinds & WORD_GAME && game_source_is(*word) && !strchr(*word, '='))
        return load(word, error);
    if (strncmp(*word, GAME_WORD, sizeof GAME_WORD - 1) == 0)
        return !game_source_is(*word) ||
               outside_game_load(*word + sizeof GAME_WORD - 1, error);
    if (kinds & WORD_FILE && length > ending &&
        strcmp(*word + length - ending, json) == 0)
        return load_of_configuration(*word, error);
    return true;
}

bool named_games_load(const command_t *command, void *call, failure_t *error) {
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++) {
        const argument_t *argument = &command->arguments[i];
        const cli_words_t *list = (void *)((char *)call + argument->offset);
        unsigned kinds = 0;
        for (int j = 0; j < COMMAND_ARGUMENTS && command->arguments[j].label; j++)
            if (command->arguments[j].offset == argument->offset)
                kinds |= command->arguments[j].kinds;
        for (int word = 0; word < list->count; word++)
            if (!load_word(&list->words[word], kinds, error))
                return false;
    }
    return true;
}
