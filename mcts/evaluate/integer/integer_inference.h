/* integer_inference.h - what an integer network says of positions of one game.
 * Use: integer_inference_t *inference =
 *          integer_inference_new(network, game, integer_kernels_best());
 *      integer_inference_run(inference, &state, &evaluation);
 *      integer_inference_free(inference);
 * What comes out for a position depends on network and position alone, to the bit,
 * whatever the processor and whatever was evaluated before.
 * The sums of features are not made from scratch where a position of before differs in
 * fewer: those of some positions are kept, and features that differ added and taken away.
 * Owns: its buffers; network and game are borrowed. Nothing is allocated after it is
 *      made.
 * Threads: one caller at a time, others with their own side by side without end.
 * Errors: a network of another game is a REQUIRE.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef MCTS_INTEGER_INFERENCE_H
#define MCTS_INTEGER_INFERENCE_H

#include "core/game/game.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/integer/integer_kernels.h"
#include "mcts/evaluate/integer/integer_network.h"

/* Numbers of this are 1 in a logit. */
enum { INTEGER_LOGIT_ONE = 2032 };

typedef struct integer_inference integer_inference_t;

integer_inference_t *integer_inference_new(const integer_network_t *network,
                                           const game_t *game,
                                           const integer_kernels_t *kernels);
void integer_inference_free(integer_inference_t *inference); /* NULL is fine */

/* From now on positions are evaluated as their images under a symmetry that exchanges no
 * sides; actions and priors remain those of the positions. Before the first one alone.
 * For games whose features have images (features.h). */
void integer_inference_turn(integer_inference_t *inference, int symmetry);

/* A position that is not over. */
void integer_inference_run(integer_inference_t *inference, const state_t *state,
                           evaluation_t *evaluation);

/* The logits of the last position, in parts of INTEGER_LOGIT_ONE: that the mover wins,
 * draws, loses; of its legal actions, ascending. */
const int32_t *integer_inference_result(const integer_inference_t *inference);
const int32_t *integer_inference_policy(const integer_inference_t *inference);

/* exp(-i / 32) in parts of 2^24, for INTEGER.md's softmax. */
enum { INTEGER_EXPS = 512, INTEGER_EXP_ONE = 1 << 24 };
void integer_fill_exps(uint32_t exps[INTEGER_EXPS]);

/* What a distance from the largest logit, from 0, counts beside it. */
static inline uint32_t integer_exp(const uint32_t exps[INTEGER_EXPS], int32_t distance) {
    uint32_t i = ((uint32_t)distance * 4 + 127) / 254;
    return i < INTEGER_EXPS ? exps[i] : 0;
}

#endif
