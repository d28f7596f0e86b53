/* evaluation_logits.h - from a network's logits to an evaluation.
 * Use: evaluation_set_score(&evaluation, mover, score);
 *      evaluation_set_logits(&evaluation, logits);     count and actions are set
 * The exponential is portable_math.h's: equal logits give the same bits on every machine.
 * Owns: nothing.   Threads: pure functions.   Errors: none.
 */
#ifndef MCTS_EVALUATION_LOGITS_H
#define MCTS_EVALUATION_LOGITS_H

#include "mcts/evaluate/evaluator.h"

bool logits_are_finite(const float *logits, int count);

/* Probabilities of logits; the sums in the order of the logits. All alike where weights
 * are so large that a logit is no number: it says nothing. */
void logits_to_shares(const float *logits, int count, double *shares);

/* The value of a position whose expected score is known, 0 to 1 to a player; nothing is
 * proven. */
void evaluation_set_score(evaluation_t *evaluation, int player, double score);

/* Priors of the evaluation's actions. */
void evaluation_set_logits(evaluation_t *evaluation, const float *logits);

#endif
