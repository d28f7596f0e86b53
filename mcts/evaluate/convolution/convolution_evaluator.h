/* convolution_evaluator.h - evaluates leaves with a convolutional network, with priors.
 * Use: evaluator_t *evaluator = convolution_evaluator_new(&choice, game, 8);
 *      then as evaluator.h
 * A leaf in the cache is answered at once and refilled; the others of a batch go through
 * the network together. The value is the expected score, rounded to 1/VALUE_ONE. Buffers,
 * layers and cache are allocated for the first batch, so a search that is evaluated by
 * another evaluator (search_batch.h) allocates none.
 * Owns, threads, errors: as evaluator.h; the network belongs to the program (network.h).
 */
#ifndef MCTS_CONVOLUTION_EVALUATOR_H
#define MCTS_CONVOLUTION_EVALUATOR_H

#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/network_choice.h"

/* The choice must be bound; batch: positions at a time, at most NETWORK_MAX_BATCH. */
evaluator_t *convolution_evaluator_new(const network_choice_t *choice, const game_t *game,
                                       int batch);

#endif
