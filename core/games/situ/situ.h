/* situ.h - Double-Move Situ: two actions a turn; the last to complete a turn wins.
 * Files, in reading order: situ_geometry (the three boards), situ_position (a position in
 * readable form: text, packed form, symmetries), situ_picture, situ_board.h (sets of
 * nodes in one to four words), situ_rules.h (the rules over them, written once),
 * situ_playout.h (the playout), and the sizes for which these are compiled: situ_words1
 * to situ_words4.
 *
 * Nodes are numbered by row from the bottom, from the left of each row: 0 is a1, 1 is b1.
 * Actions, on a board of m nodes:
 *      0 ... m-1        place an own stone on the node
 *      m + node         remove the opponent's stone from the node
 *      2m + node        remove the node from the board
 *      3m               done removing nodes
 * Symmetries, none of which exchanges the sides: on hex 0 identity, 1 and 2 rotations by
 * a third of a turn, 3 the left-right mirror, 4 and 5 the other mirrors; on square and
 * diagonal a sum: 1 left-right mirror, 2 upside-down mirror, 4 rows and columns exchanged
 * last.
 * Packed state, m + 4 bytes: 0 side to move; 1 phase (situ_phase_t); 2 whether the game
 * is over (reason_t); 3 zero; then for each node 0 empty, 1 Maroon, 2 White, 3 removed.
 * The end: a mover without an action has lost by the aim of the game, to complete the
 * last turn; the reason is REASON_WIN (RULES.md §10.3).
 * Length: the rules have no limit; max_game_length is SITU_PATIENCE actions per node,
 * after which a run cuts a game off, and not a proven bound (RULES.md §5.2).
 * Source: RULES.md.
 */
#ifndef CORE_SITU_H
#define CORE_SITU_H

#include "core/game/game.h"

enum {
    SITU_MAX_ORDER = 7,
    SITU_MAX_CELLS = 4 * SITU_MAX_ORDER * SITU_MAX_ORDER,
    SITU_MAX_CUT = 2,
    SITU_PATIENCE = 100,
    SITU_NO_CELL = 255
};

typedef enum { SITU_HEX, SITU_SQUARE, SITU_DIAGONAL } situ_grid_t;

typedef struct situ_variant {
    int grid;        /* situ_grid_t */
    int64_t order;   /* size of the board */
    int64_t surplus; /* the least lead in stones in sight that gives control */
    int64_t cut;     /* nodes that Maroon may remove before play */
} situ_variant_t;

/* The phase of the game, with the actions already made in the phase or turn. */
typedef enum {
    SITU_CUT0,
    SITU_CUT1,
    SITU_FIRST0,
    SITU_DOUBLE0,
    SITU_DOUBLE1,
    SITU_PHASES
} situ_phase_t;

extern const game_class_t situ_class;

#endif
