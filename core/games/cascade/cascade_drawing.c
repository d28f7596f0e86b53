#include "core/game/board_drawing.h"
#include "core/games/cascade/cascade_position.h"

#include <math.h>

/* The board stands on a corner: the next column lies to the lower right, the next row to
 * the lower left. */
void cascade_draw_board(const game_t *game, board_drawing_t *board) {
    const cascade_board_t *cascade = cascade_board(game);
    board->corners = 4;
    board->colour[0] = "#fafafa";
    board->colour[1] = "#262626";
    board->colour[2] = "#c0392b";
    for (int cell = 0; cell < cascade->cells; cell++) {
        int column = cell / cascade->size, row = cell % cascade->size;
        board->x[cell] = (column - row) / sqrt(2);
        board->y[cell] = -(column + row) / sqrt(2);
    }
}
