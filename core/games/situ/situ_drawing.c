#include "core/game/board_drawing.h"
#include "core/games/situ/situ_position.h"

#include <math.h>

/* Lines of sight are what matters, so nodes are points on lines. On the hex board a step
 * up keeps `across` and leads half a node to the right. */
void situ_draw_board(const game_t *game, board_drawing_t *board) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    bool is_hex = geometry->grid == SITU_HEX;
    board->reach = geometry->grid == SITU_DIAGONAL ? sqrt(2) : 1;
    board->colour[0] = "#8b2036";
    board->colour[1] = "#f4f1e8";
    board->colour[2] = "#777777";
    for (int cell = 0; cell < geometry->cells; cell++) {
        int row = geometry->row[cell];
        board->x[cell] = geometry->across[cell] + (is_hex ? row / 2.0 : 0);
        board->y[cell] = row * (is_hex ? sqrt(3) / 2 : 1);
    }
}
