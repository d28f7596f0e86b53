/* accuracy_report.h - how often agents keep exact values, as text, JSON and CSV.
 * Use: accuracy_report_text(&order, &accuracy, stdout);
 *      json_print_line(accuracy_report_json(&order, &accuracy), stdout);
 * JSON and CSV have shares from 0 to 1, text has percentages; 95 % intervals.
 * Threads: independent calls run side by side.
 */
#ifndef EVAL_ACCURACY_REPORT_H
#define EVAL_ACCURACY_REPORT_H

#include <stdio.h>

typedef struct accuracy accuracy_t;             /* eval/accuracy/accuracy.h */
typedef struct accuracy_order accuracy_order_t; /* eval/accuracy/accuracy.h */
typedef struct cJSON cJSON;                     /* cjson/cJSON.h */

void accuracy_report_text(const accuracy_order_t *order, const accuracy_t *accuracy,
                          FILE *file);

/* One line per source and player, including the player "uniform". */
void accuracy_report_csv(const accuracy_order_t *order, const accuracy_t *accuracy,
                         FILE *file);

/* One object, which the caller deletes. */
cJSON *accuracy_report_json(const accuracy_order_t *order, const accuracy_t *accuracy);

#endif
