/* keys.h - tables of configuration keys, which parse, check and print values
 * (keys_document.h documents them).
 * Use: static const config_key_t keys[] = {KEY_INT("games", run_t, games, 100, 1, 1e9,
 *                                                 "how many games"), ...};
 *      static const keyset_t set = {keys, KEYSET_COUNT(keys)};
 *      keyset_set_defaults(&set, &run);
 *      keyset_read_json(&set, &run, object, "FILE", &error);
 * A key is a dotted path ("search.simulations"); its value is a field of the struct that
 * the table describes: int64_t for an integer, double, bool, int for a choice, an array
 * of char for a string, and for a long string a char * to be freed with free(), NULL when
 * empty.
 * Owns: nothing; the owner of the struct frees its long strings.   Threads: tables are
 * constant.
 * Errors: unknown key (with the closest match, or all keys of its level), wrong type,
 *      value out of range; each names the source of the value, the key, and the allowed
 *      values.
 */
#ifndef CORE_KEYS_H
#define CORE_KEYS_H

#include "core/base/error.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef enum {
    VALUE_INT,
    VALUE_REAL,
    VALUE_BOOL,
    VALUE_CHOICE,
    VALUE_TEXT,
    VALUE_LONG_TEXT,
    VALUE_COMMAND,
    VALUE_ELSEWHERE /* read elsewhere, here only a known name: the caller removes it from
                       the object before reading */
} value_kind_t;

/* Whether an effective configuration contains the key. */
typedef enum {
    KEY_ALWAYS,
    KEY_IF_SET, /* only if its value is not the default: for rarely used keys */
    KEY_NEVER   /* not part of the configuration: limits of one invocation */
} key_presence_t;

typedef struct config_key {
    const char *path;
    value_kind_t kind;
    size_t offset;
    double fallback, min, max; /* for a choice: index of the default, min and max unused;
                                  for a string: empty by default, max is its size in
                                  bytes, including the final 0 */
    const char *choices;       /* "pass|loss"; the value is the index */
    const char *help;
    key_presence_t presence;
} config_key_t;

#define KEY_INT_IN(presence, path, type, field, fallback, min, max, help)                \
    { path, VALUE_INT, offsetof(type, field), fallback, min, max, NULL, help, presence }
#define KEY_INT(path, type, field, fallback, min, max, help)                             \
    KEY_INT_IN(KEY_ALWAYS, path, type, field, fallback, min, max, help)
#define KEY_REAL(path, type, field, fallback, min, max, help)                            \
    {                                                                                    \
        path, VALUE_REAL, offsetof(type, field), fallback, min, max, NULL, help,         \
            KEY_ALWAYS                                                                   \
    }
#define KEY_BOOL(path, type, field, fallback, help)                                      \
    { path, VALUE_BOOL, offsetof(type, field), fallback, 0, 1, NULL, help, KEY_ALWAYS }
#define KEY_CHOICE_IN(presence, path, type, field, choices, help)                        \
    { path, VALUE_CHOICE, offsetof(type, field), 0, 0, 0, choices, help, presence }
#define KEY_CHOICE(...) KEY_CHOICE_IN(KEY_ALWAYS, __VA_ARGS__)
#define KEY_CHARACTERS(kind, presence, path, type, field, help)                          \
    {                                                                                    \
        path, kind, offsetof(type, field), 0, 0, sizeof(((type *)0)->field), NULL, help, \
            presence                                                                     \
    }
#define KEY_TEXT(...) KEY_CHARACTERS(VALUE_TEXT, KEY_ALWAYS, __VA_ARGS__)
#define KEY_TEXT_IF_SET(...) KEY_CHARACTERS(VALUE_TEXT, KEY_IF_SET, __VA_ARGS__)
#define KEY_LONG_TEXT_IF_SET(path, type, field, bytes, help)                             \
    { path, VALUE_LONG_TEXT, offsetof(type, field), 0, 0, bytes, NULL, help, KEY_IF_SET }
#define KEY_COMMAND(...) KEY_CHARACTERS(VALUE_COMMAND, KEY_IF_SET, __VA_ARGS__)
#define KEY_ELSEWHERE(path)                                                              \
    { path, VALUE_ELSEWHERE, 0, 0, 0, 0, NULL, "", KEY_ALWAYS }
#define KEYSET_COUNT(keys) ((int)(sizeof(keys) / sizeof(keys)[0]))

typedef struct keyset {
    const config_key_t *keys;
    int count;
} keyset_t;

/* Several tables as one, so that the closest match of an unknown key is taken from all of
 * them. */
enum { KEYSET_UNION = 80 };
typedef struct keyset_union {
    config_key_t keys[KEYSET_UNION];
    keyset_t set;
} keyset_union_t;

/* Adds a table whose struct lies at an offset in the enclosing struct. Zero the union
 * before the first call, and do not copy it: its set points into it. */
void keyset_union_add(keyset_union_t *all, const keyset_t *set, size_t offset);

enum { KEY_VALUE_TEXT = 1100 /* enough for any value as text, except long strings */ };

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

/* Writes one value as text, as the command line accepts it. */
void key_write_value(const config_key_t *key, const void *object, text_t *out);

/* Describes the allowed values: "whole number from 1 to 5", "pass or loss". */
void key_write_allowed(const config_key_t *key, text_t *out);

#endif
