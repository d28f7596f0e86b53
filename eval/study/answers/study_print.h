/* study_print.h - the result of a study, to be put out in any form (result.h): the answer
 * first, then the scores, caveats and next steps, then every figure.
 * Use: study_print(&study_result, RESULT_TEXT, stdout);
 *      result_t *out = study_answer(&study_result);   result_free(out);
 */
#ifndef EVAL_STUDY_PRINT_H
#define EVAL_STUDY_PRINT_H

#include "core/base/table/result.h"

#include <stdio.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

result_t *study_answer(const study_result_t *result);

void study_print(const study_result_t *result, result_form_t form, FILE *file);

#endif
