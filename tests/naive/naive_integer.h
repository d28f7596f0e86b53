/* naive_integer.h - evaluates an integer network number by number, as INTEGER.md
 * specifies.
 * Use: naive_integer_t said;  naive_integer_run(network, game, &state, &said);
 */
#ifndef TESTS_NAIVE_INTEGER_H
#define TESTS_NAIVE_INTEGER_H

#include "mcts/evaluate/integer/integer_network.h"

typedef struct naive_integer {
    int64_t result[INTEGER_RESULTS], policy[GAME_MAX_LEGAL]; /* logits */
    int64_t value;                                           /* to the mover */
    int count;
    int64_t priors[GAME_MAX_LEGAL];
} naive_integer_t;

/* The position must not be over. */
void naive_integer_run(const integer_network_t *network, const game_t *game,
                       const state_t *state, naive_integer_t *said);

#endif
