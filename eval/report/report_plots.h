/* report_plots.h - the plots of a report.
 * Use: report_plot_scores(&report, page, &error)   ... each a <figure>, or nothing where
 * there is nothing to plot. They want gnuplot (report_plot.h).
 * Threads: for the main thread.   Errors: report_plot.h's.
 */
#ifndef EVAL_REPORT_PLOTS_H
#define EVAL_REPORT_PLOTS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

/* The first player's score against strength, with the margin and what is expected of
 * stronger play. */
bool report_plot_scores(const report_t *report, FILE *page, failure_t *error);

/* How long games are: at each variant's strongest level. */
bool report_plot_lengths(const report_t *report, FILE *page, failure_t *error);

/* What the later winner expects to score as the game goes on: the same levels. */
bool report_plot_leads(const report_t *report, FILE *page, failure_t *error);

/* What twice the simulations score against once. */
bool report_plot_skill(const report_t *report, FILE *page, failure_t *error);

#endif
