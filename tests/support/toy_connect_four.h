/* toy_connect_four.h - Connect Four, written as core/game/README.md recommends, for tests
 * only: actions that are columns, a state of bitboards.
 * Players take turns dropping a disc into a column that is not full; it falls to the
 * lowest empty cell. The first player with four discs in a line, in any of the four
 * directions, wins; a full board without a line is a draw.
 * Use: game_new_overridden(&toy_connect_four_class, ...): it is not in the registry.
 * Actions: the columns, 0 ... width-1 from the left, written "a", "b", ...
 * Cells are numbered by row from the lower left: cell = row * width + column.
 * Packed state: the side to move, then for each cell 0 empty, 1 Red, 2 Yellow.
 * Symmetries: 1 is the left-right mirror.
 */
#ifndef TESTS_TOY_CONNECT_FOUR_H
#define TESTS_TOY_CONNECT_FOUR_H

#include "core/game/game.h"

extern const game_class_t toy_connect_four_class;

#endif
