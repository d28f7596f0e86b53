/* study_chart.h - the axis, places and legend of charts over a study's strength levels.
 * Use: .x = study_chart_axis(study);   x = study_chart_place(study, variant, strength);
 *      study_chart_legend(study, page);
 */
#ifndef EVAL_STUDY_CHART_H
#define EVAL_STUDY_CHART_H

#include "eval/render/chart.h"

#include <stdio.h>

typedef struct study study_t; /* eval/study/study.h */

/* By doublings of the simulations, or, if strength levels differ in something else, one
 * after the other. */
chart_axis_t study_chart_axis(const study_t *study);
/* A little beside the level, so that the variants' intervals do not hide each other. */
double study_chart_place(const study_t *study, int variant, int strength);

/* The colour and mark of each variant. */
void study_chart_legend(const study_t *study, FILE *page);

#endif
