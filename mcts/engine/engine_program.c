#include "mcts/engine/engine_program.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

bool engine_program_equal(const engine_program_t *a, const engine_program_t *b) {
    return strcmp(a->command, b->command) == 0 && strcmp(a->socket, b->socket) == 0;
}

bool engine_program_check(const engine_program_t *program, const char *key,
                          const char *where, failure_t *error) {
    if (*program->command && *program->socket)
        return error_set(error, "%s: \"%s.command\" and \"%s.socket\" exclude each other",
                         where, key, key);
    return engine_program_is_set(program) ||
           error_set(error,
                     "%s: \"%s.command\" must name a program, as in [\"python3\", "
                     "\"my.py\"], or \"%s.socket\" a socket",
                     where, key, key);
}

char **engine_program_words(const engine_program_t *program) {
    cJSON *list = json_read(program->command, "command", NULL);
    int count = cJSON_GetArraySize(list);
    char **words = memory_new((size_t)count + 1, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = text_copy(cJSON_GetArrayItem(list, i)->valuestring);
    cJSON_Delete(list);
    return words;
}

void engine_program_free_words(char **words) {
    for (int i = 0; words[i]; i++)
        free(words[i]);
    free(words);
}

void engine_program_text(const engine_program_t *program, char text[ENGINE_TEXT]) {
    text_t out = text_into(text, ENGINE_TEXT);
    if (*program->socket) {
        text_add(&out, "%s", program->socket);
        return;
    }
    char **words = engine_program_words(program);
    for (int i = 0; words[i]; i++)
        text_add(&out, "%s%s", i ? " " : "", words[i]);
    engine_program_free_words(words);
}

void engine_program_label(const engine_program_t *program, char label[ENGINE_LABEL]) {
    char all[ENGINE_TEXT];
    engine_program_text(program, all);
    plain_text_copy(label, ENGINE_LABEL, all, strlen(all));
}

/* --- As a player -------------------------------------------------------------------- */

static const config_key_t keys[] = {
    KEY_COMMAND("engine.command", engine_choice_t, program.command,
                "an outside program that plays instead of a search "
                "(mcts/engine/PROTOCOL.md)"),
    KEY_TEXT_IF_SET("engine.socket", engine_choice_t, program.socket,
                    "Unix socket of a running program, instead of a command"),
    KEY_INT_IN(KEY_IF_SET, "engine.simulations", engine_choice_t, simulations, 0, 0, 1e15,
               "requested budget per action, in simulations; 0: none"),
    KEY_INT_IN(KEY_IF_SET, "engine.time_ms", engine_choice_t, time_ms, 0, 0, 86400000,
               "requested milliseconds per action; 0: none"),
    KEY_TEXT_IF_SET("engine.name", engine_choice_t, program.name,
                    "name that it reports; if set, any other is rejected"),
    KEY_TEXT_IF_SET("engine.version", engine_choice_t, program.version,
                    "version that it reports, likewise"),
    KEY_INT_IN(KEY_NEVER, "engine.start_ms", engine_choice_t, program.start_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds for it to start and prepare for the game"),
    KEY_INT_IN(KEY_NEVER, "engine.timeout_ms", engine_choice_t, program.timeout_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds without an answer before it is considered hung"),
    KEY_INT_IN(KEY_NEVER, "engine.repeats", engine_choice_t, repeats, 2, 0, 1000,
               "times that a game is restarted after a crash or time-out, before the "
               "command fails"),
};
const keyset_t engine_keys = {keys, KEYSET_COUNT(keys)};

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error) {
    return engine_program_check(&choice->program, "engine", where, error);
}
