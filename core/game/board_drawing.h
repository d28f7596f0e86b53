/* board_drawing.h - how a board is drawn: where its cells lie, their shape and names, and
 * what is shown on them. For pictures on a page; game_contents() has the cells' contents
 * by the rules.
 * Use: board_drawing_t board;   board_draw(game, &board);          once per game
 *      cell_drawing_t cells[GAME_MAX_CELLS];
 *      board_draw_cells(game, &state, cells);                      for each position
 * Units: x to the right and y upwards; the centres of neighbours are 1 apart.
 * Owns: nothing; colours are constants.   Threads: pure functions.
 */
#ifndef CORE_BOARD_DRAWING_H
#define CORE_BOARD_DRAWING_H

#include "core/game/game.h"

typedef struct board_drawing {
    int cells;
    /* Shape of a cell: 4 a square, 6 a hexagon, sized so that neighbours touch, with the
     * first corner `first_corner` degrees counterclockwise from east. 0: cells are
     * points, joined by lines to those at most `reach` away. */
    int corners;
    double first_corner, reach;
    double x[GAME_MAX_CELLS], y[GAME_MAX_CELLS];
    char name[GAME_MAX_CELLS][GAME_CELL_TEXT]; /* game_write_cell's */
    /* Of side 0, of side 1, of neither side: "#rrggbb"; board_draw makes others grey. */
    const char *colour[3];
} board_drawing_t;

/* What is shown on a cell. */
typedef struct cell_drawing {
    uint8_t piece;  /* CELL_EMPTY, CELL_OF_SIDE0, CELL_OF_SIDE1 or CELL_OF_NOBODY */
    uint8_t ground; /* what lies below it: the same values, or CELL_REMOVED: no cell */
    uint8_t number; /* on the piece; 0: none */
} cell_drawing_t;

void board_draw(const game_t *game, board_drawing_t *board);

/* Whether it is "#rrggbb"; colour may be NULL. */
bool board_colour_is_valid(const char *colour);

/* Writes game->cells entries. */
void board_draw_cells(const game_t *game, const state_t *state, cell_drawing_t *cells);

#endif
