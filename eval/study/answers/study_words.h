/* study_words.h - verdicts of a study, and the phrases that its parts and others share.
 * Use: text_add(&out, "... scores %s", study_score_words(cell, words));
 * A variant is called fairer only where its whole interval is nearer to 50 %, or where
 * both intervals lie on one side of 50 % and the difference is shown: all answers are
 * right together at the study's error rate. Variants are compared at equal strength
 * levels.
 */
#ifndef EVAL_STUDY_WORDS_H
#define EVAL_STUDY_WORDS_H

#include "eval/stats/budgets/advantage.h"
#include "eval/stats/comparison.h"
#include "eval/study/networks/network_advantage.h"
#include "eval/study/study.h"

#include <stdbool.h>

typedef struct study_cell study_cell_t;             /* eval/study/study_result.h */
typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

/* --- Verdicts ----------------------------------------------------------------------- */

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

/* --- Phrases ------------------------------------------------------------------------ */

/* A variant's name without the key=value words that all variants have, as "swap=true" of
 * "size=4 swap=true": the title has them. */
const char *study_short_name(const study_result_t *result, int variant,
                             char name[STUDY_NAME]);

/* "53.1 % [51.2, 55.0]"; study_level_words says between how many networks. */
enum { STUDY_SCORE_WORDS = 128 };
const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]);

/* "at 400 simulations per action", or "at strength level NAME"; before it, "between 3
 * networks, the first as strong as 4,000 to 16,000 playouts, ". */
enum { STUDY_LEVEL_WORDS = 224 };
const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]);

/* "that is fair, within 5 points of 50 %". whose: " between these players", or "". */
enum { STUDY_BALANCE_WORDS = 128 };
const char *study_balance_words(balance_t balance, const char *whose, double margin,
                                char words[STUDY_BALANCE_WORDS]);

/* What moving first is worth in a variant, in doublings of search, at the strongest level
 * that knows it; NULL: none does. */
const network_advantage_t *study_edge(const study_result_t *result, int variant);

/* The same on two variants compared, at a strength level that knows it of several
 * networks on both; the intervals of all pairs of variants hold simultaneously. False:
 * unknown. */
bool study_edge_compare(const study_result_t *result, int a, int b, int strength,
                        advantage_pair_t *found);

/* Whether some strength level has no list of networks. */
bool study_has_others(const study_result_t *result);

/* How far from 50 % a drawing of the scores reaches, so that all intervals and the margin
 * are in it: 0.1, 0.25 or 0.5. */
double study_score_range(const study_result_t *result);

/* Whether the cell's score has an interval: between networks of a list not always. */
bool study_has_interval(const study_cell_t *cell);

#endif
