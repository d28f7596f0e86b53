/* study_words.h - a cell's score and a difference as phrases.
 * Use: char words[STUDY_SCORE_WORDS];
 *      text_add(&out, "... scores %s", study_score_words(cell, words));
 * "53.1 % (51.2 to 55.0)"; between networks "53.1 % (40.2 to 66.0 over 3 networks)", or
 * "53.1 % (2 networks have no interval)".
 */
#ifndef EVAL_STUDY_WORDS_H
#define EVAL_STUDY_WORDS_H

#include "core/base/interval.h"

#include <stdbool.h>

typedef struct study_cell study_cell_t;             /* eval/study/study_result.h */
typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

enum { STUDY_SCORE_WORDS = 96, STUDY_OPENINGS_WORDS = 900 };

const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]);

/* "-3.1 to +4.0", "-3.1 to +4.0 over networks", "too few networks or points for an
 * interval", "no interval before all games are played". as: its `difference`, or its
 * `sure`. */
const char *study_difference_words(const study_result_t *result,
                                   const study_difference_t *found, const estimate_t *as,
                                   char words[STUDY_SCORE_WORDS]);

/* "at 400 simulations per action", or "at strength level NAME". */
enum { STUDY_LEVEL_WORDS = 96 };
const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]);

/* The worth of a cell's openings between networks; "" if none has games. */
const char *study_openings_words(const study_cell_t *cell,
                                 char words[STUDY_OPENINGS_WORDS]);

/* Whether some strength level has a list of networks; whether some has none. */
bool study_has_networks(const study_result_t *result);
bool study_has_others(const study_result_t *result);

#endif
