#include "core/config/keys.h"

#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/plain_text.h"
#include "core/config/choices.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_TEXT = 128, ALLOWED_TEXT = 1024 };

void keyset_union_add(keyset_union_t *all, const keyset_t *set, size_t offset) {
    REQUIRE(all->set.count + set->count <= KEYSET_UNION);
    all->set.keys = all->keys;
    for (int i = 0; i < set->count; i++) {
        config_key_t *key = &all->keys[all->set.count++];
        *key = set->keys[i];
        key->offset += offset;
    }
}

static void *field(const config_key_t *key, void *object) {
    return (char *)object + key->offset;
}

static const void *const_field(const config_key_t *key, const void *object) {
    return (const char *)object + key->offset;
}

static void store(const config_key_t *key, void *object, double value) {
    switch (key->kind) {
    case VALUE_INT:
        *(int64_t *)field(key, object) = (int64_t)value;
        return;
    case VALUE_REAL:
        *(double *)field(key, object) = value + 0.0; /* -0 is 0 */
        return;
    case VALUE_BOOL:
        *(bool *)field(key, object) = value != 0;
        return;
    case VALUE_CHOICE:
        *(int *)field(key, object) = (int)value;
        return;
    case VALUE_TEXT:
    case VALUE_COMMAND:
        *(char *)field(key, object) = 0; /* the default; others are set by store_text */
        return;
    case VALUE_LONG_TEXT:
        *(char **)field(key, object) = NULL; /* likewise */
        return;
    case VALUE_ELSEWHERE:
        return;
    }
}

static bool is_text(const config_key_t *key) {
    return key->kind == VALUE_TEXT || key->kind == VALUE_LONG_TEXT ||
           key->kind == VALUE_COMMAND;
}

static void store_text(const config_key_t *key, void *object, const char *text) {
    if (key->kind == VALUE_LONG_TEXT) {
        char **stored = field(key, object);
        free(*stored);
        *stored = *text ? text_copy(text) : NULL;
        return;
    }
    memset(field(key, object), 0, (size_t)key->max);
    memcpy(field(key, object), text, strlen(text));
}

static const char *load_text(const config_key_t *key, const void *object) {
    if (key->kind != VALUE_LONG_TEXT)
        return const_field(key, object);
    const char *stored = *(char *const *)const_field(key, object);
    return stored ? stored : "";
}

static double load(const config_key_t *key, const void *object) {
    switch (key->kind) {
    case VALUE_INT:
        return (double)*(const int64_t *)const_field(key, object);
    case VALUE_REAL:
        return *(const double *)const_field(key, object);
    case VALUE_BOOL:
        return *(const bool *)const_field(key, object);
    case VALUE_CHOICE:
        return *(const int *)const_field(key, object);
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
    case VALUE_COMMAND:
    case VALUE_ELSEWHERE:
        break;
    }
    return 0;
}

void keyset_set_defaults(const keyset_t *set, void *object) {
    for (int i = 0; i < set->count; i++)
        store(&set->keys[i], object, set->keys[i].fallback);
}

void key_write_allowed(const config_key_t *key, text_t *out) {
    switch (key->kind) {
    case VALUE_INT:
        text_add(out, "whole number from %.0f to %.0f", key->min, key->max);
        return;
    case VALUE_REAL:
        text_add(out, "number from %g to %g", key->min, key->max);
        return;
    case VALUE_BOOL:
        text_add(out, "true or false");
        return;
    case VALUE_CHOICE:
        choices_write(key->choices, out);
        return;
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
        text_add(out, "a string of up to %.0f bytes, " PLAIN_TEXT_ALLOWED, key->max - 1);
        return;
    case VALUE_COMMAND:
        text_add(
            out,
            "a list of strings, or one string that is split at blanks: a program and "
            "its arguments, up to %.0f bytes, each " PLAIN_TEXT_ALLOWED,
            key->max - 1);
        return;
    case VALUE_ELSEWHERE:
        return;
    }
}

void key_write_value(const config_key_t *key, const void *object, text_t *out) {
    double value = load(key, object);
    char number[NUMBER_TEXT];
    switch (key->kind) {
    case VALUE_INT:
    case VALUE_REAL:
        text_add(out, "%s", number_write(value, number));
        return;
    case VALUE_BOOL:
        text_add(out, "%s", value != 0 ? "true" : "false");
        return;
    case VALUE_CHOICE: {
        const char *start;
        int length = choice_at(key->choices, (int)value, &start);
        text_add(out, "%.*s", length, start);
        return;
    }
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
    case VALUE_COMMAND:
        text_add(out, "%s", load_text(key, object));
        return;
    case VALUE_ELSEWHERE:
        return;
    }
}

/* --- Unknown keys ------------------------------------------------------------------- */

/* The names below a path, "" or "search.": of keys and of objects that contain keys. */
typedef struct level {
    char names[KEYSET_UNION][PATH_TEXT];
    const char *list[KEYSET_UNION];
    int count;
} level_t;

static bool has_name(const level_t *level, const char *name) {
    for (int i = 0; i < level->count; i++)
        if (strcmp(level->names[i], name) == 0)
            return true;
    return false;
}

static void gather_level(const keyset_t *set, const char *above, size_t length,
                         level_t *level) {
    level->count = 0;
    for (int i = 0; i < set->count; i++) {
        const char *path = set->keys[i].path, *name = path + length;
        char copy[PATH_TEXT];
        if (strncmp(path, above, length) != 0)
            continue;
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(name, "."), name);
        if (has_name(level, copy))
            continue;
        REQUIRE(level->count < KEYSET_UNION);
        memcpy(level->names[level->count], copy, sizeof copy);
        level->list[level->count] = level->names[level->count];
        level->count++;
    }
}

/* Adds the names of a level that begin with `name`, such as "search.time". */
static void add_longer(const level_t *level, const char *name, const char *path,
                       size_t above, const char *prefix, text_t *out) {
    size_t length = strlen(name);
    for (int i = 0; length >= 3 && i < level->count; i++)
        if (strncmp(level->names[i], name, length) == 0)
            text_add(out, "%s\"%s%.*s%s\"", out->used ? " or " : "", prefix, (int)above,
                     path, level->names[i]);
}

/* Adds the paths whose last part is `name`: a key in the wrong object. */
static void add_elsewhere(const keyset_t *set, const char *name, const char *prefix,
                          text_t *out) {
    for (int i = 0; i < set->count; i++) {
        const char *dot = strrchr(set->keys[i].path, '.');
        if (dot && strcmp(dot + 1, name) == 0)
            text_add(out, "%s\"%s%s\"", out->used ? " or " : "", prefix,
                     set->keys[i].path);
    }
}

static bool error_unknown(const keyset_t *set, const char *path, const char *where,
                          const char *prefix, failure_t *error) {
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    size_t above = (size_t)(name - path);
    char list[ALLOWED_TEXT];
    text_t out = text_into(list, sizeof list);
    level_t level;
    gather_level(set, path, above, &level);
    const char *nearest = text_nearest(name, level.list, level.count);
    if (nearest)
        text_add(&out, "\"%s%.*s%s\"", prefix, (int)above, path, nearest);
    else
        add_longer(&level, name, path, above, prefix, &out);
    if (out.used == 0)
        add_elsewhere(set, name, prefix, &out);
    if (out.used > 0)
        return error_set(error, "%s: unknown key \"%s%s\"; did you mean %s?", where,
                         prefix, path, list);
    for (int i = 0; i < level.count; i++)
        text_add(&out, "%s%s", i ? ", " : "", level.names[i]);
    return error_set(error, "%s: unknown key \"%s%s\"; the keys are: %s", where, prefix,
                     path, list);
}

/* --- Reading ------------------------------------------------------------------------ */

/* "python3 my.py" as a list of strings. */
static cJSON *split_command(const char *text) {
    cJSON *list = cJSON_CreateArray();
    token_reader_t reader = token_reader(text);
    token_t token;
    while (token_next(&reader, &token)) {
        char *word = memory_new((size_t)token.length + 1, 1);
        memcpy(word, token.start, (size_t)token.length);
        cJSON_AddItemToArray(list, cJSON_CreateString(word));
        free(word);
    }
    return list;
}

/* A command as a JSON list, which the caller frees; NULL if invalid or too long. */
static char *command_text(const config_key_t *key, const cJSON *json) {
    cJSON *split = cJSON_IsString(json) ? split_command(json->valuestring) : NULL;
    const cJSON *list = split ? split : json;
    bool ok = cJSON_IsArray(list) && (split || list->child);
    for (const cJSON *word = list->child; ok && word; word = word->next)
        ok = cJSON_IsString(word) &&
             (!*word->valuestring || plain_text_is_line(word->valuestring, SIZE_MAX));
    char *text = ok ? json_line(cJSON_Duplicate(list, true)) : NULL;
    cJSON_Delete(split);
    if (text && strlen(text) < (size_t)key->max)
        return text;
    free(text);
    return NULL;
}

static bool read_command(const config_key_t *key, void *object, const cJSON *json) {
    char *text = command_text(key, json);
    if (text)
        store_text(key, object, strcmp(text, "[]") == 0 ? "" : text);
    free(text);
    return text != NULL;
}

/* Whether a JSON value fits the key; stores it in *value unless it is a string. */
static bool fits(const config_key_t *key, const cJSON *json, double *value) {
    int64_t whole = 0;
    switch (key->kind) {
    case VALUE_INT:
        *value = 0;
        if (!json_integer(json, (int64_t)key->min, (int64_t)key->max, &whole))
            return false;
        *value = (double)whole;
        return true;
    case VALUE_REAL:
        *value = json->valuedouble;
        return cJSON_IsNumber(json) && *value >= key->min && *value <= key->max;
    case VALUE_BOOL:
        *value = cJSON_IsTrue(json);
        return cJSON_IsBool(json);
    case VALUE_CHOICE:
        *value = cJSON_IsString(json) ? choice_find(key->choices, json->valuestring) : -1;
        return *value >= 0;
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
        *value = 0;
        return cJSON_IsString(json) &&
               (!*json->valuestring ||
                plain_text_is_line(json->valuestring, (size_t)key->max));
    case VALUE_COMMAND:
    case VALUE_ELSEWHERE:
        return false;
    }
    return false;
}

static bool read_value(const config_key_t *key, void *object, const cJSON *json,
                       const char *where, const char *prefix, failure_t *error) {
    double value = 0;
    bool is_command = key->kind == VALUE_COMMAND;
    if (is_command ? !read_command(key, object, json) : !fits(key, json, &value)) {
        char allowed[ALLOWED_TEXT];
        text_t out = text_into(allowed, sizeof allowed);
        key_write_allowed(key, &out);
        char *shown = json_line(cJSON_Duplicate(json, true));
        error_set(error, "%s: \"%s%s\" is %.80s; allowed: %s", where, prefix, key->path,
                  shown, allowed);
        free(shown);
        return false;
    }
    if (is_text(key) && !is_command)
        store_text(key, object, json->valuestring);
    else if (!is_command)
        store(key, object, value);
    return true;
}

/* Whether a key lies below the path, so that it must be an object. */
static bool has_keys_below(const keyset_t *set, const char *path) {
    size_t length = strlen(path);
    for (int i = 0; i < set->count; i++)
        if (strncmp(set->keys[i].path, path, length) == 0 &&
            set->keys[i].path[length] == '.')
            return true;
    return false;
}

static const config_key_t *find(const keyset_t *set, const char *path) {
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->keys[i].path, path) == 0)
            return &set->keys[i];
    return NULL;
}

/* The recursion of keyset_read_json, as deep as the paths of the table. If object is
 * NULL, only the names are checked. */
static bool read_members(const keyset_t *set, void *object, const cJSON *json,
                         const char *above, const char *where, const char *prefix,
                         failure_t *error) {
    for (const cJSON *member = json->child; member; member = member->next) {
        char path[PATH_TEXT];
        if (strchr(member->string, '.'))
            return error_set(error,
                             "%s: \"%s%.80s\": keys with dots are for key=value; use "
                             "nested objects",
                             where, prefix, member->string);
        int length = snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "",
                              member->string);
        const config_key_t *key = length < (int)sizeof path ? find(set, path) : NULL;
        if (key && !object)
            continue;
        if (key && key->kind == VALUE_ELSEWHERE)
            return error_set(error, "%s: \"%s%s\" cannot be given here", where, prefix,
                             path);
        if (key) {
            if (!read_value(key, object, member, where, prefix, error))
                return false;
        } else if (length < (int)sizeof path && has_keys_below(set, path)) {
            if (!cJSON_IsObject(member))
                return error_set(error, "%s: \"%s%s\" must be an object {...}", where,
                                 prefix, path);
            if (!read_members(set, object, member, path, where, prefix, error))
                return false;
        } else {
            return error_unknown(set, path, where, prefix, error);
        }
    }
    return true;
}

bool keyset_read_json(const keyset_t *set, void *object, const cJSON *json,
                      const char *where, const char *prefix, failure_t *error) {
    if (!cJSON_IsObject(json))
        return error_set(error, "%s: \"%s\" must be an object {...}", where, prefix);
    return read_members(set, object, json, "", where, prefix, error);
}

bool keyset_check_names(const keyset_t *set, const cJSON *json, const char *where,
                        const char *prefix, failure_t *error) {
    return read_members(set, NULL, json, "", where, prefix, error);
}

static bool is_set(const config_key_t *key, const void *object) {
    if (is_text(key))
        return *load_text(key, object) != 0;
    double value = load(key, object);
    return value < key->fallback || value > key->fallback;
}

void keyset_write_json(const keyset_t *set, const void *object, cJSON *json) {
    for (int i = 0; i < set->count; i++) {
        const config_key_t *key = &set->keys[i];
        if (key->presence == KEY_NEVER ||
            (key->presence == KEY_IF_SET && !is_set(key, object)))
            continue;
        const char *name;
        cJSON *parent = json_object_at(json, key->path, &name);
        if (is_text(key) && key->kind != VALUE_COMMAND) {
            cJSON_AddStringToObject(parent, name, load_text(key, object));
            continue;
        }
        char value[KEY_VALUE_TEXT];
        text_t out = text_into(value, sizeof value);
        key_write_value(key, object, &out);
        if (key->kind == VALUE_CHOICE)
            cJSON_AddStringToObject(parent, name, value);
        else
            json_add_value(parent, name, value);
    }
}

void keyset_write_text(const keyset_t *set, const void *object, text_t *out) {
    const char *between = "";
    for (int i = 0; i < set->count; i++) {
        const config_key_t *key = &set->keys[i];
        if (key->presence == KEY_IF_SET && !is_set(key, object))
            continue;
        text_add(out, "%s%s=", between, key->path);
        key_write_value(key, object, out);
        between = " ";
    }
}
