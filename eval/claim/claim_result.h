/* claim_result.h - the figures of a claim, computed from its table of games alone.
 * Use: claim_result_t *result = claim_result_new(about, &table, &error);   NULL: error
 *      char *json = claim_result_text(result, CLAIM_JSON, &size);   free(json);
 *      claim_result_free(result);
 * Owns: the caller the texts; the description is borrowed.
 * Errors: rows that no run can have: a number of games that is not a whole number of
 *      files, first turns that are not legal.
 */
#ifndef EVAL_CLAIM_RESULT_H
#define EVAL_CLAIM_RESULT_H

#include "core/base/error.h"
#include "eval/claim/claim_kind.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct claim_about claim_about_t; /* eval/claim/claim_about.h */
typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

#define CLAIM_RESULTS "results.json"

typedef struct claim_result {
    const claim_kind_t *kind;
    void *figures;
} claim_result_t;

claim_result_t *claim_result_new(const claim_about_t *about, const claim_table_t *table,
                                 failure_t *error);
void claim_result_free(claim_result_t *result); /* NULL is fine */

char *claim_result_text(const claim_result_t *result, claim_form_t form, size_t *size);

#endif
