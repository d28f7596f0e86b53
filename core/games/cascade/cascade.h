/* cascade.h - Cascade: stones of three colours on a square board that stands on a corner
 * and fills up from above.
 * Files, in reading order: cascade_position (a position in readable form: text, packed
 * form, symmetries, picture), cascade_rules.h (the rules over bitboards, written once),
 * cascade_playout.h (the playout), and the boards for which these two are compiled:
 * cascade_board64 (sizes 2 to 8), cascade_board128 (9 to 11).
 *
 * Cells are numbered by column from the left, in each column by row from the top: 0 is
 * a1, 1 is a2; cell = column * size + row. The cells below a cell are those in the next
 * row and the next column.
 * Actions, on a board of m cells: colour * m + cell, where the colours are 0 white,
 * 1 black, 2 red. So actions are listed white, black, red, and by cell within a colour.
 * Symmetries, g of them geometric: 0 identity, 1 transpose (columns and rows exchanged;
 * g = 2) and, if both directions fill, 2 half turn, 3 both (g = 4); then g + i: white and
 * black, and with them the sides, exchanged after symmetry i. The half turn holds for
 * settled positions, in which no cell is due to be filled, as are all positions of a
 * game; if a position text leaves a cell due from both sides, the rule prefers one.
 * Under the pie rule only the first g hold: player 2's first reply has no counterpart
 * with player 1 to move.
 * Packed state, 1 + m bytes: 0 side to move; then for each cell 0 empty, 1 white,
 * 2 black, 3 red.
 * Contents: white stones belong to side 0, black ones to side 1, red ones to nobody.
 * Source: RULES.md.
 */
#ifndef CORE_CASCADE_H
#define CORE_CASCADE_H

#include "core/game/game.h"

enum { CASCADE_MAX_SIZE = 11, CASCADE_MAX_CELLS = 121, CASCADE_COLOURS = 3 };

typedef enum { CASCADE_DOWN, CASCADE_BOTH } cascade_direction_t;

typedef struct cascade_variant {
    int64_t size;  /* cells per side */
    int direction; /* cascade_direction_t */
} cascade_variant_t;

extern const game_class_t cascade_class;

#endif
