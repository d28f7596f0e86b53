#include "core/config/value_spec.h"

#include "core/base/duration.h"
#include "core/base/number.h"
#include "core/base/plain_text.h"
#include "core/config/choices.h"

#include <stdlib.h>
#include <string.h>

enum { ALLOWED_TEXT = 1024, GIVEN_TEXT = 80 };

static void *field_of(const value_spec_t *spec, void *object) {
    return (char *)object + spec->offset;
}

static const void *const_field_of(const value_spec_t *spec, const void *object) {
    return (const char *)object + spec->offset;
}

/* --- Storing ------------------------------------------------------------------------ */

static void store(const value_spec_t *spec, void *field, const void *value, size_t size) {
    REQUIRE(spec->size == size);
    memcpy(field, value, size);
}

static void store_whole(const value_spec_t *spec, void *field, int64_t whole) {
    int32_t narrow = (int32_t)whole;
    if (spec->size == sizeof narrow)
        store(spec, field, &narrow, sizeof narrow);
    else
        store(spec, field, &whole, sizeof whole);
}

bool value_set_number(const value_spec_t *spec, void *object, double number) {
    void *field = field_of(spec, object);
    number += 0.0; /* -0 is 0 */
    switch (spec->kind) {
    case VALUE_INT:
        if (!(number >= spec->least && number <= spec->most))
            return false;
        store_whole(spec, field, (int64_t)number);
        return true;
    case VALUE_REAL:
        if (!(number >= spec->least && number <= spec->most))
            return false;
        store(spec, field, &number, sizeof number);
        return true;
    case VALUE_DURATION:
        store(spec, field, &number, sizeof number);
        return true;
    case VALUE_BOOL:
        store(spec, field, &(bool){number > 0}, sizeof(bool));
        return true;
    case VALUE_CHOICE:
        store_whole(spec, field, (int64_t)number);
        return number >= 0;
    case VALUE_TEXT:
    case VALUE_COMMAND:
    case VALUE_LONG_TEXT:
    case VALUE_WORD:
    case VALUE_FILE:
    case VALUE_FOLDER:
    case VALUE_FORM:
    case VALUE_ELSEWHERE:
    case VALUE_SET:
        break;
    }
    return false;
}

void value_set_text(const value_spec_t *spec, void *object, const char *text) {
    char **stored = field_of(spec, object);
    if (spec->kind == VALUE_LONG_TEXT) {
        free(*stored);
        *stored = *text ? text_copy(text) : NULL;
        return;
    }
    REQUIRE(strlen(text) < spec->size);
    memset(stored, 0, spec->size);
    memcpy(stored, text, strlen(text));
}

/* --- Reading ------------------------------------------------------------------------ */

static bool read_number(const value_spec_t *spec, void *object, const char *word) {
    double number;
    bool is_whole;
    const char *end = number_read(word, &number, &is_whole);
    return end && !*end && (is_whole || spec->kind == VALUE_REAL) &&
           value_set_number(spec, object, number);
}

static bool read_duration(const value_spec_t *spec, void *object, const char *word) {
    double seconds;
    return duration_read(word, &seconds) && value_set_number(spec, object, seconds);
}

bool value_read(const value_spec_t *spec, void *object, const char *word,
                failure_t *error) {
    size_t room = spec->kind == VALUE_TEXT ? spec->size : (size_t)spec->most;
    switch (spec->kind) {
    case VALUE_INT:
    case VALUE_REAL:
        return read_number(spec, object, word);
    case VALUE_DURATION:
        return read_duration(spec, object, word);
    case VALUE_BOOL:
        return (!word || choice_find("false|true", word) >= 0) &&
               value_set_number(spec, object, !word || *word == 't');
    case VALUE_CHOICE:
        return choice_find(spec->choices, word) >= 0 &&
               value_set_number(spec, object, choice_find(spec->choices, word));
    case VALUE_COMMAND: /* contains blanks, unless empty */
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
        if (*word && (spec->kind == VALUE_COMMAND || !plain_text_is_line(word, room)))
            return false;
        value_set_text(spec, object, word);
        return true;
    case VALUE_FILE:
    case VALUE_FOLDER:
        /* An empty path would mean the root folder to what is added, and no file to bind.
         */
        if (!*word)
            return false;
        /* fall through */
    case VALUE_WORD:
        store(spec, field_of(spec, object), &word, sizeof word);
        return true;
    case VALUE_FORM:
        return spec->read(word, field_of(spec, object), error);
    case VALUE_ELSEWHERE:
    case VALUE_SET:
        break;
    }
    return false;
}

void value_set_default(const value_spec_t *spec, void *object) {
    failure_t error;
    if (spec->fallback)
        REQUIRE(value_read(spec, object, spec->fallback, &error));
    else if (spec->kind == VALUE_TEXT || spec->kind == VALUE_COMMAND)
        *(char *)field_of(spec, object) = 0;
    else if (spec->kind == VALUE_LONG_TEXT)
        *(char **)field_of(spec, object) = NULL;
    else
        (void)value_set_number(spec, object, spec->initial);
}

/* --- Writing ------------------------------------------------------------------------ */

const char *value_text(const value_spec_t *spec, const void *object) {
    const void *field = const_field_of(spec, object);
    if (spec->kind == VALUE_TEXT || spec->kind == VALUE_COMMAND)
        return field;
    if (spec->kind != VALUE_LONG_TEXT)
        return NULL;
    const char *stored = *(char *const *)field;
    return stored ? stored : "";
}

static double load(const value_spec_t *spec, const void *object) {
    const void *field = const_field_of(spec, object);
    if (spec->kind == VALUE_BOOL)
        return *(const bool *)field;
    if (spec->kind == VALUE_REAL || spec->kind == VALUE_DURATION)
        return *(const double *)field;
    if (spec->kind != VALUE_INT && spec->kind != VALUE_CHOICE)
        return 0;
    return spec->size == sizeof(int32_t) ? *(const int32_t *)field
                                         : (double)*(const int64_t *)field;
}

bool value_is_set(const value_spec_t *spec, const void *object) {
    const char *text = value_text(spec, object);
    double value = load(spec, object);
    return text ? *text != 0 : value < spec->initial || value > spec->initial;
}

static void write_number(const value_spec_t *spec, double value, text_t *out) {
    char number[NUMBER_TEXT];
    if (spec->kind == VALUE_BOOL)
        choice_write("false|true", value > 0, out);
    else if (spec->kind == VALUE_CHOICE)
        choice_write(spec->choices, (int)value, out);
    else
        text_add(out, "%s", number_write(value, number));
}

void value_write(const value_spec_t *spec, const void *object, text_t *out) {
    const char *text = value_text(spec, object);
    if (text)
        text_add(out, "%s", text);
    else if (spec->kind != VALUE_ELSEWHERE)
        write_number(spec, load(spec, object), out);
}

void value_write_default(const value_spec_t *spec, text_t *out) {
    if (spec->fallback)
        text_add(out, "%s", spec->fallback);
    else if (spec->kind <= VALUE_CHOICE)
        write_number(spec, spec->initial, out);
}

bool value_example(const value_spec_t *spec, int i, text_t *out) {
    enum { LOWEST = 16 };
    double last = i < LOWEST ? spec->least + i : spec->most;
    const char *choices = spec->kind == VALUE_BOOL ? "false|true" : spec->choices;
    bool exists = choices
                      ? i < choices_count(choices)
                      : spec->kind == VALUE_INT && i <= LOWEST && last <= spec->most &&
                            (i < LOWEST || last >= spec->least + LOWEST);
    if (exists)
        write_number(spec, choices ? i : last, out);
    return exists;
}

void value_write_allowed(const value_spec_t *spec, text_t *out) {
    switch (spec->kind) {
    case VALUE_INT:
        text_add(out, "whole number from %.0f to %.0f", spec->least, spec->most);
        return;
    case VALUE_REAL:
        text_add(out, "number from %g to %g", spec->least, spec->most);
        return;
    case VALUE_DURATION:
        text_add(out, "a time such as " DURATION_FORMS);
        return;
    case VALUE_BOOL:
        text_add(out, "true or false");
        return;
    case VALUE_CHOICE:
        choices_write(spec->choices, " or ", out);
        return;
    case VALUE_TEXT:
    case VALUE_LONG_TEXT:
        text_add(out, "a string of up to %.0f bytes, " PLAIN_TEXT_ALLOWED,
                 (spec->kind == VALUE_TEXT ? (double)spec->size : spec->most) - 1);
        return;
    case VALUE_COMMAND:
        text_add(
            out,
            "a list of strings, or one string that is split at blanks: a program and "
            "its arguments, up to %zu bytes, each " PLAIN_TEXT_ALLOWED,
            spec->size - 1);
        return;
    case VALUE_WORD:
        text_add(out, "text");
        return;
    case VALUE_FILE:
    case VALUE_FOLDER:
        text_add(out, "the path of a %s", spec->kind == VALUE_FILE ? "file" : "folder");
        return;
    case VALUE_FORM:
        text_add(out, "%s", spec->allowed);
        return;
    case VALUE_ELSEWHERE:
    case VALUE_SET:
        return;
    }
}

bool value_refused(const value_spec_t *spec, const char *name, const char *given,
                   failure_t *error) {
    char allowed[ALLOWED_TEXT], word[GIVEN_TEXT];
    text_t out = text_into(allowed, sizeof allowed);
    bool quoted = *given == '"';
    value_write_allowed(spec, &out);
    snprintf(word, sizeof word, "%.*s", (int)strlen(given) - 2 * quoted, given + quoted);
    int nearest = spec->kind == VALUE_CHOICE ? choice_nearest(spec->choices, word) : -1;
    if (nearest >= 0) {
        text_add(&out, "; did you mean \"");
        choice_write(spec->choices, nearest, &out);
        text_add(&out, "\"?");
    }
    return error_set(error, "%s is %.80s; allowed: %s", name, given, allowed);
}
