/* against_naive.h - compares a fast game with its naive implementation.
 * Use: against_naive(&naive_seesaw, "size=4", 10000);
 * Plays playouts with both; at every position the texts, the movers, the sets of actions
 * and the results must be equal, at every 16th also the position after each action, at
 * every 64th (unless there are too many actions) the positions in which the turn can end.
 * A difference fails the test and prints the position.
 */
#ifndef TESTS_AGAINST_NAIVE_H
#define TESTS_AGAINST_NAIVE_H

#include "tests/naive/naive.h"

void against_naive(const naive_game_t *naive, const char *variant, int games);

/* From one position, given as a text that both must read alike. */
void against_naive_from(const naive_game_t *naive, const char *variant,
                        const char *position, int games);

#endif
