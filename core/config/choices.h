/* choices.h - lists of words of which one is chosen, written as "pass|loss".
 * Use: int which = choice_find("pass|loss", word);          -1: none of them
 *      choices_write("pass|loss", &out);                    "pass or loss"
 * Tables of keys and of options have their choices in this form; a value is its index.
 * Owns: nothing.   Threads: pure.   Errors: none.
 */
#ifndef CORE_CHOICES_H
#define CORE_CHOICES_H

#include "core/base/text.h"

int choices_count(const char *choices);

/* The choice with an index from 0: where it starts in the list, and its length. */
int choice_at(const char *choices, int index, const char **start);

/* The index of a word; -1: it is no choice. */
int choice_find(const char *choices, const char *word);

/* All of them for a message: "first, value or reduction". */
void choices_write(const char *choices, text_t *out);

/* The choice nearest to a word (text_nearest), or -1. */
int choice_nearest(const char *choices, const char *word);

#endif
