/* report_chart.h - the answer of a study as one picture: a bar for each variant with its
 * name and interval around what is fair, 50 % of the points or 0 doublings of search.
 * Use: report_chart(result, false, page);  of a study: scores at levels that represent
 *      report_chart_bars(&chart, page);    it, or what moving first is worth; of any rows
 * It is a complete SVG and needs no style from outside: on a page in the colour of the
 * text around it, as a file on white.
 */
#ifndef EVAL_REPORT_CHART_H
#define EVAL_REPORT_CHART_H

#include "core/base/interval.h"
#include "eval/study/networks/network_advantage.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

#define REPORT_CHART_BEGINS "<svg class=\"bars\" "

enum { REPORT_CHART_NAME = 64 };

typedef struct report_bar {
    char name[REPORT_CHART_NAME];
    bool has_games, has_interval;
    estimate_t value;
    const network_advantage_t *networks; /* a dot each; NULL: none */
} report_bar_t;

/* Of the values: of player 1, from 0 to 1; doublings of search (advantage.h). */
typedef enum { REPORT_CHART_SCORES, REPORT_CHART_ADVANTAGES } report_chart_unit_t;

typedef struct report_chart {
    const char *title;
    bool is_file;
    report_chart_unit_t unit;
    double level, margin; /* of the intervals; of what is fair, a band */
    double range;         /* of the axis, on each side of what is fair */
    const report_bar_t *bars;
    int count;
} report_chart_t;

void report_chart_bars(const report_chart_t *chart, FILE *file);
void report_chart(const study_result_t *result, bool is_file, FILE *file);

#endif
