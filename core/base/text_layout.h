/* text_layout.h - text laid out on a terminal: widths in characters, columns, paragraphs.
 * Use: text_print_padded(stdout, name, 24);
 *      int column = printf("  --depth ");
 *      text_print_wrapped(stdout, help, column, 28);
 * A width counts characters of UTF-8, not bytes.
 * Owns: nothing.   Threads: pure but for the file.   Errors: none.
 */
#ifndef CORE_TEXT_LAYOUT_H
#define CORE_TEXT_LAYOUT_H

#include <stdio.h>

enum { TEXT_COLUMNS = 79 /* of a line of help */ };

int text_width(const char *text);

/* The text, and blanks up to the width. */
void text_print_padded(FILE *file, const char *text, int width);

/* The last characters of a text, as many as the width. */
const char *text_tail(const char *text, int width);

/* Goes on with the words of the text where `column` characters of a line are written, and
 * ends the line. Words begin at `indent` or, on the first line, after a blank where it
 * has come further; no line is wider than TEXT_COLUMNS but for a word that is. A line end
 * in the text ends a paragraph; a line of it that begins with a blank is printed as it
 * is. */
void text_print_wrapped(FILE *file, const char *text, int column, int indent);

#endif
