/* plain_text.h - texts from outside that are shown, stored or handed to other programs.
 * Use: if (!plain_text_is_line(name, sizeof name)) return error_set(...);    when read
 *      plain_text_make(text);                       before it is shown, if nobody checked
 * Plain is valid UTF-8 without control characters: none of C0 and C1, no delete, no
 * separators of lines or paragraphs, nothing that turns the direction of what follows.
 * A plain line can be no escape sequence of a terminal and no second line of a script or
 * of a message.
 * Owns: nothing.   Threads: pure functions.   Errors: none.
 */
#ifndef CORE_PLAIN_TEXT_H
#define CORE_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* What messages say is allowed. */
#define PLAIN_TEXT_ALLOWED "one line of valid UTF-8 without control characters"

/* Whether a text is plain, not empty, and fits in `size` bytes with its end. */
bool plain_text_is_line(const char *text, size_t size);

/* Puts "?" in the place of every byte that is not plain, a blank in that of line ends and
 * tabulators. The text keeps its length. */
void plain_text_make(char *text);

/* Copies what fits in `size` bytes of the first `length`, whole characters only, made
 * plain. */
void plain_text_copy(char *into, size_t size, const char *text, size_t length);

/* Where a text stops being valid UTF-8, or NULL; control characters may be in it. */
const char *plain_text_find_invalid(const char *text);

#endif
