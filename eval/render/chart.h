/* chart.h - plots as SVG within a page: lines, intervals and bands over two
 * axes, in the page's colours, with every value in words for pointer, keyboard and screen
 * reader.
 * Use: chart_t chart;
 *      chart_begin(&chart, &frame, page);      frame: title, axes
 *      chart_interval(&chart, series, x, &estimate, "words");   chart_path(...)  ...
 *      chart_end(&chart);
 * A series is a number from 0 on, whose colour and mark are the same in all charts of the
 * page; chart_legend() names them. What lies outside the axes is clipped.
 */
#ifndef EVAL_CHART_H
#define EVAL_CHART_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdio.h>

enum { CHART_TICKS = 24, CHART_TICK_TEXT = 24, CHART_COLOURS = 8 };

typedef struct chart_axis {
    double low, high;
    const char *label; /* in words, with its unit */
    int num_ticks;
    double ticks[CHART_TICKS];
    char texts[CHART_TICKS][CHART_TICK_TEXT];
} chart_axis_t;

typedef struct chart_frame {
    const char *title; /* for screen readers */
    chart_axis_t x, y;
    bool is_small;
} chart_frame_t;

typedef struct chart {
    const chart_frame_t *frame;
    FILE *page;
    double width, height, left, right, top, bottom; /* of the drawing; of its edges */
} chart_t;

/* An axis from low to high, widened to round numbers, with about five ticks. */
chart_axis_t chart_axis_of_numbers(double low, double high, const char *label);

/* A tick of the caller's own. */
void chart_tick(chart_axis_t *axis, double at, const char *text);

void chart_begin(chart_t *chart, const chart_frame_t *frame, FILE *page);
void chart_end(chart_t *chart);

/* Behind everything else: from one y to another; a line across. */
void chart_band(const chart_t *chart, double low, double high);
void chart_across(const chart_t *chart, double y);

/* A point with its interval. words: its tooltip. */
void chart_interval(const chart_t *chart, int series, double x,
                    const estimate_t *estimate, const char *words);

/* A small point without one. */
void chart_dot(const chart_t *chart, int series, double x, double y, const char *words);

/* Points joined by a line; needs at least two. */
void chart_path(const chart_t *chart, int series, const double *x, const double *y,
                int count);

/* The area between two curves. */
void chart_area(const chart_t *chart, int series, const double *x, const double *low,
                const double *high, int count);

/* An invisible place with a tooltip. */
void chart_words_at(const chart_t *chart, int series, double x, double y,
                    const char *words);

/* The colour and mark of each series. */
void chart_legend(const char *const *names, int count, FILE *page);

#endif
