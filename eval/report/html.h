/* html.h - text into a page: escaped where it has to be.
 * Use: fputs("<p>", page); html_text(page, name); fputs("</p>", page);
 *      html_script(page, "games", json);
 * Everything that is not written in the sources goes through html_text, which is right
 * between tags and between double quotes alike.
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_HTML_H
#define EVAL_HTML_H

#include "core/base/error.h"

#include <stdio.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

void html_text(FILE *page, const char *text);

/* As printf, escaped as a whole. */
void html_format(FILE *page, const char *format, ...) PRINTF_LIKE(2, 3);

/* <script type="application/json" id="...">: no text in it can end the script. */
void html_script(FILE *page, const char *id, const cJSON *json);

#endif
