/* integer_inference.h - evaluates positions of one game with an integer network.
 * Use: integer_inference_t *inference =
 *          integer_inference_new(network, game, integer_kernels_best());
 *      integer_inference_run(inference, &state, &evaluation);
 *      integer_inference_free(inference);
 * An evaluation depends, to the bit, on network and position alone, whatever the
 * processor and whatever was evaluated before. Feature sums are not computed from scratch
 * if an earlier position differs in fewer features: the sums of some positions are kept,
 * and differing features are added and subtracted.
 * Owns: its buffers; network and game are borrowed. Nothing is allocated after creation.
 * Threads: one caller at a time; any number of others with their own.
 * Errors: a network of another game is a REQUIRE.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef MCTS_INTEGER_INFERENCE_H
#define MCTS_INTEGER_INFERENCE_H

#include "core/game/game.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/integer/integer_kernels.h"
#include "mcts/evaluate/integer/integer_network.h"

/* The unit of logits: 1 in real numbers. */
enum { INTEGER_LOGIT_ONE = 2032 };

typedef struct integer_inference integer_inference_t;

integer_inference_t *integer_inference_new(const integer_network_t *network,
                                           const game_t *game,
                                           const integer_kernels_t *kernels);
void integer_inference_free(integer_inference_t *inference); /* NULL is fine */

/* From now on evaluates positions as their images under a symmetry that exchanges no
 * sides; actions and priors remain those of the positions. Only before the first
 * evaluation, and for games whose features have images (features.h). */
void integer_inference_turn(integer_inference_t *inference, int symmetry);

/* Evaluates a position that is not over. */
void integer_inference_run(integer_inference_t *inference, const state_t *state,
                           evaluation_t *evaluation);

/* The logits of the last position, in units of 1/INTEGER_LOGIT_ONE: of win, draw, loss of
 * the mover; of its legal actions, ascending. */
const int32_t *integer_inference_result(const integer_inference_t *inference);
const int32_t *integer_inference_policy(const integer_inference_t *inference);

/* exp(-i / 32) in units of 2^-24, for INTEGER.md's softmax. */
enum { INTEGER_EXPS = 512, INTEGER_EXP_ONE = 1 << 24 };
void integer_fill_exps(uint32_t exps[INTEGER_EXPS]);

/* The exponential of a logit's distance (>= 0) below the largest logit. */
static inline uint32_t integer_exp(const uint32_t exps[INTEGER_EXPS], int32_t distance) {
    uint32_t i = ((uint32_t)distance * 4 + 127) / 254;
    return i < INTEGER_EXPS ? exps[i] : 0;
}

#endif
