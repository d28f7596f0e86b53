#include "core/cli/option_value.h"

#include "core/base/duration.h"
#include "core/config/choices.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void option_write_allowed(const option_t *option, text_t *out) {
    switch (option->kind) {
    case OPTION_KIND_WHOLE:
        text_add(out, "a whole number from %.0f to %.0f", option->least, option->most);
        return;
    case OPTION_KIND_REAL:
        text_add(out, "a number from %g to %g", option->least, option->most);
        return;
    case OPTION_KIND_DURATION:
        text_add(out, "a time such as " DURATION_FORMS);
        return;
    case OPTION_KIND_CHOICE:
        choices_write(option->choices, out);
        return;
    case OPTION_KIND_FILE:
        text_add(out, "the path of a file");
        return;
    case OPTION_KIND_FOLDER:
        text_add(out, "the path of a folder");
        return;
    case OPTION_KIND_FORM:
        text_add(out, "%s", option->allowed);
        return;
    case OPTION_KIND_TEXT:
        text_add(out, "text");
        return;
    case OPTION_KIND_FLAG:
    case OPTION_KIND_HELP:
    case OPTION_KIND_VERSION:
        text_add(out, "without a value");
        return;
    }
}

static bool refuse(const option_t *option, const char *word, failure_t *error) {
    char allowed[OPTION_ALLOWED_TEXT];
    text_t out = text_into(allowed, sizeof allowed);
    option_write_allowed(option, &out);
    int nearest =
        option->kind == OPTION_KIND_CHOICE ? choice_nearest(option->choices, word) : -1;
    if (nearest < 0)
        return error_set(error, "--%s is %s, not \"%s\"", option->name, allowed, word);
    const char *start;
    int length = choice_at(option->choices, nearest, &start);
    return error_set(error, "--%s is %s, not \"%s\"; did you mean \"%.*s\"?",
                     option->name, allowed, word, length, start);
}

/* Non-negative integers have the same bytes, signed or unsigned. */
static void store_whole(const option_t *option, long number, void *field) {
    if (option->size == sizeof(int32_t)) {
        int32_t narrow = (int32_t)number;
        memcpy(field, &narrow, sizeof narrow);
    } else {
        int64_t wide = number;
        REQUIRE(option->size == sizeof wide);
        memcpy(field, &wide, sizeof wide);
    }
}

static bool read_whole(const option_t *option, const char *word, void *field) {
    long number;
    REQUIRE(option->least >= 0 &&
            (option->size > sizeof(int32_t) || option->most <= INT32_MAX));
    if (!text_read_number(&word, (long)option->most, &number) || *word ||
        (double)number < option->least)
        return false;
    store_whole(option, number, field);
    return true;
}

static bool read_real(const option_t *option, const char *word, void *field) {
    char *end;
    double number = strtod(word, &end);
    REQUIRE(option->size == sizeof number);
    if (isspace((unsigned char)*word) || end == word || *end ||
        !(number >= option->least && number <= option->most))
        return false;
    memcpy(field, &number, sizeof number);
    return true;
}

static bool read_choice(const option_t *option, const char *word, void *field) {
    int which = choice_find(option->choices, word);
    if (which >= 0)
        store_whole(option, which, field);
    return which >= 0;
}

/* Returns false if the value is invalid; the caller writes the error. */
static bool read_value(const option_t *option, const char *word, void *field,
                       failure_t *error) {
    const bool yes = true;
    double seconds;
    switch (option->kind) {
    case OPTION_KIND_FLAG:
        REQUIRE(option->size == sizeof yes);
        memcpy(field, &yes, sizeof yes);
        return true;
    case OPTION_KIND_WHOLE:
        return read_whole(option, word, field);
    case OPTION_KIND_REAL:
        return read_real(option, word, field);
    case OPTION_KIND_DURATION:
        REQUIRE(option->size == sizeof seconds);
        if (!duration_read(word, &seconds))
            return false;
        memcpy(field, &seconds, sizeof seconds);
        return true;
    case OPTION_KIND_CHOICE:
        return read_choice(option, word, field);
    case OPTION_KIND_TEXT:
    case OPTION_KIND_FILE:
    case OPTION_KIND_FOLDER:
        /* An empty path would mean the root folder to what is added, and no file to bind.
         */
        if (!*word && option->kind != OPTION_KIND_TEXT)
            return false;
        REQUIRE(option->size == sizeof word);
        memcpy(field, &word, sizeof word);
        return true;
    case OPTION_KIND_FORM:
        return option->read(word, field, error);
    case OPTION_KIND_HELP:
    case OPTION_KIND_VERSION:
        break;
    }
    return true;
}

bool option_read(const option_t *option, const char *word, void *group,
                 failure_t *error) {
    failure_t own = {0}; /* of an OPTION_KIND_FORM */
    REQUIRE(word || option->kind == OPTION_KIND_FLAG || option->value_optional);
    if (read_value(option, word, (char *)group + option->offset, &own))
        return true;
    return *own.message ? error_set(error, "--%s: %s", option->name, own.message)
                        : refuse(option, word ? word : "", error);
}
