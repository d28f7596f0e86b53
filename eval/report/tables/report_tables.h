/* report_tables.h - all tables of a report: the same figures for the page and as CSV.
 * Use: for (int i = 0; i < REPORT_TABLES; i++) {
 *          report_table_t *table = report_table_make(i, &report); ...
 *          report_table_free(table); }
 *      if (!report_tables_write_csv(&report, "FOLDER", &error)) ...
 * A table may be without rows. They are made in report_tables_compare.c, _scores.c,
 * _networks.c, _turns.c, _games.c, _sizes.c and _controls.c.
 * Threads: pure, except for files.   Errors: a folder or file that cannot be written.
 */
#ifndef EVAL_REPORT_TABLES_H
#define EVAL_REPORT_TABLES_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct report report_t;             /* eval/report/report.h */
typedef struct report_table report_table_t; /* eval/report/tables/report_table.h */

/* In the order of the page. */
enum { REPORT_TABLES = 15, REPORT_TABLE_COMPARE = 0 };
report_table_t *report_table_make(int which, const report_t *report);

/* FOLDER/cells.csv and so on: one file per table with rows. */
bool report_tables_write_csv(const report_t *report, const char *folder,
                             failure_t *error);

report_table_t *report_table_compare(const report_t *report);
report_table_t *report_table_cells(const report_t *report);
report_table_t *report_table_networks(const report_t *report);
report_table_t *report_table_differences(const report_t *report);
report_table_t *report_table_trends(const report_t *report);
report_table_t *report_table_lengths(const report_t *report);
report_table_t *report_table_metrics(const report_t *report);
report_table_t *report_table_first_turns(const report_t *report);
report_table_t *report_table_turns_drawn(const report_t *report);
report_table_t *report_table_turns_chosen(const report_t *report);
report_table_t *report_table_book(const report_t *report);
report_table_t *report_table_sizes(const report_t *report);
report_table_t *report_table_skill(const report_t *report);
report_table_t *report_table_skill_traces(const report_t *report);
report_table_t *report_table_controls(const report_t *report);

#endif
