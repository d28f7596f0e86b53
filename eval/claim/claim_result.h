/* claim_result.h - the figures of a claim, computed from its table of games alone.
 * Use: study_result_t *result = claim_result_new(about, &table, &error);
 *      char *json = claim_result_text(result, STUDY_PRINT_JSON, &size);   free(json);
 *      study_result_free(result);
 *      char what[CLAIM_DIFFERENCE];
 *      if (claim_result_differs(claimed, computed, what)) ...    which figure does first
 * Threads: pure.
 * Errors: rows that no study has: games of another number than whole files, first turns
 *      that are not legal.
 */
#ifndef EVAL_CLAIM_RESULT_H
#define EVAL_CLAIM_RESULT_H

#include "core/base/error.h"
#include "eval/study/answers/study_print.h"

#include <stddef.h>
#include <stdint.h>

typedef struct claim_about claim_about_t;   /* eval/claim/claim_about.h */
typedef struct claim_table claim_table_t;   /* eval/claim/claim_table.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

study_result_t *claim_result_new(const claim_about_t *about, const claim_table_t *table,
                                 failure_t *error);
char *claim_result_text(const study_result_t *result, study_print_t as, size_t *size);

/* Whether two texts that are not the same, of one JSON object each or of CSV, differ in
 * more than last digits, which C libraries compute differently: what then says in which
 * figure first: "cells[3].score.value is 0.5, and the games give 0.4". */
enum { CLAIM_DIFFERENCE = 400 };
bool claim_result_differs(const char *claimed, const char *computed,
                          char what[CLAIM_DIFFERENCE]);

/* Numbers in a JSON text of ours. */
uint64_t claim_result_numbers(const char *json);

/* Tables of a page of ours (report_page.h) that can be computed from the table of games:
 * *held of *all are in it just so. */
void claim_result_page(const study_result_t *result, const char *page, int *held,
                       int *all);

#endif
