/* cascade.h - Cascade: stones of three colours on a square board that stands on a corner
 * and fills up from above.
 * Files, in reading order: cascade_position (a position that people can read: text,
 * packed form, symmetries, picture), cascade_rules.h (the rules over bitboards, written
 * once), cascade_playout.h (the playout), and the boards on which these two are
 * compiled: cascade_board64 (sizes 2 to 8), cascade_board128 (9 to 11).
 *
 * Cells are numbered by column from the left, in each column by row from the top: 0 is
 * a1, 1 is a2; cell = column * size + row. Below a cell are the next row and the next
 * column.
 * Actions, on a board of m cells: colour * m + cell, where the colours are 0 white,
 * 1 black, 2 red. So actions are listed white, black, red, and by cell within a colour.
 * Symmetries, with g of them in geometry: 0 identity, 1 transpose (columns and rows
 * exchanged; g = 2) and, where both directions fill, 2 half turn, 3 both (g = 4); then
 * g + i: white and black, and with them the sides, exchanged after symmetry i. The half
 * turn needs a settled position, in which no cell is due: all positions of a game are;
 * where a text leaves a cell due from both sides, the rule prefers one of them.
 * Under the pie rule only the first g hold: player 2's first answer has no counterpart
 * with player 1 to move.
 * Packed state, 1 + m bytes: 0 side to move; then for each cell 0 empty, 1 white,
 * 2 black, 3 red.
 * Contents: white stones are of side 0, black ones of side 1, red ones of nobody.
 * Source: RULES.md.
 */
#ifndef CORE_CASCADE_H
#define CORE_CASCADE_H

#include "core/game/game.h"

enum { CASCADE_MAX_SIZE = 11, CASCADE_MAX_CELLS = 121, CASCADE_COLOURS = 3 };

typedef enum { CASCADE_DOWN, CASCADE_BOTH } cascade_direction_t;

typedef struct cascade_variant {
    int64_t size;  /* cells a side */
    int direction; /* cascade_direction_t */
} cascade_variant_t;

extern const game_class_t cascade_class;

#endif
