#include "core/game/board_drawing.h"
#include "core/games/seega/seega_position.h"

void seega_draw_board(const game_t *game, board_drawing_t *board) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    board->corners = 4;
    board->first_corner = 45;
    board->colour[0] = "#c0392b";
    board->colour[1] = "#2563a8";
    board->colour[2] = "#777777";
    for (int cell = 0; cell < geometry->cells; cell++) {
        board->x[cell] = seega_column(geometry, cell);
        board->y[cell] = seega_row(geometry, cell);
    }
}
