/* plain_text.h - checks untrusted text before it is displayed, stored or passed on.
 * Use: if (!plain_text_is_line(name, sizeof name)) return error_set(...);    on input
 *      plain_text_make(text);                  before displaying unchecked text
 * Plain text is valid UTF-8 without control characters: no C0 or C1, no delete, no line
 * or paragraph separators, no bidirectional controls, no byte order mark. A plain line
 * can contain no terminal escape sequence and start no second line of a script or a
 * message.
 */
#ifndef CORE_PLAIN_TEXT_H
#define CORE_PLAIN_TEXT_H

#include "core/base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* For messages: what is allowed. */
#define PLAIN_TEXT_ALLOWED "one line of valid UTF-8 without control characters"

/* Whether a text is plain, not empty, and fits in `size` bytes with its final 0. */
bool plain_text_is_line(const char *text, size_t size);

/* Whether a text consists of such lines, each ended by a newline; empty ones too. */
bool plain_text_is_lines(const char *text);

/* Replaces line ends and tabs by blanks, and every other byte that is not plain by "?".
 * The text keeps its length. */
void plain_text_make(char *text);

/* Copies as much of the first `length` bytes as fits in `size` bytes, complete characters
 * only, and makes it plain. */
void plain_text_copy(char *into, size_t size, const char *text, size_t length);

/* Returns the first byte that is not valid UTF-8, or NULL; control characters are
 * allowed. */
const char *plain_text_find_invalid(const char *text);

/* Prints "fulcrum: TEXT" on standard error, plain; nothing inside error_catch: libfulcrum
 * is silent. */
void message(const char *format, ...) PRINTF_LIKE(1, 2);
void message_list(const char *format, va_list arguments) PRINTF_LIKE(1, 0);

#endif
