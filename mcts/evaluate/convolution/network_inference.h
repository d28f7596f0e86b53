/* network_inference.h - evaluates batches of positions of one game with a convolutional
 * network.
 * Use: network_inference_t *inference =
 *          network_inference_new(network, game, instructions, batch, &error);
 *      network_inference_run(inference, states, count, evaluations);
 *      network_inference_free(inference);
 * An evaluation depends, to the bit, on network, position and instructions alone; batches
 * affect nothing but speed.
 * Owns: its buffers; network and game are borrowed.
 * Threads: one caller at a time for each, any number of them concurrently; all work is
 *      done in the calling thread.
 * Errors: of network_inference_new only: a network of another game, unavailable
 *      instructions.
 * Source: mcts/evaluate/convolution/NETWORK.md.
 */
#ifndef MCTS_NETWORK_INFERENCE_H
#define MCTS_NETWORK_INFERENCE_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/network_outputs.h"

typedef struct network_inference network_inference_t;

enum { NETWORK_MAX_BATCH = 128 };

/* instructions: settled; batch: maximum positions at a time; more are run in turn. */
network_inference_t *network_inference_new(const network_t *network, const game_t *game,
                                           network_instructions_t instructions, int batch,
                                           failure_t *error);
void network_inference_free(network_inference_t *inference); /* NULL is fine */

/* Positions that are not over. */
void network_inference_run(network_inference_t *inference, const state_t *const *states,
                           int count, evaluation_t *const *evaluations);

/* Returns the logits themselves. */
void network_inference_outputs(network_inference_t *inference,
                               const state_t *const *states, int count,
                               network_outputs_t *const *outputs);

/* Whether all outputs for a position are finite; with too large weights they are not. */
bool network_inference_is_finite(network_inference_t *inference, const state_t *state);

/* The result's logits as probabilities, for the player to move. */
typedef struct network_chances {
    float result[3]; /* win, draw, loss */
    float score;     /* expected: 1 won, 1/2 drawn, 0 lost */
} network_chances_t;

network_chances_t network_chances(const network_outputs_t *outputs);

/* Its convolutions, for measurements. */
network_trunk_t *network_inference_trunk(network_inference_t *inference);

#endif
