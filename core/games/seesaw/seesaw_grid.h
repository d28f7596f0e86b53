/* seesaw_grid.h - steps on an axial grid of STRIDE x STRIDE bits; included by boards.
 * The board's source first defines STRIDE and board_t. Up is South's forward; directions
 * are those of seesaw_position.h.
 * Results may have bits that are not cells: callers intersect them with a set of cells.
 */
#ifndef CORE_SEESAW_GRID_H
#define CORE_SEESAW_GRID_H

/* A grid needs only its constants; a torus has masks here. */
typedef struct steps {
    char unused;
} steps_t;

static void steps_init(steps_t *steps, const seesaw_geometry_t *geometry) {
    (void)geometry;
    steps->unused = 0;
}

static int bit_at(int q, int r) {
    return q * STRIDE + r;
}

static inline board_t step(const steps_t *steps, board_t set, int direction) {
    (void)steps;
    switch (direction) {
    case 0: /* up */
        return set << 1;
    case 1: /* up-left */
        return set >> STRIDE;
    case 2: /* up-right */
        return set << (STRIDE + 1);
    case 3: /* down */
        return set >> 1;
    case 4: /* down-right */
        return set << STRIDE;
    default: /* down-left */
        return set >> (STRIDE + 1);
    }
}

static inline board_t step_up(const steps_t *steps, board_t set) {
    (void)steps;
    board_t up = set << 1;
    return up | up << STRIDE | set >> STRIDE;
}

static inline board_t step_down(const steps_t *steps, board_t set) {
    (void)steps;
    board_t down = set >> 1;
    return down | down >> STRIDE | set << STRIDE;
}

static inline board_t step_any(const steps_t *steps, board_t set) {
    (void)steps;
    board_t up = set << 1, down = set >> 1;
    return up | down | (set | up) << STRIDE | (set | down) >> STRIDE;
}

#endif
