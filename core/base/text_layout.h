/* text_layout.h - text layout on a terminal: widths in characters, columns, paragraphs.
 * Use: text_print_padded(stdout, name, 24);
 *      int column = printf("  --depth ");
 *      text_print_wrapped(stdout, help, column, 28);
 * Widths count UTF-8 characters, not bytes; ANSI colour sequences have width 0.
 */
#ifndef CORE_TEXT_LAYOUT_H
#define CORE_TEXT_LAYOUT_H

#include "core/base/text.h"

#include <stdio.h>

enum { TEXT_COLUMNS = 79 /* line width of help texts */ };

int text_width(const char *text);

/* Prints the text, padded with blanks to the width. */
void text_print_padded(FILE *file, const char *text, int width);

/* Copies a text of at most `width` characters; of a longer one its beginning and its end,
 * with an ellipsis between them. Returns the copy. */
enum { TEXT_SHORT = 512 };
const char *text_shorten(const char *text, int width, char shortened[TEXT_SHORT]);

/* Prints text on a line that already has `column` characters, and ends the line. Text is
 * indented by `indent`; on the first line, if `column` is past that, by one blank. Lines
 * are broken between words to fit TEXT_COLUMNS. A newline in the text ends a paragraph; a
 * paragraph that begins with a blank is printed as it is. */
void text_print_wrapped(FILE *file, const char *text, int column, int indent);

/* Adds a paragraph of ASCII text in lines of at most `width` characters, each ended by a
 * newline; returns the number of lines. Lines are broken between words, and inside words
 * wider than a line. */
int text_wrap(const char *paragraph, int width, text_t *out);

#endif
