/* claim_figures.h - the figures of a claim, computed from its table of games alone, and
 * written as JSON, as CSV or as an HTML page.
 * Use: claim_figures_t *figures = claim_figures_new(claim, &table, &error);  NULL: error
 *      char *json = claim_figures_text(figures, RESULT_JSON, &size);   free(json);
 *      char *page = claim_figures_page(figures, "from where", &size);   free(page);
 *      claim_figures_free(figures);
 * Owns: the caller frees the texts; claim and table are borrowed.
 * Errors: rows that no run can have: a number of games that is not a whole number of
 *      files, an orientation or a first turn that does not exist.
 */
#ifndef EVAL_CLAIM_FIGURES_H
#define EVAL_CLAIM_FIGURES_H

#include "core/base/error.h"
#include "core/base/table/result.h"

#include <stddef.h>

typedef struct claim claim_t;                   /* eval/claim/claim.h */
typedef struct claim_table claim_table_t;       /* eval/claim/claim_table.h */
typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */
typedef struct study_result study_result_t;     /* eval/study/study_result.h */

typedef struct claim_figures {
    const claim_t *claim;
    const claim_table_t *table;
    study_result_t *study;     /* NULL: the question is for the fairest variant */
    fairest_result_t *fairest; /* NULL: it is a study */
} claim_figures_t;

claim_figures_t *claim_figures_new(const claim_t *claim, const claim_table_t *table,
                                   failure_t *error);
void claim_figures_free(claim_figures_t *figures); /* NULL is fine */

char *claim_figures_text(const claim_figures_t *figures, result_form_t form,
                         size_t *size);
/* source: what the figures rest on, in plain words. */
char *claim_figures_page(const claim_figures_t *figures, const char *source,
                         size_t *size);

#endif
