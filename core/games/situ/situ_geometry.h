/* situ_geometry.h - the boards of Situ: coordinates, neighbours and symmetric images of
 * nodes.
 * Use: situ_geometry_t geometry; situ_geometry_init(&geometry, SITU_HEX, 4);
 * Coordinates: `row` from the bottom and `across`, from 0. On square boards across is the
 * column. On the hex board of order N it counts along the row such that a step up-right
 * keeps it and a step up-left decreases it by one; with the third coordinate
 * 3N-1 - row - across, all three run from 0 to 2N, and their permutations are the
 * symmetries of the board.
 * Source: RULES.md §1.
 */
#ifndef CORE_SITU_GEOMETRY_H
#define CORE_SITU_GEOMETRY_H

#include "core/base/text.h"
#include "core/games/situ/situ.h"

enum {
    SITU_MAX_AXES = 4,
    SITU_MAX_DIRECTIONS = 2 * SITU_MAX_AXES,
    SITU_MAX_ROWS = 2 * SITU_MAX_ORDER + 1,
    SITU_MAX_SYMMETRIES = 8
};

typedef struct situ_geometry {
    int grid, order; /* situ_grid_t */
    int rows, cells, symmetries;
    int axes; /* of lines; directions d < axes lead to higher nodes, d + axes to lower */
    uint8_t row_first[SITU_MAX_ROWS], row_length[SITU_MAX_ROWS]; /* node, nodes */
    uint8_t row_across[SITU_MAX_ROWS];                           /* of its first node */
    uint8_t row[SITU_MAX_CELLS], across[SITU_MAX_CELLS];
    uint8_t by_name[SITU_MAX_CELLS]; /* nodes in order of letter, then number */
    /* The next node in a direction, or SITU_NO_CELL. */
    uint8_t neighbour[SITU_MAX_CELLS][SITU_MAX_DIRECTIONS];
    /* The image of each node under a symmetry. */
    uint8_t image[SITU_MAX_SYMMETRIES][SITU_MAX_CELLS];
} situ_geometry_t;

void situ_geometry_init(situ_geometry_t *geometry, situ_grid_t grid, int order);

/* "c12" */
void situ_write_cell(const situ_geometry_t *geometry, int cell, text_t *out);

/* Reads a node's name and advances past it; SITU_NO_CELL if there is none. */
int situ_read_cell(const situ_geometry_t *geometry, const char **text);

#endif
