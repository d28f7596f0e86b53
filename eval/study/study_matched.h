/* study_matched.h - compares the variants of a study at equal simulations, at equal time
 * and at equal relative strength.
 * Use: study_matched_add(result);        after all cells: fills result->matched
 * Why: a larger board makes the same search weaker at equal simulations, and weaker
 * players find most boards even. Which board is fairer is decided only at equal relative
 * strength: where twice the budget scores the same on both.
 * Threads: one result, one thread.
 */
#ifndef EVAL_STUDY_MATCHED_H
#define EVAL_STUDY_MATCHED_H

typedef struct study_result study_result_t; /* eval/study/study_result.h */

void study_matched_add(study_result_t *result);

#endif
