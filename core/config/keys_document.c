#include "core/config/keys_document.h"

#include "core/base/json.h"
#include "core/base/text_layout.h"
#include "core/config/choices.h"

#include <cjson/cJSON.h>

enum {
    ALLOWED_TEXT = 512,
    PATH_WIDTH = 25,
    HELP_COLUMN = 2 + PATH_WIDTH + 10,
    ALLOWED_COLUMN = HELP_COLUMN + 2
};

void key_document_row(const char *path, const char *value, const char *help,
                      const char *allowed, FILE *file) {
    int width = text_width(path) < PATH_WIDTH ? PATH_WIDTH : text_width(path) + 1;
    fputs("  ", file);
    text_print_padded(file, path, width);
    fputs(value, file);
    text_print_wrapped(file, help, 2 + width + text_width(value), HELP_COLUMN);
    if (allowed)
        text_print_wrapped(file, allowed, 0, ALLOWED_COLUMN);
}

/* The default as text. */
static void write_default(const config_key_t *key, text_t *out) {
    union {
        double real;
        int64_t whole;
        char text[KEY_VALUE_TEXT];
        char *long_text;
    } value = {0};
    config_key_t alone = *key;
    const keyset_t set = {&alone, 1};
    alone.offset = 0;
    keyset_set_defaults(&set, &value);
    key_write_value(&alone, &value, out);
}

void keyset_document(const keyset_t *set, FILE *file) {
    for (int i = 0; i < set->count; i++) {
        char value[KEY_VALUE_TEXT], allowed[ALLOWED_TEXT];
        text_t value_out = text_into(value, sizeof value);
        text_t allowed_out = text_into(allowed, sizeof allowed);
        write_default(&set->keys[i], &value_out);
        key_write_allowed(&set->keys[i], &allowed_out);
        key_document_row(set->keys[i].path, value, set->keys[i].help, allowed, file);
    }
}

static void add_choices(const char *choices, cJSON *json) {
    cJSON *array = cJSON_AddArrayToObject(json, "choices");
    for (int i = 0; i < choices_count(choices); i++) {
        char word[KEY_VALUE_TEXT];
        const char *start;
        int length = choice_at(choices, i, &start);
        snprintf(word, sizeof word, "%.*s", length, start);
        cJSON_AddItemToArray(array, cJSON_CreateString(word));
    }
}

void key_document_row_json(const char *path, const char *help, cJSON *array) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(array, json);
    cJSON_AddStringToObject(json, "key", path);
    cJSON_AddStringToObject(json, "help", help);
}

void keyset_document_json(const keyset_t *set, cJSON *array) {
    static const char *const types[] = {
        [VALUE_INT] = "int",        [VALUE_REAL] = "real", [VALUE_BOOL] = "bool",
        [VALUE_CHOICE] = "choice",  [VALUE_TEXT] = "text", [VALUE_LONG_TEXT] = "text",
        [VALUE_COMMAND] = "command"};
    for (int i = 0; i < set->count; i++) {
        const config_key_t *key = &set->keys[i];
        char value[KEY_VALUE_TEXT];
        text_t out = text_into(value, sizeof value);
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToArray(array, json);
        write_default(key, &out);
        cJSON_AddStringToObject(json, "key", key->path);
        cJSON_AddStringToObject(json, "type", types[key->kind]);
        if (key->kind == VALUE_CHOICE || key->kind == VALUE_TEXT ||
            key->kind == VALUE_LONG_TEXT)
            cJSON_AddStringToObject(json, "default", value);
        else if (key->kind == VALUE_COMMAND)
            cJSON_AddArrayToObject(json, "default");
        else
            json_add_value(json, "default", value);
        if (key->kind == VALUE_INT || key->kind == VALUE_REAL) {
            json_add_number(json, "min", key->min);
            json_add_number(json, "max", key->max);
        }
        if (key->kind == VALUE_CHOICE)
            add_choices(key->choices, json);
        cJSON_AddStringToObject(json, "help", key->help);
    }
}
