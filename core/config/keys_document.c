#include "core/config/keys_document.h"

#include "core/base/json.h"
#include "core/base/text_layout.h"
#include "core/config/choices.h"

#include <cjson/cJSON.h>

enum { ALLOWED_TEXT = 512, PATH_WIDTH = 25, HELP_COLUMN = 2 + PATH_WIDTH + 10 };

/* The key with an index, its default as text, and its allowed values; NULL after the
 * last.
 */
static const config_key_t *row_at(const keyset_t *set, int index,
                                  char initial[VALUE_SHORT], char allowed[ALLOWED_TEXT]) {
    size_t offset;
    const config_key_t *key = keyset_at(set, index, &offset);
    text_t initial_out = text_into(initial, VALUE_SHORT);
    text_t allowed_out = text_into(allowed, ALLOWED_TEXT);
    if (key) {
        value_write_default(key, &initial_out);
        value_write_allowed(key, &allowed_out);
    }
    return key;
}

void keyset_document(const keyset_t *set, FILE *file) {
    char initial[VALUE_SHORT], allowed[ALLOWED_TEXT];
    const config_key_t *key;
    for (int i = 0; (key = row_at(set, i, initial, allowed)) != NULL; i++) {
        if (!key->help)
            continue;
        int width =
            text_width(key->name) < PATH_WIDTH ? PATH_WIDTH : text_width(key->name) + 1;
        fputs("  ", file);
        text_print_padded(file, key->name, width);
        fputs(initial, file);
        text_print_wrapped(file, key->help, 2 + width + text_width(initial), HELP_COLUMN);
        if (*allowed)
            text_print_wrapped(file, allowed, 0, HELP_COLUMN + 2);
    }
}

static void add_choices(const char *choices, cJSON *json) {
    cJSON *array = cJSON_AddArrayToObject(json, "choices");
    for (int i = 0; i < choices_count(choices); i++) {
        char word[VALUE_SHORT];
        text_t out = text_into(word, sizeof word);
        choice_write(choices, i, &out);
        cJSON_AddItemToArray(array, cJSON_CreateString(word));
    }
}

static void add_default(const config_key_t *key, const char *initial, cJSON *json) {
    if (key->kind == VALUE_COMMAND)
        cJSON_AddArrayToObject(json, "default");
    else if (key->kind == VALUE_INT || key->kind == VALUE_REAL || key->kind == VALUE_BOOL)
        json_add_value(json, "default", initial);
    else
        cJSON_AddStringToObject(json, "default", initial);
}

void keyset_document_json(const keyset_t *set, cJSON *array) {
    static const char *const types[] = {
        [VALUE_INT] = "int",        [VALUE_REAL] = "real", [VALUE_BOOL] = "bool",
        [VALUE_CHOICE] = "choice",  [VALUE_TEXT] = "text", [VALUE_LONG_TEXT] = "text",
        [VALUE_COMMAND] = "command"};
    char initial[VALUE_SHORT], allowed[ALLOWED_TEXT];
    const config_key_t *key;
    for (int i = 0; (key = row_at(set, i, initial, allowed)) != NULL; i++) {
        if (!key->help)
            continue;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToArray(array, json);
        cJSON_AddStringToObject(json, "key", key->name);
        if (key->kind != VALUE_ELSEWHERE) {
            cJSON_AddStringToObject(json, "type", types[key->kind]);
            add_default(key, initial, json);
        }
        if (key->kind == VALUE_INT || key->kind == VALUE_REAL) {
            json_add_number(json, "min", key->least);
            json_add_number(json, "max", key->most);
        }
        if (key->kind == VALUE_CHOICE)
            add_choices(key->choices, json);
        cJSON_AddStringToObject(json, "help", key->help);
    }
}
