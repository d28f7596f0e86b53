/* claim_result.h - the figures of a claim, computed from its table of games alone, or
 * from the folder of the games.
 * Use: claim_result_t *result = claim_result_new(about, &table, &error);   NULL: error
 *      char *json = claim_result_text(result, CLAIM_JSON, &size);   free(json);
 *      claim_result_free(result);
 * Both use the folder's name in claim.json.
 * Owns: the caller the texts; the description is borrowed.
 * Threads: pure except for files.
 * Errors: rows that no run can have: a number of games that is not a whole number of
 *      files, first turns that are not legal; files that cannot be read.
 */
#ifndef EVAL_CLAIM_RESULT_H
#define EVAL_CLAIM_RESULT_H

#include "core/base/error.h"
#include "eval/claim/claim_kind.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct claim_about claim_about_t; /* eval/claim/claim_about.h */
typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

typedef struct claim_result {
    const claim_kind_t *kind;
    void *figures;
} claim_result_t;

claim_result_t *claim_result_new(const claim_about_t *about, const claim_table_t *table,
                                 failure_t *error);
claim_result_t *claim_result_of_folder(const claim_about_t *about, const char *out,
                                       failure_t *error);
void claim_result_free(claim_result_t *result); /* NULL is fine */

char *claim_result_text(const claim_result_t *result, claim_form_t form, size_t *size);

/* For the figures of a folder. */
char *claim_result_page(const claim_result_t *result, size_t *size, failure_t *error);

/* The parts of a page that can be computed from the tables of games: *held of *all occur
 * in it exactly; rows_only: of a table its rows, as other versions may have worded its
 * headings and explanations differently. */
void claim_result_look(const claim_result_t *result, const claim_games_t *games,
                       const char *page, bool rows_only, int *held, int *all);

#endif
