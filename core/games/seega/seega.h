/* seega.h - Seega: custodial capture on square boards of side 5, 7 and 9.
 * Files, in reading order: seega_geometry (squares, action numbers, symmetries),
 * seega_position (a position square by square: validity, packed form), seega_text
 * (position text, actions, picture), seega_rules.h (the rules over bitboards, written
 * once), seega_edges.h and seega_playout.h (the playout), and the boards for which these
 * are compiled: seega_square5, seega_square7, seega_square9.
 *
 * Cells are numbered by column from the left, from the bottom of each column: 0 is a1,
 * 1 is a2. Actions, on a board of side s with m = s*s cells and k = 4*s*(s-1) moves:
 *      0 ... m-1                  place on the cell
 *      m ... m+k-1                move: every step from a cell to a neighbour, in order
 *                                 of the cell moved from, then the cell moved to; on
 *                                 5x5: 25 a1-a2, 26 a1-b1, 27 a2-a1, 28 a2-a3, ...
 *      m+k ... 2*m+k-1            remove from the cell
 *      2*m+k                      "." end the turn, or pass
 * Symmetries 0 ... 7, those of the square: first, if bit 2 is set, columns and rows are
 * exchanged; then bit 0 mirrors left and right, bit 1 bottom and top. None exchanges
 * sides.
 * Packed state, m + 8 bytes: 0 side to move; 1 phase (seega_phase_t); 2-3 turns in a row
 * without a capture or removal, low byte first; 4 cell of a piece that may move again, or
 * 255; 5 whether the game is over (reason_t); 6-7 zero; then a byte for each cell:
 * 0 empty, 1 Red, 2 Blue.
 * Source: RULES.md; §9 has the readings chosen where its sources are silent.
 */
#ifndef CORE_SEEGA_H
#define CORE_SEEGA_H

#include "core/game/game.h"

enum {
    SEEGA_MIN_SIDE = 5,
    SEEGA_MAX_SIDE = 9,
    SEEGA_MAX_CELLS = 81,
    SEEGA_MAX_LIMIT = 65535,
    SEEGA_NO_CELL = 255
};

typedef enum { SEEGA_OPENING_FIXED, SEEGA_OPENING_FREE } seega_opening_t;
typedef enum {
    SEEGA_BLOCKED_REMOVE,
    SEEGA_BLOCKED_PASS,
    SEEGA_BLOCKED_LOSS
} seega_blocked_t;

typedef struct seega_variant {
    int64_t size;             /* squares per side: 5, 7 or 9 */
    int opening;              /* seega_opening_t */
    bool safe_centre;         /* a piece on the centre cannot be captured */
    int blocked;              /* seega_blocked_t */
    int64_t end_at;           /* with this many pieces or fewer a side has lost */
    int64_t no_capture_limit; /* draw, in turns of either side */
} seega_variant_t;

/* The phase of a turn. */
typedef enum {
    SEEGA_PLACE0,  /* placing, nothing placed in this turn */
    SEEGA_PLACE1,  /* placing, one piece placed in this turn */
    SEEGA_MOVE,    /* at the start of a turn of the moving phase */
    SEEGA_GO_ON,   /* a piece has captured and may move again */
    SEEGA_REMOVED, /* a blocked mover has removed a piece and has to move */
    SEEGA_PHASES
} seega_phase_t;

extern const game_class_t seega_class;

#endif
