/* rules_html.h - a rules page (RULES.md) as HTML, its examples drawn as boards.
 * Use: rules_html(text, "rules-0", page);
 * Supports the Markdown of those pages: headings, paragraphs, lists, tables, code blocks,
 * `code`, **bold** and links (reduced to their text). Headings are two levels below those
 * of the source. A block "example" (a game with its variant, a position, a turn, the
 * position after it) becomes two boards; id is the prefix of the ids of their grounds.
 * Threads: pure but for the file.   Errors: an invalid example remains text.
 */
#ifndef EVAL_RULES_HTML_H
#define EVAL_RULES_HTML_H

#include <stdio.h>

void rules_html(const char *markdown, const char *id, FILE *page);

#endif
