#include "core/games/seega/seega_position.h"

void seega_contents(const game_t *game, const void *state, uint8_t *contents) {
    static const uint8_t content[] = {CELL_OF_SIDE0, CELL_OF_SIDE1, CELL_EMPTY};
    const seega_board_t *board = seega_board(game);
    seega_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < board->geometry.cells; cell++)
        contents[cell] = content[position.owner[cell]];
}

int seega_action_cells(const game_t *game, action_t action,
                       uint8_t cells[GAME_ACTION_CELLS]) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    int move = action - seega_action_first_move(geometry);
    if (action >= seega_action_end(geometry))
        return 0;
    if (move >= 0 && move < geometry->moves) {
        cells[0] = geometry->move_from[move];
        cells[1] = geometry->move_to[move];
        return 2;
    }
    cells[0] = (uint8_t)(move < 0 ? action : move - geometry->moves);
    return 1;
}

void seega_name_cell(const game_t *game, int cell, text_t *out) {
    seega_write_cell(&seega_board(game)->geometry, cell, out);
}
