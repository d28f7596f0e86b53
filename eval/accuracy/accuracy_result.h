/* accuracy_result.h - how often agents keep exact values, as tables.
 * Use: cli_print(&form, accuracy_result(&order, &accuracy));
 * Owns: the caller the result.
 */
#ifndef EVAL_ACCURACY_RESULT_H
#define EVAL_ACCURACY_RESULT_H

typedef struct accuracy accuracy_t;             /* eval/accuracy/accuracy.h */
typedef struct accuracy_order accuracy_order_t; /* eval/accuracy/accuracy.h */
typedef struct result result_t;                 /* core/base/table/result.h */

result_t *accuracy_result(const accuracy_order_t *order, const accuracy_t *accuracy);

#endif
