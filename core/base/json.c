#include "core/base/json.h"

#include "core/base/files/file.h"
#include "core/base/interval.h"
#include "core/base/plain_text.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_keys(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns a duplicate key of an object, or NULL. */
static const char *find_twice(const cJSON *object) {
    size_t count = 0;
    const char *twice = NULL;
    for (const cJSON *item = object->child; item; item = item->next)
        count++;
    const char **keys = memory_new(count, sizeof *keys);
    count = 0;
    for (const cJSON *item = object->child; item; item = item->next)
        keys[count++] = item->string;
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count && !twice; i++)
        twice = strcmp(keys[i - 1], keys[i]) == 0 ? keys[i] : NULL;
    free(keys);
    return twice;
}

static bool check_unique_keys(const cJSON *json, const char *where, failure_t *error) {
    const char *twice = cJSON_IsObject(json) ? find_twice(json) : NULL;
    if (twice)
        return error_set(error, "%s: the key \"%s\" is given twice", where, twice);
    for (const cJSON *item = json->child; item; item = item->next)
        if (!check_unique_keys(item, where, error))
            return false;
    return true;
}

/* Returns the first \\u0000 in a text, which would end a C string early, or NULL. */
static const char *find_escaped_zero(const char *text) {
    for (; *text; text++)
        if (*text == '\\') {
            if (strncmp(text + 1, "u0000", 5) == 0)
                return text;
            text += text[1] != 0;
        }
    return NULL;
}

static void find_place(const char *text, const char *place, int *line, int *column) {
    *line = *column = 1;
    for (const char *p = text; p < place && *p; p++) {
        *column = *p == '\n' ? 1 : *column + 1;
        *line += *p == '\n';
    }
}

static bool check_characters(const char *text, const char *where, failure_t *error) {
    const char *invalid = plain_text_find_invalid(text);
    const char *wrong = invalid ? invalid : find_escaped_zero(text);
    int line, column;
    if (!wrong)
        return true;
    find_place(text, wrong, &line, &column);
    return error_set(error, "%s: %s at line %d, column %d", where,
                     invalid ? "not valid UTF-8" : "a string contains \\u0000,", line,
                     column);
}

cJSON *json_parse(const char *text, const char *where, failure_t *error) {
    const char *end = NULL;
    if (!check_characters(text, where, error))
        return NULL;
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    if (!json) {
        int line, column;
        find_place(text, end ? end : text, &line, &column);
        error_set(error, "%s: not valid JSON at line %d, column %d", where, line, column);
        return NULL;
    }
    if (!cJSON_IsObject(json)) {
        error_set(error, "%s: must hold one JSON object {...}", where);
    } else if (check_unique_keys(json, where, error)) {
        return json;
    }
    cJSON_Delete(json);
    return NULL;
}

cJSON *json_load(const char *path, failure_t *error) {
    char *text = file_read_text(path, error);
    cJSON *json = text ? json_parse(text, path, error) : NULL;
    free(text);
    return json;
}

static cJSON *value_from_text(const char *text) {
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    if (cJSON_IsNumber(json) || cJSON_IsBool(json))
        return json;
    cJSON_Delete(json);
    return cJSON_CreateString(text);
}

cJSON *json_object_at(cJSON *json, const char *path, const char **name) {
    const char *dot;
    while ((dot = strchr(path, '.')) != NULL && json) {
        char part[128];
        snprintf(part, sizeof part, "%.*s", (int)(dot - path), path);
        cJSON *below = cJSON_GetObjectItemCaseSensitive(json, part);
        if (!below)
            below = cJSON_AddObjectToObject(json, part);
        json = cJSON_IsObject(below) ? below : NULL;
        path = dot + 1;
    }
    *name = path;
    return json;
}

/* Adds a value at a dotted path; false if the key exists or a parent is not an object. */
static bool add_at_path(cJSON *json, const char *path, cJSON *value) {
    const char *name;
    cJSON *parent = json_object_at(json, path, &name);
    return parent && !cJSON_GetObjectItemCaseSensitive(parent, name) &&
           cJSON_AddItemToObject(parent, name, value);
}

cJSON *json_from_arguments(char *const *arguments, int count, failure_t *error) {
    cJSON *json = cJSON_CreateObject();
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(arguments[i], '=');
        if (!equals || equals == arguments[i]) {
            error_set(error, COMMAND_LINE ": \"%s\" is not of the form key=value",
                      arguments[i]);
            cJSON_Delete(json);
            return NULL;
        }
        char *path = memory_new((size_t)(equals - arguments[i]) + 1, 1);
        memcpy(path, arguments[i], (size_t)(equals - arguments[i]));
        cJSON *value = value_from_text(equals + 1);
        bool added = add_at_path(json, path, value);
        if (!added)
            error_set(error, COMMAND_LINE ": the key \"%s\" is given twice", path);
        free(path);
        if (!added) {
            cJSON_Delete(value);
            cJSON_Delete(json);
            return NULL;
        }
    }
    return json;
}

char *json_text(const cJSON *json) {
    char *printed = cJSON_Print(json);
    REQUIRE(printed);
    size_t length = strlen(printed);
    char *text = memory_new(length + 2, 1);
    memcpy(text, printed, length);
    text[length] = '\n';
    cJSON_free(printed);
    return text;
}

void json_print_line(cJSON *json, FILE *file) {
    char *text = cJSON_PrintUnformatted(json);
    REQUIRE(text);
    fprintf(file, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(json);
}

void json_add_number(cJSON *json, const char *key, double number) {
    if (isfinite(number))
        cJSON_AddNumberToObject(json, key, number);
    else
        cJSON_AddNullToObject(json, key);
}

void json_add_count(cJSON *json, const char *key, uint64_t count) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, count);
    cJSON_AddRawToObject(json, key, digits);
}

void json_add_estimate(cJSON *json, const char *key, const estimate_t *estimate) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    json_add_number(object, "value", estimate->value);
    json_add_number(object, "low", estimate->low);
    json_add_number(object, "high", estimate->high);
}
