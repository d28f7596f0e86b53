#include "core/base/json.h"

#include "core/base/files/file.h"
#include "core/base/interval.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Reading ------------------------------------------------------------------------ */

cJSON *json_parse(const char *text, const char *where, failure_t *error) {
    cJSON *json = json_read(text, where, error);
    if (!json || cJSON_IsObject(json))
        return json;
    error_set(error, "%s: must hold one JSON object {...}", where);
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
    cJSON *json = json_read(text, COMMAND_LINE, NULL);
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
            error_set(error, "\"%s\" is not of the form key=value", arguments[i]);
            cJSON_Delete(json);
            return NULL;
        }
        char *path = memory_new((size_t)(equals - arguments[i]) + 1, 1);
        memcpy(path, arguments[i], (size_t)(equals - arguments[i]));
        cJSON *value = value_from_text(equals + 1);
        bool added = add_at_path(json, path, value);
        if (!added)
            error_set(error, "the key \"%s\" is given twice", path);
        free(path);
        if (!added) {
            cJSON_Delete(value);
            cJSON_Delete(json);
            return NULL;
        }
    }
    return json;
}

/* --- Numbers ------------------------------------------------------------------------ */

bool json_integer(const cJSON *item, int64_t min, int64_t max, int64_t *integer) {
    if (!cJSON_IsNumber(item))
        return false;
    double value = item->valuedouble;
    bool ok = true;
    if (item->valuestring) { /* as it was written */
        char *end;
        errno = 0;
        *integer = strtoll(item->valuestring, &end, 10);
        ok = !*end && errno == 0;
    } else if ((ok = fabs(value) < NUMBER_WHOLE_LIMIT && floor(value) == value)) {
        *integer = (int64_t)value;
    }
    return ok && *integer >= min && *integer <= max;
}

cJSON *json_of_double(double number) {
    return isfinite(number) ? cJSON_CreateNumber(number) : cJSON_CreateNull();
}

/* An integer that is not exact in a double is kept as text, as json_read does. */
static cJSON *of_digits(double value, const char *digits) {
    cJSON *json = cJSON_CreateNumber(value);
    if (fabs(value) >= NUMBER_WHOLE_LIMIT)
        json->valuestring = text_copy(digits);
    return json;
}

cJSON *json_of_unsigned(uint64_t number) {
    char digits[NUMBER_TEXT];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return of_digits((double)number, digits);
}

cJSON *json_of_integer(int64_t number) {
    char digits[NUMBER_TEXT];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return of_digits((double)number, digits);
}

void json_add_rounded(cJSON *json, const char *key, double number, int digits) {
    char text[NUMBER_TEXT] = "null";
    if (isfinite(number))
        snprintf(text, sizeof text, "%.*g", digits, number);
    cJSON_AddRawToObject(json, key, text);
}

/* --- Writing ------------------------------------------------------------------------ */

/* Turns every number into the text to be printed. */
static void write_numbers(cJSON *json) {
    for (cJSON *item = json->child; item; item = item->next)
        write_numbers(item);
    if (!cJSON_IsNumber(json))
        return;
    char text[NUMBER_TEXT];
    if (!json->valuestring)
        json->valuestring = text_copy(
            isfinite(json->valuedouble) ? number_write(json->valuedouble, text) : "null");
    json->type ^= cJSON_Number ^ cJSON_Raw; /* the flags stay */
}

bool json_equal(const cJSON *a, const cJSON *b) {
    if (!a || !b)
        return false;
    cJSON *one = cJSON_Duplicate(a, true), *other = cJSON_Duplicate(b, true);
    write_numbers(one);
    write_numbers(other);
    bool equal = cJSON_Compare(one, other, true);
    cJSON_Delete(one);
    cJSON_Delete(other);
    return equal;
}

char *json_text(const cJSON *json) {
    cJSON *copy = cJSON_Duplicate(json, true);
    write_numbers(copy);
    char *printed = cJSON_Print(copy);
    REQUIRE(printed);
    size_t length = strlen(printed);
    printed = memory_resize(printed, length + 2, 1);
    printed[length] = '\n';
    printed[length + 1] = 0;
    cJSON_Delete(copy);
    return printed;
}

char *json_line(cJSON *json) {
    write_numbers(json);
    char *text = cJSON_PrintUnformatted(json);
    REQUIRE(text);
    cJSON_Delete(json);
    return text;
}

void json_print_line(cJSON *json, FILE *file) {
    char *text = json_line(json);
    fprintf(file, "%s\n", text);
    free(text);
}

void json_add_estimate(cJSON *json, const char *key, const estimate_t *estimate) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    json_add_number(object, "value", estimate->value);
    json_add_number(object, "low", estimate->low);
    json_add_number(object, "high", estimate->high);
}
