/* study_fairest.h - which variants of a study are fairer, and the headline.
 * Use: char words[STUDY_HEADLINE]; study_headline(&result, words);
 * A variant is called fairer only where its whole interval is nearer to 50 %, or where
 * both intervals lie on one side of 50 % and the difference is shown: all answers are
 * right together at the study's error rate. Variants are compared at equal strength
 * levels.
 * Bundles contain the headline, and `claim check` compares it: changing its words
 * would break older bundles.
 */
#ifndef EVAL_STUDY_FAIREST_H
#define EVAL_STUDY_FAIREST_H

typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

/* Which of the two variants of a difference is nearer to even: 0 for a, 1 for b; NOBODY
 * if not shown. */
int study_fairer(const study_result_t *result, const study_difference_t *found);

/* The variant that is fairer than every other at that level; -1: none is shown to be. */
int study_fairest(const study_result_t *result, int strength);

/* The strongest level above `strength` at which the games of the variant contradict it:
 * the two intervals are disjoint, or the balance is decided the other way; -1: none. Each
 * of these intervals holds alone: a hint, no verdict. */
int study_contrary_level(const study_result_t *result, int variant, int strength);

/* Verdicts are for the representative level (study_result.h); they name it, and a
 * stronger one that contradicts it. */
enum { STUDY_HEADLINE = 4096 };
void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]);

#endif
