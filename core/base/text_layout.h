/* text_layout.h - text laid out on a terminal: widths in characters, columns, paragraphs.
 * Use: text_print_padded(stdout, name, 24);
 *      int column = printf("  --depth ");
 *      text_print_wrapped(stdout, help, column, 28);
 * A width counts characters of UTF-8, not bytes, and nothing for ANSI colours.
 * Owns: nothing.   Threads: pure but for the file.   Errors: none.
 */
#ifndef CORE_TEXT_LAYOUT_H
#define CORE_TEXT_LAYOUT_H

#include "core/base/text.h"

#include <stdio.h>

enum { TEXT_COLUMNS = 79 /* of a line of help */ };

int text_width(const char *text);

/* The text, and blanks up to the width. */
void text_print_padded(FILE *file, const char *text, int width);

/* The last characters of a text, as many as the width. */
const char *text_tail(const char *text, int width);

/* Prints a paragraph on a line of which `column` characters are written already, and ends
 * the line. Text is indented by `indent`; on the first line it begins after a blank where
 * `column` is past that. Lines are broken between words so as to fit TEXT_COLUMNS. A
 * newline in the text ends a paragraph; a line of it that begins with a blank is printed
 * as it is. */
void text_print_wrapped(FILE *file, const char *text, int column, int indent);

/* Adds a paragraph of ASCII in lines of at most so many characters, each with its end;
 * how many. They are broken between words, and within one that is wider than a line. */
int text_wrap(const char *paragraph, int width, text_t *out);

#endif
