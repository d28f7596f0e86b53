/* value.h - values of positions and simulations as integers, so that sums do not depend
 * on their order.
 * Use: uint32_t value = value_of_winner(outcome.winner);     to player 1
 *      uint32_t own = value_for_player(node->player, value);         to the node's player
 * A value is an expected score in units of 1/VALUE_ONE: VALUE_ONE won, half of it drawn,
 * 0 lost. Players are counted from 0: player 1 has index 0 (core/game/game.h).
 */
#ifndef MCTS_VALUE_H
#define MCTS_VALUE_H

#include "core/game/game.h"
#include "mcts/tree/bounds.h"

enum { VALUE_ONE = 4096, VALUE_DRAW = VALUE_ONE / 2 };

/* A result's value to player 1; winner: a player's index or NOBODY. */
static inline uint32_t value_of_winner(int winner) {
    return winner == NOBODY ? VALUE_DRAW : winner == 0 ? VALUE_ONE : 0;
}

/* A result as bounds, for player 1. */
static inline bounds_t bounds_of_winner(int winner) {
    return winner == NOBODY ? BOUNDS_DRAWN : winner == 0 ? BOUNDS_WON : BOUNDS_LOST;
}

/* Converts a value to player 1 into a value to a player, or back. */
static inline uint32_t value_for_player(int player, uint32_t value) {
    return player == 0 ? value : VALUE_ONE - value;
}

/* The same for bounds. */
static inline bounds_t bounds_for_player(int player, bounds_t bounds) {
    return player == 0 ? bounds : bounds_opposite(bounds);
}

/* The value of an exact result, for the same player as the bounds. */
static inline uint32_t value_of_exact(bounds_t exact) {
    return exact == BOUNDS_DRAWN ? VALUE_DRAW : exact == BOUNDS_WON ? VALUE_ONE : 0;
}

#endif
