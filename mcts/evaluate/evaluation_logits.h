/* evaluation_logits.h - converts a network's logits to an evaluation.
 * Use: evaluation_set_score(&evaluation, mover, score);
 *      evaluation_set_logits(&evaluation, logits);     count and actions must be set
 * Uses portable_math.h's exponential: equal logits give the same bits on every machine.
 */
#ifndef MCTS_EVALUATION_LOGITS_H
#define MCTS_EVALUATION_LOGITS_H

#include "mcts/evaluate/evaluator.h"

bool logits_are_finite(const float *logits, int count);

/* Softmax; sums are in the order of the logits. Uniform if a logit is not finite, as with
 * too large weights. */
void logits_to_shares(const float *logits, int count, double *shares);

/* Sets the value from an expected score to a player, 0 to 1; nothing is proven. */
void evaluation_set_score(evaluation_t *evaluation, int player, double score);

/* Sets the priors of the evaluation's actions. */
void evaluation_set_logits(evaluation_t *evaluation, const float *logits);

#endif
