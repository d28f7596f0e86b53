/* report_plots.h - the plots of a report: scores, skill and metrics against strength,
 * lengths, and when games are decided.
 * Use: report_plots(&report, page);           of a study with games
 *      report_plot_metrics(&report, page);    small multiples
 */
#ifndef EVAL_REPORT_PLOTS_H
#define EVAL_REPORT_PLOTS_H

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

void report_plots(const report_t *report, FILE *page);
void report_plot_metrics(const report_t *report, FILE *page);

#endif
