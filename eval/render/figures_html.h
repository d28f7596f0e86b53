/* figures_html.h - results and tables of figures (core/base/table) on a page.
 * Use: figures_html(figures, page);          a table with its columns explained
 *      result_part_html(result_find(result, "answer"), page);
 *      result_html(result, page);
 * A table's key is its id on the page. Long tables are folded.
 */
#ifndef EVAL_FIGURES_HTML_H
#define EVAL_FIGURES_HTML_H

#include <stdio.h>

typedef struct figures figures_t;         /* core/base/table/figures.h */
typedef struct result result_t;           /* core/base/table/result.h */
typedef struct result_part result_part_t; /* core/base/table/result.h */

void figures_html(const figures_t *figures, FILE *page);

/* Sentences as paragraphs, lists under a heading. NULL, and parts without content:
 * nothing. */
void result_part_html(const result_part_t *part, FILE *page);

/* All parts in order. */
void result_html(const result_t *result, FILE *page);

#endif
