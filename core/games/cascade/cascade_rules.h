/* cascade_rules.h - the rules of Cascade over bitboards; compiled once for each board.
 * Included by cascade_board64.c and cascade_board128.c, which first define sets of cells
 * (board_t, board_count, board_one, board_pop), shifts by a number of bits (board_up,
 * board_down) and the draw of a random cell (board_draw).
 * Bits are cells: one row down is one bit up, one column right is `size` bits up. Bits
 * that wrap around an edge are masked out by the cells that have both neighbours.
 * Source: RULES.md §2 and §3; the sections are cited at the functions.
 */
#ifndef CORE_CASCADE_RULES_H
#define CORE_CASCADE_RULES_H

#include "core/game/features.h"

#include <assert.h>

/* The two bits of a cell's cascade_colour_t: plane 0 has the white and red stones, plane
 * 1 the black and red ones. */
typedef struct stones {
    board_t plane[2];
} stones_t;

typedef struct cascade_state {
    stones_t stones;
    uint8_t side; /* to move */
} cascade_state_t;

typedef struct tables {
    cascade_board_t common; /* first: cascade_board() relies on it */
    board_t board;          /* all cells */
    board_t has_above;      /* the cells with two neighbours above */
    board_t has_below;      /* the cells with two neighbours below */
    bool fills_up;          /* direction: both */
} tables_t;

_Static_assert(sizeof(cascade_state_t) <= 128, "states are to be copied cheaply");
_Static_assert(sizeof(tables_t) <= CASCADE_TABLES_BYTES, "enlarge CASCADE_TABLES_BYTES");

static inline const tables_t *tables_of(const game_t *game) {
    return game->tables;
}

static inline board_t filled_cells(const stones_t *stones) {
    return stones->plane[0] | stones->plane[1];
}

/* Without branches: the colour is unpredictable in playouts. */
static inline void put(stones_t *stones, board_t set, unsigned colour) {
    stones->plane[0] |= set & (0 - (board_t)(colour & 1));
    stones->plane[1] |= set & (0 - (board_t)(colour >> 1));
}

/* --- Play: RULES.md §2 -------------------------------------------------------------- */

/* The stones shifted by one cell downwards (or upwards) in their column or row. */
static inline stones_t step(const stones_t *stones, bool down, int bits) {
    stones_t moved;
    for (int i = 0; i < 2; i++)
        moved.plane[i] =
            down ? board_down(stones->plane[i], bits) : board_up(stones->plane[i], bits);
    return moved;
}

/* RULES.md §2.2 and §2.3: the empty cells between two filled ones. */
static inline board_t find_due(const tables_t *tables, board_t filled, bool down) {
    int size = tables->common.size;
    return down ? board_down(filled, 1) & board_down(filled, size) & ~filled &
                      tables->has_above
                : board_up(filled, 1) & board_up(filled, size) & ~filled &
                      tables->has_below;
}

/* The colours of due cells: in each plane the exclusive or of the two neighbours where
 * their colours differ, else their common bit. */
static inline stones_t find_fills(const tables_t *tables, const stones_t *stones,
                                  board_t due, bool down) {
    stones_t a = step(stones, down, 1), b = step(stones, down, tables->common.size);
    board_t unlike0 = a.plane[0] ^ b.plane[0], unlike1 = a.plane[1] ^ b.plane[1];
    return (stones_t){{(unlike0 | (a.plane[0] & ~unlike1)) & due,
                       (unlike1 | (a.plane[1] & ~unlike0)) & due}};
}

static inline void add(stones_t *stones, stones_t more) {
    stones->plane[0] |= more.plane[0];
    stones->plane[1] |= more.plane[1];
}

/* RULES.md §2.4: fills wave by wave until nothing is due. During a game only cells near
 * the last filled ones can be due, but testing the whole board costs no more, and a text
 * may leave cells due anywhere (§8.2). */
static inline void settle(const tables_t *tables, stones_t *stones, bool fills_up) {
    for (;;) {
        board_t filled = filled_cells(stones);
        board_t down = find_due(tables, filled, true);
        /* Cells due both ways are filled from above. */
        board_t up = fills_up ? find_due(tables, filled, false) & ~down : 0;
        if (!(down | up))
            return;
        stones_t fills = find_fills(tables, stones, down, true);
        if (fills_up)
            add(&fills, find_fills(tables, stones, up, false));
        add(stones, fills);
    }
}

static void start(const game_t *game, void *bytes) {
    (void)game;
    memset(bytes, 0, sizeof(cascade_state_t));
}

static int legal(const game_t *game, const void *bytes, action_t *actions) {
    const tables_t *tables = tables_of(game);
    const cascade_state_t *state = bytes;
    action_t *next = actions;
    int cells = tables->common.cells;
    for (int first = 0; first < CASCADE_COLOURS * cells; first += cells)
        for (board_t empty = tables->board & ~filled_cells(&state->stones); empty;)
            *next++ = (action_t)(first + board_pop(&empty));
    return (int)(next - actions);
}

static void apply(const game_t *game, void *bytes, action_t action) {
    const tables_t *tables = tables_of(game);
    cascade_state_t *state = bytes;
    board_t one = board_one(action % tables->common.cells);
    assert(action < game->num_actions && !(filled_cells(&state->stones) & one));
    put(&state->stones, one, (unsigned)(action / tables->common.cells) + 1);
    settle(tables, &state->stones, tables->fills_up);
    state->side ^= 1;
}

static int side(const game_t *game, const void *bytes) {
    (void)game;
    return ((const cascade_state_t *)bytes)->side;
}

/* --- End: RULES.md §3 --------------------------------------------------------------- */

/* The result of a full board. Red stones are in both planes and cancel out. */
static inline outcome_t result(const stones_t *stones) {
    int lead = board_count(stones->plane[0]) - board_count(stones->plane[1]);
    outcome_t outcome = {true, NOBODY, lead == 0 ? REASON_DRAW : REASON_WIN};
    if (lead != 0)
        outcome.winner = lead > 0 ? 0 : 1;
    return outcome;
}

static outcome_t outcome(const game_t *game, const void *bytes) {
    const stones_t *stones = &((const cascade_state_t *)bytes)->stones;
    if (filled_cells(stones) != tables_of(game)->board)
        return (outcome_t){false, NOBODY, REASON_NONE};
    return result(stones);
}

/* One stone cannot fill a second cell. */
static bool first_turn_just_over(const game_t *game, const void *bytes) {
    (void)game;
    const cascade_state_t *state = bytes;
    return state->side == 1 && board_count(filled_cells(&state->stones)) == 1;
}

/* --- Between states and positions --------------------------------------------------- */

static void load(const game_t *game, const void *bytes, cascade_position_t *position) {
    const cascade_state_t *state = bytes;
    memset(position, 0, sizeof *position);
    for (int cell = 0; cell < game->cells; cell++)
        for (int i = 0; i < 2; i++)
            if (state->stones.plane[i] & board_one(cell))
                position->colour[cell] |= (uint8_t)(1 << i);
    position->side = state->side;
}

static void store(const game_t *game, const cascade_position_t *position, void *bytes) {
    cascade_state_t *state = bytes;
    memset(state, 0, sizeof *state);
    for (int cell = 0; cell < game->cells; cell++)
        put(&state->stones, board_one(cell), position->colour[cell]);
    state->side = position->side;
}

#include "core/games/cascade/cascade_playout.h"

#include "core/games/cascade/cascade_features.h"

static const game_rules_t rules = {
    .start = start,
    .legal = legal,
    .apply = apply,
    .side = side,
    .outcome = outcome,
    .playout = playout,
    .playout_noted = playout_noted,
    .first_turn_just_over = first_turn_just_over,
};

/* Sets up what depends on the board; cascade.c sets up the rest. */
void cascade_make_board(game_t *game) {
    tables_t *tables = game->tables;
    const cascade_variant_t *variant = game->variant;
    int size = tables->common.size, last = size - 1;
    for (int cell = 0; cell < game->cells; cell++) {
        int column = cell / size, row = cell % size;
        tables->board |= board_one(cell);
        tables->has_above |= column > 0 && row > 0 ? board_one(cell) : 0;
        tables->has_below |= column < last && row < last ? board_one(cell) : 0;
    }
    tables->fills_up = variant->direction == CASCADE_BOTH;
    tables->common.load = load;
    tables->common.store = store;
    game->rules = rules;
    game->features.write = write_features;
    game->state_bytes = (int)sizeof(cascade_state_t);
}

#endif
