#include "core/config/keys.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/config/choices.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_TEXT = 128, MEANT_TEXT = 1024 };

/* As keyset_at; *index becomes the number of keys still to skip. */
static const config_key_t *key_at(const keyset_t *set, int *index, size_t *offset) {
    const config_key_t *key = NULL;
    for (int i = 0; !key && i < set->count; i++) {
        const config_key_t *row = &set->keys[i];
        if (row->kind != VALUE_SET)
            key = (*index)-- == 0 ? row : NULL;
        else if ((key = key_at(row->set, index, offset)) != NULL)
            *offset += row->offset;
    }
    return key;
}

const config_key_t *keyset_at(const keyset_t *set, int index, size_t *offset) {
    *offset = 0;
    return key_at(set, &index, offset);
}

const config_key_t *keyset_find(const keyset_t *set, const char *path, size_t *offset) {
    const config_key_t *key;
    for (int i = 0; (key = keyset_at(set, i, offset)) != NULL; i++)
        if (strcmp(key->name, path) == 0)
            return key;
    return NULL;
}

void keyset_set_defaults(const keyset_t *set, void *object) {
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++)
        value_set_default(key, (char *)object + offset);
}

/* --- Errors ------------------------------------------------------------------------- */

/* Where values are read from, for messages. */
typedef struct source {
    const char *where, *prefix;
    failure_t *error;
} source_t;

static bool error_value(const config_key_t *key, const source_t *source,
                        const char *given) {
    char name[MEANT_TEXT];
    snprintf(name, sizeof name, "%.700s: \"%s%s\"", source->where, source->prefix,
             key->name);
    return value_refused(key, name, given, source->error);
}

char *keyset_names(const keyset_t *set, const char *path, size_t above) {
    const config_key_t *key;
    size_t offset, size = 1;
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++)
        size += strlen(key->name) + 1;
    char *names = memory_new(size, 1);
    text_t out = text_into(names, size);
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++) {
        char name[PATH_TEXT];
        if (strncmp(key->name, path, above) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(key->name + above, "."),
                 key->name + above);
        if (choice_find(names, name) < 0)
            text_add(&out, "%s%s", *names ? "|" : "", name);
    }
    return names;
}

/* Adds what may have been meant by an unknown name below a path: the closest name, those
 * that begin with it ("search.time"), or keys of this name in other objects. */
static void add_meant(const keyset_t *set, const char *names, const char *path,
                      const char *name, const char *prefix, text_t *out) {
    int nearest = choice_nearest(names, name), above = (int)(name - path);
    size_t length = strlen(name), offset;
    for (int i = 0; i < choices_count(names); i++) {
        char one[PATH_TEXT];
        text_t one_out = text_into(one, sizeof one);
        choice_write(names, i, &one_out);
        bool longer = nearest < 0 && length >= 3 && strncmp(one, name, length) == 0;
        if (i == nearest || longer)
            text_add(out, "%s\"%s%.*s%s\"", out->used ? " or " : "", prefix, above, path,
                     one);
    }
    const config_key_t *key;
    bool found = out->used > 0;
    for (int i = 0; !found && (key = keyset_at(set, i, &offset)) != NULL; i++) {
        const char *dot = strrchr(key->name, '.');
        if (dot && strcmp(dot + 1, name) == 0)
            text_add(out, "%s\"%s%s\"", out->used ? " or " : "", prefix, key->name);
    }
}

static bool error_unknown(const keyset_t *set, const char *path, const source_t *source) {
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    char *names = keyset_names(set, path, (size_t)(name - path)), list[MEANT_TEXT];
    text_t out = text_into(list, sizeof list);
    add_meant(set, names, path, name, source->prefix, &out);
    bool meant = out.used > 0;
    if (!meant)
        choices_write(names, ", ", &out);
    free(names);
    return error_set(source->error, "%s: unknown key \"%s%s\"; %s%s%s", source->where,
                     source->prefix, path,
                     meant ? "did you mean " : "the keys are: ", list, meant ? "?" : "");
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

static bool read_command(const config_key_t *key, void *object, const cJSON *json) {
    cJSON *split = cJSON_IsString(json) ? split_command(json->valuestring) : NULL;
    const cJSON *list = split ? split : json;
    bool ok = cJSON_IsArray(list) && (split || list->child);
    for (const cJSON *word = list->child; ok && word; word = word->next)
        ok = cJSON_IsString(word) &&
             (!*word->valuestring || plain_text_is_line(word->valuestring, SIZE_MAX));
    char *text = ok ? json_line(cJSON_Duplicate(list, true)) : NULL;
    cJSON_Delete(split);
    ok = text && strlen(text) < key->size;
    if (ok)
        value_set_text(key, object, strcmp(text, "[]") == 0 ? "" : text);
    free(text);
    return ok;
}

static bool read_json(const config_key_t *key, void *object, const cJSON *json) {
    int64_t whole = 0;
    if (key->kind == VALUE_COMMAND)
        return read_command(key, object, json);
    if (key->kind == VALUE_INT)
        return json_integer(json, (int64_t)key->least, (int64_t)key->most, &whole) &&
               value_set_number(key, object, (double)whole);
    if (key->kind == VALUE_REAL)
        return cJSON_IsNumber(json) && value_set_number(key, object, json->valuedouble);
    if (key->kind == VALUE_BOOL)
        return cJSON_IsBool(json) && value_set_number(key, object, cJSON_IsTrue(json));
    return cJSON_IsString(json) && value_read(key, object, json->valuestring, NULL);
}

static bool read_value(const config_key_t *key, void *object, const cJSON *json,
                       const source_t *source) {
    if (key->kind == VALUE_ELSEWHERE)
        return error_set(source->error, "%s: \"%s%s\" cannot be given here",
                         source->where, source->prefix, key->name);
    if (read_json(key, object, json))
        return true;
    char *given = json_line(cJSON_Duplicate(json, true));
    error_value(key, source, given);
    free(given);
    return false;
}

/* Whether a key lies below the path, so that it must be an object. */
static bool has_keys_below(const keyset_t *set, const char *path) {
    const config_key_t *key;
    size_t length = strlen(path), offset;
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++)
        if (strncmp(key->name, path, length) == 0 && key->name[length] == '.')
            return true;
    return false;
}

/* The recursion of keyset_read_json, as deep as the paths of the table. If object is
 * NULL, only the names are checked. */
static bool read_members(const keyset_t *set, void *object, const cJSON *json,
                         const char *above, const source_t *source) {
    for (const cJSON *member = json->child; member; member = member->next) {
        char path[PATH_TEXT];
        size_t offset;
        if (strchr(member->string, '.'))
            return error_set(source->error,
                             "%s: \"%s%.80s\": keys with dots are for key=value; use "
                             "nested objects",
                             source->where, source->prefix, member->string);
        bool fits = snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "",
                             member->string) < (int)sizeof path;
        const config_key_t *key = fits ? keyset_find(set, path, &offset) : NULL;
        if (!key && !(fits && has_keys_below(set, path)))
            return error_unknown(set, path, source);
        if (!key && !cJSON_IsObject(member))
            return error_set(source->error, "%s: \"%s%s\" must be an object {...}",
                             source->where, source->prefix, path);
        if (!key && !read_members(set, object, member, path, source))
            return false;
        if (key && object && !read_value(key, (char *)object + offset, member, source))
            return false;
    }
    return true;
}

bool keyset_read_json(const keyset_t *set, void *object, const cJSON *json,
                      const char *where, const char *prefix, failure_t *error) {
    const source_t source = {where, prefix, error};
    if (!cJSON_IsObject(json))
        return error_set(error, "%s: \"%s\" must be an object {...}", where, prefix);
    return read_members(set, object, json, "", &source);
}

bool keyset_check_names(const keyset_t *set, const cJSON *json, const char *where,
                        const char *prefix, failure_t *error) {
    const source_t source = {where, prefix, error};
    return read_members(set, NULL, json, "", &source);
}

/* --- Writing ------------------------------------------------------------------------ */

void keyset_write_json(const keyset_t *set, const void *object, cJSON *json) {
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++) {
        const char *values = (const char *)object + offset, *name;
        if (key->presence == KEY_NEVER ||
            (key->presence == KEY_IF_SET && !value_is_set(key, values)))
            continue;
        cJSON *parent = json_object_at(json, key->name, &name);
        const char *text = value_text(key, values);
        char value[VALUE_SHORT];
        text_t out = text_into(value, sizeof value);
        if (!text)
            value_write(key, values, &out);
        if (key->kind == VALUE_CHOICE || (text && key->kind != VALUE_COMMAND))
            cJSON_AddStringToObject(parent, name, text ? text : value);
        else
            json_add_value(parent, name, text ? text : value);
    }
}

void keyset_write_text(const keyset_t *set, const void *object, text_t *out) {
    const config_key_t *key;
    const char *between = "";
    size_t offset;
    for (int i = 0; (key = keyset_at(set, i, &offset)) != NULL; i++) {
        const char *values = (const char *)object + offset;
        if (key->presence == KEY_IF_SET && !value_is_set(key, values))
            continue;
        text_add(out, "%s%s=", between, key->name);
        value_write(key, values, out);
        between = " ";
    }
}
