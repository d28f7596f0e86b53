#include "core/game/board_drawing.h"

bool board_colour_is_valid(const char *colour) {
    return colour && strlen(colour) == 7 && colour[0] == '#' &&
           strspn(colour + 1, "0123456789abcdefABCDEF") == 6;
}

void board_draw(const game_t *game, board_drawing_t *board) {
    memset(board, 0, sizeof *board);
    board->cells = game->cells;
    for (int cell = 0; cell < game->cells; cell++) {
        text_t name = text_into(board->name[cell], GAME_CELL_TEXT);
        game_write_cell(game, cell, &name);
    }
    game->drawing.draw_board(game, board);
    for (int owner = 0; owner < 3; owner++)
        if (!board_colour_is_valid(board->colour[owner]))
            board->colour[owner] = "#777777";
}

/* Contents of kind 0 are pieces; other kinds lie on the ground. */
static cell_drawing_t drawn(uint8_t content) {
    cell_drawing_t cell = {CELL_EMPTY, CELL_EMPTY, 0};
    if (content < CELL_KIND)
        cell.piece = content;
    else if (content & CELL_OWNER)
        cell.ground = content & CELL_OWNER;
    else
        cell.ground = CELL_REMOVED;
    return cell;
}

void board_draw_cells(const game_t *game, const state_t *state, cell_drawing_t *cells) {
    uint8_t contents[GAME_MAX_CELLS];
    game_contents(game, state, contents);
    for (int cell = 0; cell < game->cells; cell++)
        cells[cell] = drawn(contents[cell]);
    if (game->drawing.draw_cells)
        game->drawing.draw_cells(game, state, cells);
}
