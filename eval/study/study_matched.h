/* study_matched.h - compares the variants of a study at equal simulations, at equal time
 * and at equal relative strength.
 * Use: study_matched_add(result);        after all cells: fills result->matched
 *      study_matched_tell(result, i, sentence, sizeof sentence)   in words
 * Why: a larger board makes the same search weaker at equal simulations, and weaker
 * players find most boards even. Which board is fairer is decided only at equal relative
 * strength: where twice the budget scores the same on both.
 * Threads: one result, one thread.
 */
#ifndef EVAL_STUDY_MATCHED_H
#define EVAL_STUDY_MATCHED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct study_matched study_matched_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;

extern const char *const matched_kind_names[]; /* by matched_kind_t, for JSON */

void study_matched_add(study_result_t *result);

/* A sentence about all kinds of one pair of variants, `first` being the first of them in
 * result->matched; true: a warning, as which is fairer is open. */
bool study_matched_tell(const study_result_t *result, const study_matched_t *first,
                        char *sentence, size_t size);

#endif
