/* naive_network.h - evaluates a network the slow and obvious way, in double precision, as
 * mcts/evaluate/convolution/NETWORK.md specifies its architecture.
 * Use: naive_network(network, game, &state, &outputs);
 */
#ifndef TESTS_NAIVE_NETWORK_H
#define TESTS_NAIVE_NETWORK_H

#include "mcts/evaluate/convolution/network.h"

typedef struct naive_outputs {
    double result[3];
    int count;
    action_t actions[GAME_MAX_LEGAL];
    double logits[GAME_MAX_LEGAL];
} naive_outputs_t;

void naive_network(const network_t *network, const game_t *game, const state_t *state,
                   naive_outputs_t *out);

#endif
