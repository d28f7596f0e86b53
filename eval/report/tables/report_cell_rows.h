/* report_cell_rows.h - the common part of tables with one row per cell of a study.
 * Use: report_table_cell_columns(table);   ... other columns ...
 *      report_table_each_cell(table, report, fill);
 */
#ifndef EVAL_REPORT_CELL_ROWS_H
#define EVAL_REPORT_CELL_ROWS_H

#include <stdint.h>

typedef struct report report_t;             /* eval/report/report.h */
typedef struct report_table report_table_t; /* eval/report/tables/report_table.h */
typedef struct study_cell study_cell_t;     /* eval/study/study_result.h */

/* Fills in the rows of one cell of the study. */
typedef void (*report_table_fill_t)(report_table_t *table, const report_t *report,
                                    int variant, int strength);
void report_table_each_cell(report_table_t *table, const report_t *report,
                            report_table_fill_t fill);

/* The columns of a cell's variant and strength level, and their contents. */
void report_table_cell_columns(report_table_t *table);
void report_table_cell_names(report_table_t *table, const report_t *report, int variant,
                             int strength);

const study_cell_t *report_table_cell(const report_t *report, int variant, int strength);

/* part / all; NAN if `all` is 0. */
double report_table_share(uint64_t part, uint64_t all);

#endif
