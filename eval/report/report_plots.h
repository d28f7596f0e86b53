/* report_plots.h - the plots of a report.
 * Use: report_plot_scores(&report, page);   ... each a <figure>, or nothing where there
 * is nothing to plot.
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_REPORT_PLOTS_H
#define EVAL_REPORT_PLOTS_H

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

/* The first player's score against strength, with the margin. */
void report_plot_scores(const report_t *report, FILE *page);

/* How long games are: at each variant's strongest level. */
void report_plot_lengths(const report_t *report, FILE *page);

/* What the later winner expects to score as the game goes on: the same levels. */
void report_plot_leads(const report_t *report, FILE *page);

/* What twice the simulations score against once. */
void report_plot_skill(const report_t *report, FILE *page);

#endif
