/* report_axis.h - the axis of strength in plots, and the data blocks behind them.
 * Use: report_axis_data(script, "score", variant);   lines of x and values   "END"
 *      report_axis_write(study, script);
 * By doublings of the simulations, or, where strengths differ in something else, one
 * after the other.   Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_REPORT_AXIS_H
#define EVAL_REPORT_AXIS_H

#include <stdio.h>

typedef struct study study_t; /* eval/study/study.h */

double report_axis_place(const study_t *study, int strength);

/* What is added to a variant's places, so that intervals do not hide each other. */
double report_axis_apart(const study_t *study, int variant);

/* Begins $NAME0, $NAME1, ... with a line without values, as gnuplot refuses a block
 * without any. The caller ends it with "END". */
void report_axis_data(FILE *script, const char *name, int variant);

void report_axis_write(const study_t *study, FILE *script);

#endif
