/* fairest_answer.h - the ranking and its basis, to be put out in any form (result.h), and
 * as a page.
 * Use: result_t *out = fairest_answer(&fairest_result);   result_free(out);
 *      char *page = fairest_page(&fairest_result, NULL, &size);   free(page);
 * A figure of the ranking is one row of the array of columns in fairest_answer.c. A
 * solved variant is not called fair without its exact value.
 */
#ifndef EVAL_FAIREST_ANSWER_H
#define EVAL_FAIREST_ANSWER_H

#include "core/base/table/result.h"

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

result_t *fairest_answer(const fairest_result_t *result);

/* One self-contained HTML page. source: what the result rests on, in words, if its games
 * are elsewhere; or NULL. */
char *fairest_page(const fairest_result_t *result, const char *source, size_t *size);

/* The answer in one paragraph; its basis in sentences, warnings first. */
enum { FAIREST_HEADLINE = 2048 };
void fairest_headline(const fairest_result_t *result, char words[FAIREST_HEADLINE]);
void fairest_basis(result_t *out, const fairest_result_t *result);

/* The name of the variant in a row. */
const char *fairest_variant_name(const fairest_result_t *result, int row);

#endif
