/* report_chart.h - one picture of a study: a bar around 50 % for each variant, the first
 * player's score with its interval at the level that represents it (study_strongest).
 * Use: report_chart(result, page);        a complete SVG, on a page or as a file
 * It needs no style from outside, and is drawn in the colour of the text around it.
 */
#ifndef EVAL_REPORT_CHART_H
#define EVAL_REPORT_CHART_H

#include <stdio.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

#define REPORT_CHART_BEGINS "<svg class=\"bars\" "

void report_chart(const study_result_t *result, FILE *file);

#endif
