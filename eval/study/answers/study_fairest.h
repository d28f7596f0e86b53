/* study_fairest.h - which variants of a study are fairer.
 * A variant is called fairer only where its whole interval is nearer to 50 %, or where
 * both intervals lie on one side of 50 % and the difference is shown: all answers are
 * right together at the study's error rate. Variants are compared at equal strength
 * levels.
 */
#ifndef EVAL_STUDY_FAIREST_H
#define EVAL_STUDY_FAIREST_H

typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

/* Which of the two variants of a difference is nearer to even: 0 for a, 1 for b; -1: not
 * shown. */
int study_fairer(const study_result_t *result, const study_difference_t *found);

/* The variant that is fairer than every other at that level; -1: none is shown to be. */
int study_fairest(const study_result_t *result, int strength);

/* Variants by the distance of their scores from 50 % at a level, the nearest first; of
 * equals the first named. order: STUDY_MAX_VARIANTS of them. */
void study_sort_by_distance(const study_result_t *result, int strength, int *order);

/* The strongest level above `strength` at which the games of the variant contradict it:
 * the two intervals are disjoint, or the balance is decided the other way; -1: none. Each
 * of these intervals holds alone: a hint, no verdict. */
int study_contrary_level(const study_result_t *result, int variant, int strength);

#endif
