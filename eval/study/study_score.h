/* study_score.h - the score of a cell and differences of scores at any level, by the
 * interval that suits how the cell was played: over networks where there is a list of
 * them (over_networks.h), else one that holds however often one looks
 * (confidence_sequence.h). As long as not all pairs of networks have games, that of the
 * games there are, with the widest interval.
 * Threads: pure.   Errors: none; without games the interval is the widest.
 */
#ifndef EVAL_STUDY_SCORE_H
#define EVAL_STUDY_SCORE_H

#include "core/base/interval.h"

#include <stdbool.h>

typedef struct study_cell study_cell_t; /* eval/study/study_result.h */

estimate_t study_score_at(const study_cell_t *cell, double level);

/* a less b, of one strength. is_paired: games of the same number are held against each
 * other; not between networks. */
estimate_t study_score_difference(const study_cell_t *a, const study_cell_t *b,
                                  bool is_paired, double level);

/* The p-value of "no difference": the interval at 1 - p just ends at 0. */
double study_score_difference_p(const study_cell_t *a, const study_cell_t *b,
                                bool is_paired);

#endif
