/* against_naive.h - holds a fast game against its naive implementation.
 * Use: against_naive(&naive_seesaw, "size=4", 10000);
 * Walks playouts with both at once; at every position the texts, the movers, the
 * sets of actions and the results have to be the same, at every 16th also the
 * position after each action, at every 64th (where actions are not too many) the
 * positions in which the turn can end. A difference fails the test and shows the
 * position.
 */
#ifndef TESTS_AGAINST_NAIVE_H
#define TESTS_AGAINST_NAIVE_H

#include "tests/naive/naive.h"

void against_naive(const naive_game_t *naive, const char *variant, int games);

/* From one position, given as text; it has to mean the same to both. */
void against_naive_from(const naive_game_t *naive, const char *variant,
                        const char *position, int games);

#endif
