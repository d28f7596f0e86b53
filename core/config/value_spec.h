/* value_spec.h - a typed value as a row of a table: a key of a configuration (keys.h) or
 * an option of a command (core/cli/option_table.h). The row says how the value is parsed,
 * checked, printed and documented, and in which field of a struct it is stored.
 * Use: if (!value_read(spec, object, "7", &error))
 *          return value_refused(spec, "--depth", "7", &error);
 *      value_write(spec, object, &out);               "7"
 *      value_write_allowed(spec, &out);               "whole number from 1 to 100"
 * Owns: a VALUE_LONG_TEXT belongs to the struct's owner, who frees it with free().
 */
#ifndef CORE_VALUE_SPEC_H
#define CORE_VALUE_SPEC_H

#include "core/base/error.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The type of the field is: */
typedef enum {
    VALUE_INT,       /* any integer of 4 or 8 bytes */
    VALUE_REAL,      /* double */
    VALUE_DURATION,  /* double, seconds (duration.h) */
    VALUE_BOOL,      /* bool */
    VALUE_CHOICE,    /* int, enum or int64_t: the index in `choices` */
    VALUE_TEXT,      /* char [] */
    VALUE_COMMAND,   /* char []: a program and its arguments, as a JSON list */
    VALUE_LONG_TEXT, /* char *, a copy; NULL: empty */
    VALUE_WORD,      /* const char *, the caller's word */
    VALUE_FILE,      /* the same: the path of a file, for shell completion */
    VALUE_FOLDER,    /* the same: the path of a folder */
    VALUE_FORM,      /* what `read` stores */
    VALUE_ELSEWHERE, /* no field: the name is known, its value read elsewhere */
    VALUE_SET        /* the struct of another table of keys, `set` */
} value_kind_t;

/* Whether an effective configuration contains a key. */
typedef enum {
    KEY_ALWAYS,
    KEY_IF_SET, /* only if its value is not the default: for rarely used keys */
    KEY_NEVER   /* not part of the configuration: limits of one invocation */
} key_presence_t;

/* Reads a VALUE_FORM into its field. Returns false if it is invalid, and may set *error
 * if "allowed: ALLOWED" is not enough. word: NULL if the value was omitted. */
typedef bool (*value_reader_t)(const char *word, void *field, failure_t *error);

typedef struct value_spec {
    const char *name; /* "search.simulations", "depth" */
    value_kind_t kind;
    size_t offset, size;
    double least, most;   /* of numbers; a VALUE_LONG_TEXT has fewer than `most` bytes */
    const char *choices;  /* "pass|loss" */
    double initial;       /* the default as a number, or the index of a choice */
    const char *fallback; /* the default as a word; NULL: `initial` */
    const char *help;
    key_presence_t presence;  /* of a key */
    const struct keyset *set; /* VALUE_SET */
    /* Of an option: */
    const char *label; /* of its value in help: "N", "FILE"; NULL: no value */
    char letter;       /* of the short form; 0: there is none */
    bool required;
    bool value_optional; /* VALUE_FORM: may be omitted; if given, after a = */
    bool hidden;         /* an alias, which help leaves out */
    value_reader_t read; /* VALUE_FORM */
    const char *allowed; /* VALUE_FORM, in messages: "A:B with A below B" */
} value_spec_t;

#define VALUE_FIELD(type, field)                                                         \
    .offset = offsetof(type, field), .size = sizeof(((type *)0)->field)

enum { VALUE_SHORT = 1100 /* enough for any value as text, except long texts */ };

/* Parses a word (NULL for a flag) into the field of `object`, the struct that the table
 * describes. False: it is invalid; only a VALUE_FORM sets *error. A VALUE_COMMAND is read
 * by keyset_read_json: here only "" is valid. */
bool value_read(const value_spec_t *spec, void *object, const char *word,
                failure_t *error);

/* Stores a number (of a bool 0 or 1, of a choice its index); false: out of range. */
bool value_set_number(const value_spec_t *spec, void *object, double number);

/* Stores a copy of the text of a VALUE_TEXT, VALUE_COMMAND or VALUE_LONG_TEXT; of the
 * first two it must fit. */
void value_set_text(const value_spec_t *spec, void *object, const char *text);
void value_set_default(const value_spec_t *spec, void *object);

/* Whether the value differs from `initial`, or a text is not empty. */
bool value_is_set(const value_spec_t *spec, const void *object);

/* The text of a VALUE_TEXT, VALUE_COMMAND or VALUE_LONG_TEXT; NULL: another kind. */
const char *value_text(const value_spec_t *spec, const void *object);

/* Writes the value of a key, or its default, as key=value accepts it. */
void value_write(const value_spec_t *spec, const void *object, text_t *out);
void value_write_default(const value_spec_t *spec, text_t *out);

/* Writes value number i of those that can be listed: each choice, false and true, the 16
 * lowest whole numbers of the range and the highest. False after the last. */
bool value_example(const value_spec_t *spec, int i, text_t *out);

/* "whole number from 1 to 5", "pass or loss" */
void value_write_allowed(const value_spec_t *spec, text_t *out);

/* Sets "NAME is GIVEN; allowed: ...", and the nearest choice if the value is one. given:
 * with or without quotes. Returns false. */
bool value_refused(const value_spec_t *spec, const char *name, const char *given,
                   failure_t *error);

#endif
