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
