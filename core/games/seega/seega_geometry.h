/* seega_geometry.h - the square board of Seega: names of squares, action numbers,
 * symmetries.
 * Use: seega_geometry_t geometry; seega_geometry_init(&geometry, 5);
 *      int action = seega_action_move(&geometry, from, to);
 * Errors: misuse is an assert.
 * Source: RULES.md §1, §8; the numbers are explained in seega.h.
 */
#ifndef CORE_SEEGA_GEOMETRY_H
#define CORE_SEEGA_GEOMETRY_H

#include "core/games/seega/seega.h"

enum {
    SEEGA_MAX_MOVES = 4 * SEEGA_MAX_SIDE * (SEEGA_MAX_SIDE - 1),
    SEEGA_SYMMETRIES = 8,
    SEEGA_OUTER_CENTRES = 4
};

typedef struct seega_geometry {
    int side, cells, moves;
    int pieces; /* of each side when all are placed */
    uint8_t centre;
    /* The centres of the outermost rows and columns; opposite ones are adjacent here. */
    uint8_t outer[SEEGA_OUTER_CENTRES];
    uint16_t first_move[SEEGA_MAX_CELLS]; /* from a cell, counted from 0 */
    uint8_t move_from[SEEGA_MAX_MOVES], move_to[SEEGA_MAX_MOVES];
    uint8_t image[SEEGA_SYMMETRIES][SEEGA_MAX_CELLS];
} seega_geometry_t;

void seega_geometry_init(seega_geometry_t *geometry, int side);

static inline int seega_column(const seega_geometry_t *geometry, int cell) {
    return cell / geometry->side;
}
static inline int seega_row(const seega_geometry_t *geometry, int cell) {
    return cell % geometry->side;
}
static inline int seega_cell(const seega_geometry_t *geometry, int column, int row) {
    return column * geometry->side + row;
}

bool seega_are_neighbours(const seega_geometry_t *geometry, int a, int b);

/* Action numbers. */
static inline int seega_action_place(int cell) {
    return cell;
}
static inline int seega_action_first_move(const seega_geometry_t *geometry) {
    return geometry->cells;
}
/* For neighbouring cells. */
int seega_action_move(const seega_geometry_t *geometry, int from, int to);
static inline int seega_action_remove(const seega_geometry_t *geometry, int cell) {
    return geometry->cells + geometry->moves + cell;
}
static inline int seega_action_end(const seega_geometry_t *geometry) {
    return 2 * geometry->cells + geometry->moves;
}

/* The image of an action under a symmetry. */
int seega_action_image(const seega_geometry_t *geometry, int symmetry, int action);

#endif
