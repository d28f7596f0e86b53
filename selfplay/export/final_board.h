/* final_board.h - the owner of each cell when a recorded game ends: a training target
 * with much more information than the winner.
 * Use: final_board_t board;
 *      if (final_board_is_known(game, &error))
 *          final_board_init(&board, game);
 *      final_board_write(&board, &place, side, bytes, &error)
 * One byte per place of the planes' grid (core/game/planes.h), row by row, from the point
 * of view of the side to move in a row, through the row's symmetry: 0 no piece,
 * FINAL_OWN, ...; FINAL_UNKNOWN where there is no cell, and everywhere in games that were
 * cut off or resigned, whose end is unknown. A pile belongs to the owner of its top;
 * otherwise a game's `contents` defines the owner of a cell.
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

/* Whether cells have places; sets the error if not. */
bool final_board_is_known(const game_t *game, failure_t *error);

/* Bytes of a final board: the number of places of the grid. */
size_t final_board_bytes(const game_t *game);

void final_board_init(final_board_t *board, const game_t *game);

/* side: to move in the row, which is an image by the place's symmetry. */
bool final_board_write(const final_board_t *board, const export_place_t *place, int side,
                       uint8_t *bytes, failure_t *error);

#endif
