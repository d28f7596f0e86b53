#include "core/games/situ/situ_position.h"

void situ_contents(const game_t *game, const void *state, uint8_t *contents) {
    static const uint8_t content[] = {CELL_OF_SIDE0, CELL_OF_SIDE1, CELL_EMPTY,
                                      CELL_REMOVED}; /* by what a node holds */
    const situ_board_t *board = situ_board(game);
    situ_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < board->geometry.cells; cell++)
        contents[cell] = content[position.holds[cell]];
}

int situ_action_cells(const game_t *game, action_t action,
                      uint8_t cells[GAME_ACTION_CELLS]) {
    int m = situ_board(game)->geometry.cells;
    if (action >= situ_action_done(m))
        return 0;
    cells[0] = (uint8_t)(action % m);
    return 1;
}

void situ_name_cell(const game_t *game, int cell, text_t *out) {
    situ_write_cell(&situ_board(game)->geometry, cell, out);
}
