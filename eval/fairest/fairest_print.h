/* fairest_print.h - the ranking, to be put out in any form (result.h).
 * Use: fairest_print(&fairest_result, RESULT_TEXT, stdout);
 *      result_t *out = fairest_answer(&fairest_result);   result_free(out);
 * A figure of the ranking is one row of the array of columns in fairest_print.c.
 */
#ifndef EVAL_FAIREST_PRINT_H
#define EVAL_FAIREST_PRINT_H

#include "core/base/table/result.h"

#include <stdio.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

result_t *fairest_answer(const fairest_result_t *result);

void fairest_print(const fairest_result_t *result, result_form_t form, FILE *file);

#endif
