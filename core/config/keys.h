/* keys.h - tables of configuration keys, which read, check and print the values of a
 * struct (value_spec.h; keys_document.h documents them).
 * Use: static const config_key_t keys[] = {KEY_INT("games", run_t, games, 100, 1, 1e9,
 *                                                 "how many games"), ...};
 *      static const keyset_t set = {keys, KEYSET_COUNT(keys)};
 *      keyset_set_defaults(&set, &run);
 *      keyset_read_json(&set, &run, object, "FILE", "", &error);
 *      static const config_key_t all[] = {KEY_SET(&set, offsetof(all_t, run)), ...};
 * A key is a dotted path ("search.simulations"); its value is a field of the struct that
 * the table describes: an int64_t, double, bool, an int for a choice, an array of char,
 * and for a long string a char * to be freed with free(), NULL when empty.
 * Errors: unknown key (with the closest match, or all keys of its level), wrong type,
 *      value out of range; each names the source of the value, the key, and the allowed
 *      values.
 */
#ifndef CORE_KEYS_H
#define CORE_KEYS_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/value_spec.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef value_spec_t config_key_t;

/* NOLINTBEGIN(bugprone-macro-parentheses): initialisers of members */
#define KEY_ROW(key_kind, key_presence, path, type, field, ...)                          \
    {                                                                                    \
        .name = path, .kind = key_kind, .presence = key_presence,                        \
        VALUE_FIELD(type, field), __VA_ARGS__                                            \
    }
#define KEY_INT_IN(presence, path, type, field, fallback, min, max, text)                \
    KEY_ROW(VALUE_INT, presence, path, type, field, .initial = fallback, .least = min,   \
            .most = max, .help = text)
#define KEY_INT(...) KEY_INT_IN(KEY_ALWAYS, __VA_ARGS__)
#define KEY_REAL(path, type, field, fallback, min, max, text)                            \
    KEY_ROW(VALUE_REAL, KEY_ALWAYS, path, type, field, .initial = fallback,              \
            .least = min, .most = max, .help = text)
#define KEY_BOOL(path, type, field, fallback, text)                                      \
    KEY_ROW(VALUE_BOOL, KEY_ALWAYS, path, type, field, .initial = fallback, .help = text)
#define KEY_CHOICE_IN(presence, path, type, field, words, text)                          \
    KEY_ROW(VALUE_CHOICE, presence, path, type, field, .choices = words, .help = text)
#define KEY_CHOICE(...) KEY_CHOICE_IN(KEY_ALWAYS, __VA_ARGS__)
#define KEY_TEXT(path, type, field, text)                                                \
    KEY_ROW(VALUE_TEXT, KEY_ALWAYS, path, type, field, .help = text)
#define KEY_TEXT_IF_SET(path, type, field, text)                                         \
    KEY_ROW(VALUE_TEXT, KEY_IF_SET, path, type, field, .help = text)
#define KEY_LONG_TEXT_IF_SET(path, type, field, bytes, text)                             \
    KEY_ROW(VALUE_LONG_TEXT, KEY_IF_SET, path, type, field, .most = bytes, .help = text)
#define KEY_COMMAND(path, type, field, text)                                             \
    KEY_ROW(VALUE_COMMAND, KEY_IF_SET, path, type, field, .help = text)
/* KEY_ELSEWHERE("agents", .help = "..."): the caller removes it from the object before
 * reading; without a help text it is not documented. */
#define KEY_ELSEWHERE(...)                                                               \
    { .kind = VALUE_ELSEWHERE, .presence = KEY_NEVER, .name = __VA_ARGS__ }
/* NOLINTEND(bugprone-macro-parentheses) */
#define KEYSET_COUNT(keys) ((int)(sizeof(keys) / sizeof(keys)[0]))

/* The keys of another table, whose struct lies at an offset. */
#define KEY_SET(keys, at)                                                                \
    { .kind = VALUE_SET, .set = (keys), .offset = (at) }

typedef struct keyset {
    const config_key_t *keys;
    int count;
} keyset_t;

/* The key with an index from 0, over the table and the tables in it; *offset: of its
 * struct. NULL after the last. */
const config_key_t *keyset_at(const keyset_t *set, int index, size_t *offset);

/* The key with a path, likewise; NULL: there is none. */
const config_key_t *keyset_find(const keyset_t *set, const char *path, size_t *offset);

/* The names below the first `above` characters of a path, of keys and of objects that
 * contain keys, in the form of choices: "simulations|max_nodes"; the caller frees it. */
char *keyset_names(const keyset_t *set, const char *path, size_t above);

void keyset_set_defaults(const keyset_t *set, void *object);

/* Reads every member of a JSON object; nested objects stand for dotted paths. `where`
 * names the source in messages; `prefix` ("" or "variant.") precedes the paths there. */
bool keyset_read_json(const keyset_t *set, void *object, const cJSON *json,
                      const char *where, const char *prefix, failure_t *error);

/* Checks only that every key is known; to be called before parts of the object are read.
 */
bool keyset_check_names(const keyset_t *set, const cJSON *json, const char *where,
                        const char *prefix, failure_t *error);

/* Adds the values that belong to an effective configuration to a JSON object, nested by
 * path. */
void keyset_write_json(const keyset_t *set, const void *object, cJSON *json);

/* Writes the values in table order, "size=4 stuck=pass ..."; KEY_IF_SET keys only where
 * set. */
void keyset_write_text(const keyset_t *set, const void *object, text_t *out);

#endif
