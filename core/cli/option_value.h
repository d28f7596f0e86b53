/* option_value.h - parses an option's value into a field, and describes valid values.
 * Use: if (!option_read(option, "7", group, &error)) ...
 *      option_write_allowed(option, &out);     "a whole number from 1 to 100"
 * Owns: nothing; texts point to the word.   Threads: pure.
 * Errors: an invalid value; the message has the option, the allowed values and, for a
 *      choice, the nearest one.
 */
#ifndef CORE_OPTION_VALUE_H
#define CORE_OPTION_VALUE_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/cli/option_table.h"

enum { OPTION_ALLOWED_TEXT = 512 };

/* group: the struct that the option's offset refers to. word: NULL for a flag, and for an
 * omitted optional value. */
bool option_read(const option_t *option, const char *word, void *group, failure_t *error);

void option_write_allowed(const option_t *option, text_t *out);

#endif
