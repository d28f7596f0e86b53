/* Seesaw of side 5 on one 64-bit word, without the gaps of a grid: its 61 cells, wrapped
 * to a torus, are a ring of 61 bits on which each direction is a rotation by a constant
 * (+-1, +-13, +-14; Chen, Shin and Kandlur, Addressing, Routing and Broadcasting in
 * Hexagonal Mesh Multiprocessors, 1990). Steps that would wrap around the torus are
 * masked out. */
#include "core/base/bits.h"
#include "core/game/playout.h"
#include "core/games/lanes.h"
#include "core/games/seesaw/seesaw_position.h"

enum { BOARD_BITS = 61, BITS_IN_CELL_ORDER = 0, RIGHT = 13 };
typedef bits64_t board_t;
#define board_count bits64_count
#define board_first bits64_first
#define board_one bits64_one
#define board_pop bits64_pop
#define board_select bits64_select
#define board_pick bits64_pick
#define seesaw_make_board RULES_MADE_HERE(seesaw_make_torus61)

/* For each direction the cells that a step in it can reach. */
typedef struct steps {
    board_t onto[SEESAW_DIRECTIONS];
} steps_t;

static int bit_at(int q, int r) {
    return (q * RIGHT + r) % BOARD_BITS;
}

static void steps_init(steps_t *steps, const seesaw_geometry_t *geometry) {
    memset(steps, 0, sizeof *steps);
    for (int cell = 0; cell < geometry->cells; cell++)
        for (int d = 0; d < SEESAW_DIRECTIONS; d++) {
            int to = geometry->neighbour[cell][d];
            if (to != SEESAW_NO_CELL)
                steps->onto[d] |= board_one(bit_at(geometry->q[to], geometry->r[to]));
        }
}

static const int8_t step_by[SEESAW_DIRECTIONS] = {
    1, BOARD_BITS - RIGHT, RIGHT + 1, BOARD_BITS - 1, RIGHT, BOARD_BITS - RIGHT - 1};

static inline board_t rotate(board_t set, int by) {
    return set << by | set >> (BOARD_BITS - by);
}

static inline board_t step(const steps_t *steps, board_t set, int direction) {
    return rotate(set, step_by[direction]) & steps->onto[direction];
}

static inline board_t step_up(const steps_t *steps, board_t set) {
    return step(steps, set, 0) | step(steps, set, 1) | step(steps, set, 2);
}

static inline board_t step_down(const steps_t *steps, board_t set) {
    return step(steps, set, 3) | step(steps, set, 4) | step(steps, set, 5);
}

static inline board_t step_any(const steps_t *steps, board_t set) {
    return step_up(steps, set) | step_down(steps, set);
}

#if HAS_LANES
#include "core/games/seesaw/seesaw_torus_lanes.h"
#endif
#include "core/games/seesaw/seesaw_rules.h"
