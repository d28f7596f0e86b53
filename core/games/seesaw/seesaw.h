/* seesaw.h - Seesaw: an elimination game on hexhex boards of side 2 to 6.
 * Files, in reading order: seesaw_position (a position in readable form: text, packed
 * form, symmetries, picture), seesaw_rules.h (the rules over bitboards, written once),
 * seesaw_playout.h (the playout), and the boards for which these two are compiled:
 * seesaw_grid7 (sides 2 to 4), seesaw_torus61 (side 5), seesaw_grid11 (side 6).
 *
 * Cells are numbered by column from the left, from the bottom of each column: 0 is a1.
 * Actions, on a board of m cells:
 *      0 ... m-1                  deploy on the cell
 *      m + from*m + to            glide
 *      m + m*m + from*m + to      capture
 *      m + 2*m*m                  end the turn with steps left over
 *      m + 2*m*m + 1              pass
 * Symmetries: 0 identity, 1 left-right mirror, 2 half turn with the sides exchanged,
 * 3 both. Variants that restrict the first turn restrict South's alone, so they have
 * symmetries 0 and 1 only.
 * Packed state, 2m + 8 bytes: 0 side to move; 1 passes in a row; 2-3 turns played, low
 * byte first; 4 cell of a capturing stack that may continue, or 255; 5 its steps left
 * over; 6 whether the game is over (reason_t); 7 zero; then for each cell the owners
 * (bits 0-1 stack: 0 none, 1 South, 2 North; bits 2-3 tile, the same); then for each cell
 * the size.
 * Contents: the stack's owner; kind 1: a tile without a stack, of its owner.
 * Sizes saturate: 255 grows to 254, which keeps the parity (RULES.md §9.8).
 * Source: RULES.md.
 */
#ifndef CORE_SEESAW_H
#define CORE_SEESAW_H

#include "core/game/game.h"

enum {
    SEESAW_MAX_SIDE = 6,
    SEESAW_MAX_CELLS = 91,
    SEESAW_MAX_STACK = 255,
    SEESAW_MAX_TURNS = 65535,
    SEESAW_NO_CELL = 255
};

typedef enum { SEESAW_STUCK_PASS, SEESAW_STUCK_LOSS } seesaw_stuck_t;
typedef enum { SEESAW_FORCED, SEESAW_OPTIONAL } seesaw_duty_t;
typedef enum { SEESAW_FIRST_ANY, SEESAW_FIRST_DEPLOY, SEESAW_FIRST_GLIDE } seesaw_first_t;

typedef struct seesaw_variant {
    int64_t size;      /* cells per side */
    int stuck;         /* seesaw_stuck_t */
    int recapture;     /* seesaw_duty_t */
    int capture;       /* seesaw_duty_t */
    int first_turn;    /* seesaw_first_t */
    int64_t max_turns; /* cut-off, in turns of either side: RULES.md §4.3 */
} seesaw_variant_t;

extern const game_class_t seesaw_class;

#endif
