/* report_metrics.h - the part of a report about the quality of the games: their metrics,
 * side by side, with what each means.
 * Use: if (!report_metrics(&report, page, &error)) ...
 * A small plot for each metric that tells a designer most; the table has all of them.
 * Threads: for the main thread.   Errors: report_plot.h's.
 */
#ifndef EVAL_REPORT_METRICS_H
#define EVAL_REPORT_METRICS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

bool report_metrics(const report_t *report, FILE *page, failure_t *error);

#endif
