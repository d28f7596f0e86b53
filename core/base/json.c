#include "core/base/json.h"

#include "core/base/files/file.h"
#include "core/base/interval.h"
#include "core/base/memory_stream.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 0xff }; /* the bits of a cJSON's type that are its kind */

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

cJSON *json_from_word(const char *text) {
    cJSON *json = json_read(text, COMMAND_LINE, NULL);
    if (cJSON_IsNumber(json) || cJSON_IsBool(json))
        return json;
    cJSON_Delete(json);
    return cJSON_CreateString(text);
}

char *json_to_word(const cJSON *json) {
    return cJSON_IsString(json) ? text_copy(json->valuestring)
                                : json_line(cJSON_Duplicate(json, true));
}

bool json_has(const cJSON *json, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(json, key) != NULL;
}

void json_merge(cJSON *into, const cJSON *from) {
    for (const cJSON *item = from->child; item; item = item->next) {
        cJSON *there = cJSON_GetObjectItemCaseSensitive(into, item->string);
        if (cJSON_IsObject(there) && cJSON_IsObject(item)) {
            json_merge(there, item);
            continue;
        }
        cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(into, item->string));
        cJSON_AddItemToObject(into, item->string, cJSON_Duplicate(item, true));
    }
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
        cJSON *value = json_from_word(equals + 1);
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

static bool equal_leaves(const cJSON *a, const cJSON *b) {
    char *one = json_line(cJSON_Duplicate(a, false));
    char *other = json_line(cJSON_Duplicate(b, false));
    bool equal = strcmp(one, other) == 0;
    free(one);
    free(other);
    return equal;
}

bool json_equal(const cJSON *a, const cJSON *b) {
    const cJSON *item;
    if (!a || !b || (a->type & KINDS) != (b->type & KINDS) ||
        cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
        return false;
    const cJSON *other = b->child;
    cJSON_ArrayForEach(item, a) {
        if (!json_equal(item, cJSON_IsObject(a)
                                  ? cJSON_GetObjectItemCaseSensitive(b, item->string)
                                  : other))
            return false;
        other = other->next;
    }
    return equal_leaves(a, b);
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
static cJSON *of_integer(double value, const char *digits) {
    return fabs(value) < NUMBER_WHOLE_LIMIT ? cJSON_CreateNumber(value)
                                            : json_of_digits(value, digits);
}

cJSON *json_of_unsigned(uint64_t number) {
    char digits[NUMBER_TEXT];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return of_integer((double)number, digits);
}

cJSON *json_of_integer(int64_t number) {
    char digits[NUMBER_TEXT];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return of_integer((double)number, digits);
}

void json_add_item(cJSON *json, const char *key, cJSON *item) {
    cJSON_AddItemToObject(json, key, item);
}

void json_add_rounded(cJSON *json, const char *key, double number, int digits) {
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*g", digits, number);
    cJSON_AddItemToObject(
        json, key, isfinite(number) ? json_of_digits(number, text) : cJSON_CreateNull());
}

void json_add_value(cJSON *json, const char *key, const char *text) {
    cJSON *value = json_read(text, key, NULL);
    REQUIRE(value);
    cJSON_AddItemToObject(json, key, value);
}

/* --- Writing ------------------------------------------------------------------------ */

static void write_string(const char *text, FILE *file) {
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    fputc('"', file);
    for (; *text; text++) {
        const char *name = strchr(named, *text);
        if (name)
            fprintf(file, "\\%c", names[name - named]);
        else if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, file);
    }
    fputc('"', file);
}

static void write_number(const cJSON *json, FILE *file) {
    char text[NUMBER_TEXT];
    fputs(json->valuestring             ? json->valuestring
          : isfinite(json->valuedouble) ? number_write(json->valuedouble, text)
                                        : "null",
          file);
}

static void write_value(const cJSON *json, int depth, FILE *file);

/* depth: of indentation, one tab each; < 0: all on one line. */
static void indent(int depth, FILE *file) {
    for (int i = 0; i < depth; i++)
        fputc('\t', file);
}

static void write_object(const cJSON *json, int depth, FILE *file) {
    const cJSON *item;
    int below = depth < 0 ? depth : depth + 1;
    fputs(depth < 0 ? "{" : "{\n", file);
    cJSON_ArrayForEach(item, json) {
        indent(below, file);
        write_string(item->string, file);
        fputs(depth < 0 ? ":" : ":\t", file);
        write_value(item, below, file);
        fputs(item->next ? "," : "", file);
        fputs(depth < 0 ? "" : "\n", file);
    }
    indent(depth, file);
    fputc('}', file);
}

static void write_array(const cJSON *json, int depth, FILE *file) {
    const cJSON *item;
    fputc('[', file);
    cJSON_ArrayForEach(item, json) {
        write_value(item, depth < 0 ? depth : depth + 1, file);
        fputs(!item->next ? "" : depth < 0 ? "," : ", ", file);
    }
    fputc(']', file);
}

static void write_value(const cJSON *json, int depth, FILE *file) {
    if (cJSON_IsObject(json))
        write_object(json, depth, file);
    else if (cJSON_IsArray(json))
        write_array(json, depth, file);
    else if (cJSON_IsString(json))
        write_string(json->valuestring, file);
    else if (cJSON_IsNumber(json))
        write_number(json, file);
    else
        fputs(cJSON_IsTrue(json) ? "true" : cJSON_IsBool(json) ? "false" : "null", file);
}

static char *written(cJSON *json, int depth, const char *end) {
    char *text;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    write_value(json, depth, file);
    fputs(end, file);
    memory_stream_close(file);
    cJSON_Delete(json);
    return text;
}

char *json_lines(cJSON *json) {
    return written(json, 0, "\n");
}

char *json_line(cJSON *json) {
    return written(json, -1, "");
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
