/* report_table.h - a table of figures in two forms: for the page, with each column
 * explained, and as CSV.
 * Use: report_table_t *table = report_table_new("cells", "All cells");
 *      report_table_column(table, FIGURE_SHARE, "score", "Score", "what it means");  ...
 *      report_table_add_word(table, "side 4"); report_table_add(table, value); ... by row
 *      report_table_html(table, page);  report_table_csv(table, file);
 *      report_table_free(table);
 * Cells come row by row, in the order of the columns. On the page shares are in percent
 * with one decimal; in CSV everything has full precision, shares from 0 to 1, and an
 * estimate is three columns: NAME, NAME_low, NAME_high.
 * Owns: copies of the words.   Threads: one table, one thread.
 * Errors: a wrong number of cells is a REQUIRE.
 */
#ifndef EVAL_REPORT_TABLE_H
#define EVAL_REPORT_TABLE_H

#include "core/base/interval.h"

#include <stdio.h>

typedef enum {
    FIGURE_WORD,
    FIGURE_COUNT, /* whole */
    FIGURE_NUMBER,
    FIGURE_SHARE,    /* 0 to 1 */
    FIGURE_SCORE,    /* an estimate, 0 to 1 */
    FIGURE_POINTS,   /* an estimate of a difference, -1 to 1 */
    FIGURE_ESTIMATE, /* of anything else */
    FIGURE_P_VALUE
} figure_kind_t;

typedef struct report_table report_table_t;

/* id: of the element and of the CSV file; both are constants. */
report_table_t *report_table_new(const char *id, const char *caption);
void report_table_free(report_table_t *table);

/* name: in CSV; title and meaning: on the page. All are constants. Leading columns of
 * words are the row's heading. */
void report_table_column(report_table_t *table, figure_kind_t kind, const char *name,
                         const char *title, const char *meaning);

void report_table_add_word(report_table_t *table, const char *word);
void report_table_add(report_table_t *table, double value); /* NAN: empty */
void report_table_add_estimate(report_table_t *table, estimate_t estimate);
void report_table_add_nothing(report_table_t *table);
/* Empty, and "no games yet" on the page. */
void report_table_add_no_games(report_table_t *table);

/* Keeps the row just completed off the page: it is only in CSV, and the page gives the
 * number of such rows. */
void report_table_row_off_page(report_table_t *table);

const char *report_table_id(const report_table_t *table);
size_t report_table_rows(const report_table_t *table);
void report_table_html(const report_table_t *table, FILE *page);
void report_table_csv(const report_table_t *table, FILE *file);

#endif
