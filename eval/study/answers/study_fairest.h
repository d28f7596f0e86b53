/* study_fairest.h - which variants of a study are the fairer, and the one sentence that a
 * reader takes away.
 * Use: char words[STUDY_HEADLINE]; study_headline(&result, words);
 * "Fairer" is said of a variant only where its interval is nearer to 50 % as a whole, or
 * where both lie on one side of 50 % and the difference is shown: all answers right
 * together at the study's error rate. Variants are compared at equal strength levels.
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_STUDY_FAIREST_H
#define EVAL_STUDY_FAIREST_H

typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

/* Which of the two variants of a difference is nearer to even: 0 for a, 1 for b; NOBODY
 * where it is not shown. */
int study_fairer(const study_result_t *result, const study_difference_t *found);

/* The variant that is fairer than every other at that level; -1: none is shown to be. */
int study_fairest(const study_result_t *result, int strength);

/* A level above `strength` at which the games of the variant say otherwise: its interval
 * is apart from the one there, or is on the other side of the margin from what was
 * decided there; the strongest; -1: none. Each of these intervals holds alone: a hint, no
 * verdict. */
int study_contrary_level(const study_result_t *result, int variant, int strength);

/* Verdicts are of the level that speaks (study_result.h); they name it, and a stronger
 * one that says otherwise. */
enum { STUDY_HEADLINE = 4096 };
void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]);

#endif
