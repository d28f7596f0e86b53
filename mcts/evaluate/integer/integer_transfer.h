/* integer_transfer.h - a network for other rules or another size, to start learning from.
 * Use: integer_network_t *start = integer_transfer(network, games, count, &error);
 * Features keep their meaning and actions their cells, where "the same cell" is the one
 * nearest to the same place on a board of the same extent; an action of two cells becomes
 * the one from the same cell whose step is most alike. What has no counterpart gets
 * weights of 0. On the same board everything with the same meaning is copied.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef MCTS_INTEGER_TRANSFER_H
#define MCTS_INTEGER_TRANSFER_H

#include "core/base/error.h"
#include "mcts/evaluate/integer/integer_network.h"

/* NULL: another game, or weights with which a sum could overflow. */
integer_network_t *integer_transfer(const integer_network_t *from,
                                    const game_t *const *games, int count,
                                    failure_t *error);

#endif
