/* report_page.h - the page of a study, assembled from its sections.
 * Use: char *page = report_page(&report, &size, &error);  free(page);
 * One sentence, cards, a table, caveats and next steps; then, folded, plots, openings on
 * the board, games to step through, metrics, tables, and how to repeat it all. Nothing is
 * loaded from elsewhere. The caller owns the page.
 * Threads: one report, one thread.   Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_PAGE_H
#define EVAL_REPORT_PAGE_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct report report_t; /* eval/report/report.h */

char *report_page(const report_t *report, size_t *size, failure_t *error);

#endif
