/* report_tables.h - all tables of a report: the same figures for the page and as CSV.
 * Use: for (int i = 0; i < REPORT_TABLES; i++) {
 *          report_table_t *table = report_table_make(i, &report); ...
 *          report_table_free(table); }
 * A table may be without rows. They are made in report_tables_scores.c, _turns.c, _games.c
 * and _controls.c, with the help of what stands below.
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_REPORT_TABLES_H
#define EVAL_REPORT_TABLES_H

#include "eval/report/report.h"
#include "eval/report/tables/report_table.h"

/* In the order of the page. */
enum { REPORT_TABLES = 11 };
report_table_t *report_table_make(int which, const report_t *report);

report_table_t *report_table_cells(const report_t *report);
report_table_t *report_table_differences(const report_t *report);
report_table_t *report_table_trends(const report_t *report);
report_table_t *report_table_lengths(const report_t *report);
report_table_t *report_table_metrics(const report_t *report);
report_table_t *report_table_first_turns(const report_t *report);
report_table_t *report_table_turns_drawn(const report_t *report);
report_table_t *report_table_turns_chosen(const report_t *report);
report_table_t *report_table_skill(const report_t *report);
report_table_t *report_table_skill_traces(const report_t *report);
report_table_t *report_table_controls(const report_t *report);

/* --- For those that make them -------------------------------------------------------- */

/* Fills in the rows of one cell of the study. */
typedef void (*report_table_fill_t)(report_table_t *table, const report_t *report,
                                    int variant, int strength);
void report_table_each_cell(report_table_t *table, const report_t *report,
                            report_table_fill_t fill);

/* The columns of a cell's variant and strength, and what stands in them. */
void report_table_cell_columns(report_table_t *table);
void report_table_cell_names(report_table_t *table, const report_t *report, int variant,
                             int strength);

const study_cell_t *report_table_cell(const report_t *report, int variant, int strength);

/* NAN of nothing. */
double report_table_share(uint64_t part, uint64_t all);

#endif
