/* board_svg.h - boards of any game as SVG within a page.
 * Use: board_svg_ground(&board, "board-0", page);                 once, in a <defs>
 *      board_svg_position(&board, "board-0", cells, "title", page);
 *      board_svg_heat(&board, heat, cells, "title", page);
 *      board_svg_json(&board)                    the same places and colours for scripts
 * The ground is the empty board, drawn once per page and referred to by its id. Cells are
 * BOARD_SVG_CELL wide, in SVG units.
 */
#ifndef EVAL_BOARD_SVG_H
#define EVAL_BOARD_SVG_H

#include <stdio.h>

typedef struct board_drawing board_drawing_t; /* core/game/board_drawing.h */
typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct cell_drawing cell_drawing_t;   /* core/game/board_drawing.h */

enum { BOARD_SVG_CELL = 40 };

/* The empty board with its cells' names. */
void board_svg_ground(const board_drawing_t *board, const char *id, FILE *page);

void board_svg_position(const board_drawing_t *board, const char *ground,
                        const cell_drawing_t *cells, const char *title, FILE *page);

/* A colour and a short label on each cell; no colour: not measured. */
typedef struct heat_cell {
    char colour[8]; /* "#rrggbb" or "" */
    char label[8];
    char tip[96]; /* shown on hover */
} heat_cell_t;
/* cells: the position whose pieces are shown, small where a cell has a colour. */
void board_svg_heat(const board_drawing_t *board, const heat_cell_t *heat,
                    const cell_drawing_t *cells, const char *title, FILE *page);

cJSON *board_svg_json(const board_drawing_t *board);

#endif
