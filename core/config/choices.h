/* choices.h - enumerated values, written as "pass|loss".
 * Use: int which = choice_find("pass|loss", word);          -1: not a choice
 *      choices_write("pass|loss", " or ", &out);            "pass or loss"
 * Tables of values list their choices in this form; a value is stored as its index.
 */
#ifndef CORE_CHOICES_H
#define CORE_CHOICES_H

#include "core/base/text.h"

int choices_count(const char *choices);

/* Writes the choice at an index from 0. */
void choice_write(const char *choices, int index, text_t *out);

/* Returns the index of a word, or -1 if it is not one of the choices. */
int choice_find(const char *choices, const char *word);

/* Writes all choices for a message, with " or " or ", " before the last: "first, value or
 * reduction". */
void choices_write(const char *choices, const char *before_last, text_t *out);

/* Returns the index of the choice closest to a word (text_nearest), or -1. */
int choice_nearest(const char *choices, const char *word);

#endif
