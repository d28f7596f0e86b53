/* report_plot.h - a plot by gnuplot, as SVG within a page.
 * Use: if (!report_plot_is_there()) ... say what to install ...
 *      report_plot_t plot;
 *      if (!report_plot_begin(&plot, "score", &error)) ...
 *      fprintf(plot.script, "plot ...");
 *      if (!report_plot_end(&plot, "title for screen readers", page, &error)) ...
 * The script begins with a terminal, colours that can be told apart without seeing red
 * and green, and a light frame; names of elements are made different from other plots'.
 * Owns: begin opens what end, whatever comes of it, closes.
 * Threads: for the main thread.
 * Errors: no temporary file; gnuplot is not there or fails, with what it says.
 */
#ifndef EVAL_REPORT_PLOT_H
#define EVAL_REPORT_PLOT_H

#include "core/base/error.h"

#include <stdio.h>

typedef struct report_plot {
    const char *id; /* a constant */
    FILE *script;
} report_plot_t;

/* Whether gnuplot with its SVG terminal can be run. */
bool report_plot_is_there(void);

bool report_plot_begin(report_plot_t *plot, const char *id, failure_t *error);
bool report_plot_end(report_plot_t *plot, const char *title, FILE *page,
                     failure_t *error);

/* A text in a script: within single quotes, those of its own doubled. */
void report_plot_text(FILE *script, const char *text);

/* The colour of series i: "#0072b2"; and the shape of its points. */
const char *report_plot_colour(int i);
int report_plot_point(int i);

/* Makes the plot a small one; for the script, before anything is plotted. */
#define REPORT_PLOT_SMALL                                                                \
    "set terminal svg size 330,230 dynamic noenhanced font 'sans-serif,13' background "  \
    "rgb 'white'\n"

#endif
