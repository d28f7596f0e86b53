/* report_chart.h - scores of the first player as one picture: a bar around 50 % for each
 * variant, with its name, its interval and the band of what is fair.
 * Use: report_chart(result, page);         of a study, at the levels that represent it
 *      report_chart_bars(&chart, page);    of any rows
 * It is a complete SVG, on a page or as a file, needs no style from outside, and is drawn
 * in the colour of the text around it.
 */
#ifndef EVAL_REPORT_CHART_H
#define EVAL_REPORT_CHART_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

#define REPORT_CHART_BEGINS "<svg class=\"bars\" "

enum { REPORT_CHART_NAME = 64 };

typedef struct report_bar {
    char name[REPORT_CHART_NAME];
    bool has_games, has_interval;
    estimate_t score; /* 0 to 1 */
} report_bar_t;

typedef struct report_chart {
    const char *title;
    double level, margin; /* of the intervals; what is fair */
    double range;         /* of the axis, on each side of 50 % */
    const report_bar_t *bars;
    int count;
} report_chart_t;

void report_chart_bars(const report_chart_t *chart, FILE *file);
void report_chart(const study_result_t *result, FILE *file);

#endif
