/* option_value.h - the value of an option: from a word into a field, and what is allowed.
 * Use: if (!option_read(option, "7", group, &error)) ...
 *      option_write_allowed(option, &out);     "a whole number from 1 to 100"
 * Owns: nothing; texts point to the word.   Threads: pure.
 * Errors: a word that is no such value; the message names the option, what is allowed
 *      and, where it is one of several words, the nearest.
 */
#ifndef CORE_OPTION_VALUE_H
#define CORE_OPTION_VALUE_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/cli/option_table.h"

enum { OPTION_ALLOWED_TEXT = 512 };

/* group: the struct that the option's offset is in. word: NULL for a flag, and for a
 * value that may be left out and is. */
bool option_read(const option_t *option, const char *word, void *group, failure_t *error);

void option_write_allowed(const option_t *option, text_t *out);

#endif
