/* figures_html.h - a result's parts (core/base/table) on a page.
 * Use: result_part_html(result_find(result, "answer"), page);
 * A table's key is its id on the page; its columns are explained below it. Long tables
 * are folded.
 */
#ifndef EVAL_FIGURES_HTML_H
#define EVAL_FIGURES_HTML_H

#include <stdio.h>

typedef struct result_part result_part_t; /* core/base/table/result.h */

/* Sentences as paragraphs, lists under a heading. NULL, and parts without content:
 * nothing. */
void result_part_html(const result_part_t *part, FILE *page);

#endif
