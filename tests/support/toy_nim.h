/* toy_nim.h - a toy game that exercises the game interface, for tests only.
 * A row of `size` tokens. A turn takes 1 to `take` adjacent tokens, one per action: any
 * token, then one next to those just taken, and so on. It ends with the action "stop", or
 * by itself when nothing more can be taken. The player who takes the last token wins, or
 * with `misere` loses.
 * Use: game_new_overridden(&toy_nim_class, ...): it is not in the registry.
 * Actions: i takes token i, counted from 0 at the left; `size` stops.
 * Texts: "c1" takes token 2, "pass" stops. A position is the side to move, the row (o
 *      present, * taken in this turn, . gone) and the turns played (2 for 2 or more), for
 *      example "A oo*.o 2".
 * Packed state: tokens present, then tokens taken in this turn, each 2 bytes, low byte
 *      first, bit i for token i; the side to move, or after the end the side that took
 *      the last token; turns as above.
 * Symmetries: 1 reverses the row.
 */
#ifndef TESTS_TOY_NIM_H
#define TESTS_TOY_NIM_H

#include "core/game/game.h"

extern const game_class_t toy_nim_class;

#endif
