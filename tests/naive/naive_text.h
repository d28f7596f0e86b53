/* naive_text.h - the values in a variant's text, "size=4 stuck=pass", for naive games: no
 * rules, only the form of the text. A key that is missing has its default.
 */
#ifndef TESTS_NAIVE_TEXT_H
#define TESTS_NAIVE_TEXT_H

#include <stdbool.h>

/* Whether a key has this value; false if it is missing. variant may be NULL. */
bool naive_is(const char *variant, const char *key, const char *value);

/* The value of a key as a number; `missing` if it is missing. */
int naive_number(const char *variant, const char *key, int missing);

#endif
