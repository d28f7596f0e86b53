/* final_board.h - whose piece stands on each cell when a recorded game ends: a target
 * that tells a learner much more than who has won.
 * Use: final_board_t board;
 *      if (final_board_is_known(game, &error))
 *          final_board_init(&board, game);
 *      final_board_write(&board, &place, side, bytes, &error)
 * A byte a place of the grid of the planes (core/game/planes.h), row by row, as the side
 * to move of a row sees it, through the symmetry of the row: 0 no piece, FINAL_OWN, ...;
 * FINAL_UNKNOWN where no cell is, and everywhere in games that were cut off or resigned,
 * for nobody knows how they would have ended. A pile is its top's; what else it means for
 * a game to have something on a cell is said by its `contents`.
 * Owns: nothing.   Threads: one board may be used by many.
 * Errors: a record whose last action does not end the game. */
#ifndef SELFPLAY_FINAL_BOARD_H
#define SELFPLAY_FINAL_BOARD_H

#include "core/base/error.h"
#include "core/game/game_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct export_place export_place_t; /* selfplay/export/export_rows.h */

enum { FINAL_NO_PIECE, FINAL_OWN, FINAL_ENEMY, FINAL_NOBODY, FINAL_UNKNOWN = 255 };

typedef struct final_board {
    uint16_t places[2][GAME_MAX_CELLS]; /* by side to move and cell */
} final_board_t;

/* Whether cells have places: false with the reason. */
bool final_board_is_known(const game_t *game, failure_t *error);

/* Bytes of a final board: places of the grid. */
size_t final_board_bytes(const game_t *game);

void final_board_init(final_board_t *board, const game_t *game);

/* side: to move in the row, which is an image by the place's symmetry. */
bool final_board_write(const final_board_t *board, const export_place_t *place, int side,
                       uint8_t *bytes, failure_t *error);

#endif
