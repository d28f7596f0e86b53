/* report_metrics.h - the part of a report about the quality of the games: their metrics,
 * side by side, with what each means.
 * Use: report_metrics(&report, page);
 * A small plot for each metric that tells a designer most; the table has all of them.
 * Below them how large each variant is (eval/complexity).
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_REPORT_METRICS_H
#define EVAL_REPORT_METRICS_H

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

void report_metrics(const report_t *report, FILE *page);

#endif
