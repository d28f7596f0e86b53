/* study_score.h - scores of cells and their differences at any level, with the interval
 * that suits how the cell was played: between networks for a list of networks
 * (over_networks.h), otherwise that of score_interval.h. As long as
 * not all pairs of networks have games, the score of the existing games with the widest
 * interval.
 * Variants are matched at equal simulations, at equal time and at equal relative
 * strength, since a larger board makes the same search weaker at equal simulations, and
 * weaker players find most boards even: which board is fairer is decided only where twice
 * the budget scores the same on both.
 * Errors: without games the interval is the widest.
 */
#ifndef EVAL_STUDY_SCORE_H
#define EVAL_STUDY_SCORE_H

#include "core/base/interval.h"

#include <stdbool.h>

typedef struct study_cell study_cell_t;     /* eval/study/study_result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

estimate_t study_score_at(const study_cell_t *cell, double level);

/* a minus b, at one strength level. is_paired: compares games of the same number; not
 * between networks. */
estimate_t study_score_difference(const study_cell_t *a, const study_cell_t *b,
                                  bool is_paired, double level);

/* The p-value of "no difference": the interval at 1 - p just ends at 0. */
double study_score_difference_p(const study_cell_t *a, const study_cell_t *b,
                                bool is_paired);

/* After all cells: fills result->matched. */
void study_matched_add(study_result_t *result);

#endif
