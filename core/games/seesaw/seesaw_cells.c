#include "core/games/seesaw/seesaw_position.h"

/* Owner of the stack, or kind 1: a tile without a stack. */
void seesaw_contents(const game_t *game, const void *state, uint8_t *contents) {
    const seesaw_board_t *board = seesaw_board(game);
    seesaw_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        int stack = position.stack_side[cell], tile = position.tile_side[cell];
        if (stack != NOBODY)
            contents[cell] = (uint8_t)(CELL_OF_SIDE0 + stack);
        else if (tile != NOBODY)
            contents[cell] = (uint8_t)(CELL_OF_SIDE0 + tile + CELL_KIND);
        else
            contents[cell] = CELL_EMPTY;
    }
}

int seesaw_action_cells(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]) {
    int m = seesaw_board(game)->geometry.cells;
    if (action < m) {
        cells[0] = (uint8_t)action;
        return 1;
    }
    if (action >= seesaw_action_end(m))
        return 0;
    int pair = (action - m) % (m * m);
    cells[0] = (uint8_t)(pair / m);
    cells[1] = (uint8_t)(pair % m);
    return 2;
}

void seesaw_name_cell(const game_t *game, int cell, text_t *out) {
    seesaw_write_cell(&seesaw_board(game)->geometry, cell, out);
}
