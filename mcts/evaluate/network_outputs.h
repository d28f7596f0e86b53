/* network_outputs.h - a network's outputs for a position, from which its evaluation is
 * made.
 * Use: class->explain(evaluator, &state, &outputs);
 */
#ifndef MCTS_NETWORK_OUTPUTS_H
#define MCTS_NETWORK_OUTPUTS_H

#include "core/game/game.h"

/* Logits; actions in ascending order. */
typedef struct network_outputs {
    float result[3]; /* of win, draw, loss of the mover */
    int count;
    action_t actions[GAME_MAX_LEGAL];
    float logits[GAME_MAX_LEGAL];
    /* Of a network that computes with integers, the same in units of 1/unit; unit 0: of
     * another. */
    int unit;
    int32_t exact_result[3], exact_logits[GAME_MAX_LEGAL];
} network_outputs_t;

#endif
