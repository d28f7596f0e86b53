/* keys.h - tables of configuration keys: one table parses, checks, prints;
 * keys_document.h.
 * Use: static const config_key_t keys[] = {KEY_INT("games", run_t, games, 100, 1, 1e9,
 *                                                 "how many games"), ...};
 *      static const keyset_t set = {keys, KEYSET_COUNT(keys)};
 *      keyset_set_defaults(&set, &run);
 *      keyset_read_json(&set, &run, object, "FILE", &error);
 * A key is a dotted path ("search.simulations"); its value is a field of the struct that
 * the table describes: int64_t for whole numbers, double, bool, int for a choice, an
 * array of char for a text, and for a long one a char * that free() releases, NULL where
 * it is empty.
 * Owns: nothing; who owns the struct frees its long texts.   Threads: tables are
 * constant.
 * Errors: unknown key (with the one that was meant, or all of its level), wrong type,
 *      value out of range, each naming where the value came from, the key, and what is
 *      allowed.
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
    VALUE_ELSEWHERE /* in a table to read by alone: the caller takes it out of the object
                       first, and here it is only known */
} value_kind_t;

/* Whether an effective configuration has the key. */
typedef enum {
    KEY_ALWAYS,
    KEY_IF_SET, /* where its value is not the default: keys that few have */
    KEY_NEVER   /* no part of what is configured: limits of one call */
} key_presence_t;

typedef struct config_key {
    const char *path;
    value_kind_t kind;
    size_t offset;
    double fallback, min, max; /* a choice: index of the default; min and max unused; a
                                  text: empty by default, max is the most bytes of it,
                                  its end included */
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

/* Several tables as one, so that an unknown key meets the nearest of all of them. */
enum { KEYSET_UNION = 80 };
typedef struct keyset_union {
    config_key_t keys[KEYSET_UNION];
    keyset_t set;
} keyset_union_t;

/* Adds a table whose struct lies at an offset in the one that all are about; the first
 * call is on zeroed memory. A union is not copied: its set points into it. */
void keyset_union_add(keyset_union_t *all, const keyset_t *set, size_t offset);

enum { KEY_VALUE_TEXT = 1100 /* room for a value as text, but for a long one */ };

void keyset_set_defaults(const keyset_t *set, void *object);

/* Reads every member of a JSON object; nested objects spell dotted paths. `where` names
 * the source in messages; `prefix` ("" or "variant.") is shown before the paths. */
bool keyset_read_json(const keyset_t *set, void *object, const cJSON *json,
                      const char *where, const char *prefix, failure_t *error);

/* Only whether every key is known: before others are read that the object also holds. */
bool keyset_check_names(const keyset_t *set, const cJSON *json, const char *where,
                        const char *prefix, failure_t *error);

/* Adds the values, nested by path, to a JSON object: those that an effective
 * configuration has. */
void keyset_write_json(const keyset_t *set, const void *object, cJSON *json);

/* "size=4 stuck=pass ...": the values in the order of the table; of keys that few have,
 * those that are set. */
void keyset_write_text(const keyset_t *set, const void *object, text_t *out);

/* The reverse: reads "key=value" words between blanks, as keyset_write_text writes them;
 * keys that are not there stay as they are. A text is a word without blanks, or empty. */
bool keyset_read_text(const keyset_t *set, void *object, const char *text,
                      const char *where, failure_t *error);

/* One value as text, cut where `out` is full, as the command line takes it. */
void key_write_value(const config_key_t *key, const void *object, text_t *out);

/* What a key allows: "whole number from 1 to 5", "pass or loss". */
void key_write_allowed(const config_key_t *key, text_t *out);

#endif
