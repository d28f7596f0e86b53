/* report_csv.h - the tables of a report as files for programs: one for each question,
 * with a column for every rule of the variants, and a guide to all columns.
 * Use: report_csv_t files;   report_csv_open(&files, tables, study);
 *      figures_csv(files.of[i], file);   for i below files.count, named figures_key()
 *      report_csv_close(&files);
 * variants: a row each. cells: a row for each variant and strength level. turns: a row
 * for each first turn of these. What is left has files of its own; columns, the last,
 * says what the columns of the others mean. Tables of two files are joined by variant and
 * strength.
 */
#ifndef EVAL_REPORT_CSV_H
#define EVAL_REPORT_CSV_H

typedef struct figures figures_t; /* core/base/table/figures.h */
typedef struct result result_t;   /* core/base/table/result.h */
typedef struct study study_t;     /* eval/study/study.h */

typedef struct report_csv {
    figures_t *of[24];
    int count;
} report_csv_t;

void report_csv_open(report_csv_t *files, const result_t *tables, const study_t *study);
void report_csv_close(report_csv_t *files);

#endif
