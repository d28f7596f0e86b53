/* fairest_table.h - the ranking as a table for a page and for CSV.
 * Use: report_table_t *table = fairest_table(result);
 *      report_table_csv(table, stdout);   report_table_free(table);
 */
#ifndef EVAL_FAIREST_TABLE_H
#define EVAL_FAIREST_TABLE_H

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */
typedef struct report_table report_table_t;     /* eval/report/tables/report_table.h */

report_table_t *fairest_table(const fairest_result_t *result);

#endif
