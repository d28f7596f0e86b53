/* toy_nim.h - a toy game that tries the interface of games, for the tests alone.
 * A row of `size` tokens. A turn takes 1 to `take` tokens that lie side by side, one an
 * action: any token, then one beside those just taken, and so on. It ends with the
 * action to stop, or by itself when nothing more can be taken. Who takes the last
 * token of all has won, or with `misere` has lost.
 * Use: game_new_overridden(&toy_nim_class, ...): it is not in the registry.
 * Actions: i takes token i, counted from 0 at the left; `size` stops.
 * Texts: "c1" takes token 2, "pass" stops. A position is the side to move, the row (o
 *      there, * taken in this turn, . gone) and the turns played (2 for more), as
 *      "A oo*.o 2".
 * Packed state: tokens that are there, then tokens taken in this turn, each 2 bytes, low
 *      byte first, bit i for token i; side to move, and after the end the side that
 *      took the last token; turns as above.
 * Symmetries: 1 reverses the row.
 */
#ifndef TESTS_TOY_NIM_H
#define TESTS_TOY_NIM_H

#include "core/game/game.h"

extern const game_class_t toy_nim_class;

#endif
