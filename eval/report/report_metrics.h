/* report_metrics.h - the part of a report about the quality of the games: their metrics,
 * side by side, with definitions.
 * Use: report_metrics(&report, page);
 * A small plot for each metric that is most useful to a designer; the table has all of
 * them. Below them the size of each variant (eval/complexity).
 */
#ifndef EVAL_REPORT_METRICS_H
#define EVAL_REPORT_METRICS_H

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

void report_metrics(const report_t *report, FILE *page);

#endif
