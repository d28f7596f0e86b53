/* report_plots.h - the plots of a report.
 * Use: report_plot_scores(&report, page);   ... each a <figure>, or nothing if there
 * is nothing to plot.
 */
#ifndef EVAL_REPORT_PLOTS_H
#define EVAL_REPORT_PLOTS_H

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

/* The first player's score against strength level, with the margin. */
void report_plot_scores(const report_t *report, FILE *page);

/* Lengths of games, at each variant's strongest level. */
void report_plot_lengths(const report_t *report, FILE *page);

/* The eventual winner's expected score in the course of the game, at the same levels. */
void report_plot_leads(const report_t *report, FILE *page);

/* The score of twice the simulations against once. */
void report_plot_skill(const report_t *report, FILE *page);

#endif
