#include "core/games/cascade/cascade_position.h"

/* Red stones belong to nobody. */
void cascade_contents(const game_t *game, const void *state, uint8_t *contents) {
    static const uint8_t content[] = {CELL_EMPTY, CELL_OF_SIDE0, CELL_OF_SIDE1,
                                      CELL_OF_NOBODY}; /* by colour */
    const cascade_board_t *board = cascade_board(game);
    cascade_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < board->cells; cell++)
        contents[cell] = content[position.colour[cell]];
}

int cascade_action_cells(const game_t *game, action_t action,
                         uint8_t cells[GAME_ACTION_CELLS]) {
    cells[0] = (uint8_t)(action % cascade_board(game)->cells);
    return 1;
}

void cascade_name_cell(const game_t *game, int cell, text_t *out) {
    cascade_write_cell(cascade_board(game), cell, out);
}
