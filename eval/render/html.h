/* html.h - text in a page, escaped where needed.
 * Use: fputs("<p>", page); html_text(page, name); fputs("</p>", page);
 *      html_words(page, sentence);
 *      html_script(page, "games", json);
 * All text that is not a constant in the sources goes through one of these, which are
 * correct between tags, and html_text between double quotes as well. The head of a page,
 * and its scripts: html_page.h.
 */
#ifndef EVAL_HTML_H
#define EVAL_HTML_H

#include "core/base/error.h"

#include <stdio.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

void html_text(FILE *page, const char *text);

/* A sentence that a terminal shows as well: between backticks it is code. */
void html_words(FILE *page, const char *text);

/* As printf; the whole result is escaped. */
void html_format(FILE *page, const char *format, ...) PRINTF_LIKE(2, 3);

/* <script type="application/json" id="...">: no text in it can end the script. */
void html_script(FILE *page, const char *id, const cJSON *json);

#endif
