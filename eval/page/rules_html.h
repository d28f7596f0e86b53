/* rules_html.h - a page of rules (RULES.md) as HTML, its examples drawn as boards.
 * Use: rules_html(text, "rules-0", page);
 * Of Markdown it knows what those pages use: headings, paragraphs, lists, tables, blocks
 * of code, `code`, **bold** and links, of which the words stay. Headings begin two levels
 * below those of the text. A block "example" (a game with its variant, a position, a
 * turn, the position after it) becomes two boards; id: begins the names of their grounds.
 * Threads: pure but for the file.   Errors: none; an example that is none stays a text.
 */
#ifndef EVAL_RULES_HTML_H
#define EVAL_RULES_HTML_H

#include <stdio.h>

void rules_html(const char *markdown, const char *id, FILE *page);

#endif
