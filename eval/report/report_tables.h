/* report_tables.h - everything that a report says, as a result (result.h): that of the
 * study (study_print.h), variants side by side, and what the games themselves show:
 * metrics, openings, sizes.
 * Use: result_t *out = report_tables(&report);   result_free(out);
 */
#ifndef EVAL_REPORT_TABLES_H
#define EVAL_REPORT_TABLES_H

typedef struct report report_t; /* eval/report/report.h */
typedef struct result result_t; /* core/base/table/result.h */

result_t *report_tables(const report_t *report);

#endif
