#include "core/game/board_drawing.h"
#include "core/games/seesaw/seesaw_position.h"

#include <math.h>

/* Columns are vertical, so hexagons have a corner to the right. */
void seesaw_draw_board(const game_t *game, board_drawing_t *board) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    board->corners = 6;
    board->colour[0] = "#d98e04";
    board->colour[1] = "#0e7c86";
    board->colour[2] = "#777777";
    for (int cell = 0; cell < geometry->cells; cell++) {
        board->x[cell] = geometry->q[cell] * sqrt(3) / 2;
        board->y[cell] = geometry->r[cell] - geometry->q[cell] / 2.0;
    }
}

/* Stacks have sizes, and stand on tiles. */
void seesaw_draw_cells(const game_t *game, const void *state, cell_drawing_t *cells) {
    const seesaw_board_t *board = seesaw_board(game);
    seesaw_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        int tile = position.tile_side[cell];
        cells[cell].number = position.stack_size[cell];
        cells[cell].ground =
            (uint8_t)(tile == NOBODY ? CELL_EMPTY : CELL_OF_SIDE0 + tile);
    }
}
