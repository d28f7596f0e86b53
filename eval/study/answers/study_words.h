/* study_words.h - the words of verdicts: those of a study, and phrases that others share.
 * Use: char words[STUDY_HEADLINE];   study_headline(result, words);
 *      study_caveats(out, result);                       a list of a result (result.h)
 *      text_add(&out, "... scores %s", study_score_words(cell, words));
 * Verdicts are for the level that represents a variant (study_strongest), and name it.
 * What a table shows is not said again: caveats are reasons not to take figures at face
 * value.
 */
#ifndef EVAL_STUDY_WORDS_H
#define EVAL_STUDY_WORDS_H

#include "eval/stats/comparison.h"
#include "eval/study/study.h"

#include <stdbool.h>

typedef struct result result_t;             /* core/base/table/result.h */
typedef struct study_cell study_cell_t;     /* eval/study/study_result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

/* The answer in a few sentences. */
enum { STUDY_HEADLINE = 4096 };
void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]);

void study_caveats(result_t *out, const study_result_t *result);
/* Those that could turn the answer: stronger play that comes to another, and controls
 * that found an artefact of the search. */
void study_doubts(result_t *out, const study_result_t *result);

/* A variant's name without the key=value words that all variants have, as "swap=true" of
 * "size=4 swap=true": the title has them. */
const char *study_short_name(const study_result_t *result, int variant,
                             char name[STUDY_NAME]);

/* "53.1 % [51.2, 55.0]"; of a list of networks "53.1 % [50.2, 56.0] between 3 networks".
 */
enum { STUDY_SCORE_WORDS = 128 };
const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]);

/* "at 400 simulations per action", or "at strength level NAME"; before it "between 3
 * networks as strong as 4,000 to 16,000 playouts, ". */
enum { STUDY_LEVEL_WORDS = 224 };
const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]);

/* "that is fair, within 5 points of 50 %". whose: " between these players", or "". */
enum { STUDY_BALANCE_WORDS = 128 };
const char *study_balance_words(balance_t balance, const char *whose, double margin,
                                char words[STUDY_BALANCE_WORDS]);

/* Whether some strength level has no list of networks. */
bool study_has_others(const study_result_t *result);

/* How far from 50 % a drawing of the scores reaches, so that all intervals and the margin
 * are in it: 0.1, 0.25 or 0.5. */
double study_score_range(const study_result_t *result);

/* Whether the cell's score has an interval: between networks of a list not always. */
bool study_has_interval(const study_cell_t *cell);

#endif
