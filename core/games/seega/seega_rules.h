/* seega_rules.h - the rules of Seega over bitboards; compiled once for each board.
 * Included by seega_square5.c, seega_square7.c and seega_square9.c, which first define
 * the length of a side (SIDE) and board_t (board_count, board_first, board_one,
 * board_pop, board_pick). Bits are cells in order, without gaps: a step up is a shift by
 * 1, a step right a shift by SIDE.
 * Source: RULES.md §2 to §4; the sections are cited at the functions.
 */
#ifndef CORE_SEEGA_RULES_H
#define CORE_SEEGA_RULES_H

#include "core/game/features.h"

#include <assert.h>

enum { CELLS = SIDE * SIDE, PIECES = (CELLS - 1) / 2 /* of each side */ };

#define ALL_CELLS (((board_t)1 << CELLS) - 1)
#define BOTTOM_ROW (ALL_CELLS / (((board_t)1 << SIDE) - 1)) /* one bit a column */
#define TOP_ROW (BOTTOM_ROW << (SIDE - 1))

#include "core/games/seega/seega_edges.h"

typedef struct seega_state {
    board_t pieces[2]; /* by side */
    uint16_t quiet;    /* turns in a row without a capture or removal */
    uint8_t side;      /* to move */
    uint8_t phase;     /* seega_phase_t */
    uint8_t going_on;  /* cell of the piece that may move again, or SEEGA_NO_CELL */
    uint8_t ending;    /* reason_t */
} seega_state_t;

typedef struct tables {
    seega_board_t common; /* first: seega_board() relies on it */
    edge_ends_t ends;
    /* Where a piece that moves to a cell may capture, and the cells behind those, in the
     * same order. */
    board_t victims[CELLS], behind[CELLS];
    board_t capturable; /* cells on which a piece is not safe */
    board_t centre;
    board_t outer_pairs[2]; /* opposite outer centres */
    int end_at, limit;
    seega_blocked_t blocked;
} tables_t;

_Static_assert(sizeof(seega_state_t) <= 128, "states are to be copied cheaply");
_Static_assert(sizeof(tables_t) <= SEEGA_TABLES_BYTES, "enlarge SEEGA_TABLES_BYTES");

static inline const tables_t *tables_of(const game_t *game) {
    return game->tables;
}

static inline board_t empty_cells(const seega_state_t *state) {
    return ALL_CELLS & ~(state->pieces[0] | state->pieces[1]);
}

/* The cells orthogonally next to a set's; bits past the board are masked out. */
static inline board_t neighbours(board_t set) {
    return ((set & ~TOP_ROW) << 1 | (set & ~BOTTOM_ROW) >> 1 | set << SIDE |
            set >> SIDE) &
           ALL_CELLS;
}

/* RULES.md §3.1: the enemies captured by a piece that has moved to `to`: those next to it
 * with an own piece right behind. An enemy at the edge has nothing behind it; there,
 * shifts along rows leave the board, but shifts along columns would run into the next. */
static inline board_t find_captured(board_t to, board_t own, board_t victims) {
    board_t up_or_down = (to << 1 & own >> 1) | (to >> 1 & own << 1);
    board_t across = (to << SIDE & own >> SIDE) | (to >> SIDE & own << SIDE);
    return victims & (across | (up_or_down & ~(TOP_ROW | BOTTOM_ROW)));
}

static inline bool can_move(const seega_state_t *state) {
    return (neighbours(state->pieces[state->side]) & empty_cells(state)) != 0;
}

/* --- Legal actions ------------------------------------------------------------------ */

/* RULES.md §2: where the mover may place; with the fixed opening first on an outer
 * centre, then on the opposite one. */
static inline board_t placeable(const tables_t *tables, const seega_state_t *state) {
    board_t free = empty_cells(state) & ~tables->centre;
    board_t own = state->pieces[state->side];
    if (tables->common.variant.opening == SEEGA_OPENING_FREE || board_count(own) >= 2)
        return free;
    const board_t *pairs = tables->outer_pairs;
    if (own == 0)
        return free & (pairs[0] | pairs[1]);
    return free & (own & pairs[0] ? pairs[0] : pairs[1]);
}

/* Appends first + cell for each cell of a set. */
static inline action_t *append(action_t *next, int first, board_t set) {
    while (set)
        *next++ = (action_t)(first + board_pop(&set));
    return next;
}

/* Appends the moves of a set's pieces. */
static action_t *append_moves(const tables_t *tables, board_t set, board_t empty,
                              action_t *next) {
    const seega_geometry_t *geometry = &tables->common.geometry;
    set &= neighbours(empty);
    while (set) {
        int from = board_pop(&set);
        board_t around = neighbours(board_one(from));
        int first = seega_action_first_move(geometry) + geometry->first_move[from];
        for (board_t targets = around & empty; targets;) {
            int to = board_pop(&targets);
            *next++ = (action_t)(first + board_count(around & (board_one(to) - 1)));
        }
    }
    return next;
}

/* RULES.md §3.3: the actions of a mover none of whose pieces can move. */
static action_t *append_blocked(const tables_t *tables, const seega_state_t *state,
                                action_t *next) {
    const seega_geometry_t *geometry = &tables->common.geometry;
    assert(tables->blocked != SEEGA_BLOCKED_LOSS);
    if (tables->blocked == SEEGA_BLOCKED_REMOVE)
        return append(next, seega_action_remove(geometry, 0),
                      neighbours(state->pieces[state->side]) &
                          state->pieces[1 - state->side]);
    *next++ = (action_t)seega_action_end(geometry);
    return next;
}

static int legal(const game_t *game, const void *bytes, action_t *actions) {
    const tables_t *tables = tables_of(game);
    const seega_state_t *state = bytes;
    action_t *end = actions;
    if (state->ending != REASON_NONE)
        return 0;
    if (seega_is_placing(state->phase)) {
        end = append(end, seega_action_place(0), placeable(tables, state));
    } else if (state->phase == SEEGA_GO_ON) {
        end = append_moves(tables, board_one(state->going_on), empty_cells(state), end);
        *end++ = (action_t)seega_action_end(&tables->common.geometry);
    } else {
        end = append_moves(tables, state->pieces[state->side], empty_cells(state), end);
        if (end == actions)
            end = append_blocked(tables, state, end);
    }
    return (int)(end - actions);
}

/* --- Applying ----------------------------------------------------------------------- */

/* Whether and how the game has ended, at the start or in the middle of a turn: RULES.md
 * §4, in the order of §9.5. */
static inline reason_t find_ending(const tables_t *tables, const seega_state_t *state) {
    if (seega_is_placing(state->phase))
        return REASON_NONE;
    if (board_count(state->pieces[0]) <= tables->end_at ||
        board_count(state->pieces[1]) <= tables->end_at)
        return REASON_WIN;
    if (state->phase != SEEGA_MOVE)
        return REASON_NONE;
    if (state->quiet >= tables->limit)
        return REASON_DRAW;
    return tables->blocked == SEEGA_BLOCKED_LOSS && !can_move(state) ? REASON_STUCK
                                                                     : REASON_NONE;
}

/* Passes the move to the other side; `quiet` is already up to date. */
static inline void end_turn(const tables_t *tables, seega_state_t *state, int phase) {
    state->phase = (uint8_t)phase;
    state->going_on = SEEGA_NO_CELL;
    state->side ^= 1;
    state->ending = (uint8_t)find_ending(tables, state);
}

/* Ends a turn, also by a pass, whose last action captured nothing: the whole turn
 * captured nothing only if that action was its first. */
static inline void end_turn_without_capture(const tables_t *tables,
                                            seega_state_t *state) {
    if (state->phase == SEEGA_MOVE)
        state->quiet++;
    end_turn(tables, state, SEEGA_MOVE);
}

static void apply_place(const tables_t *tables, seega_state_t *state, int cell) {
    state->pieces[state->side] |= board_one(cell);
    if (state->phase == SEEGA_PLACE0)
        state->phase = SEEGA_PLACE1;
    else
        end_turn(tables, state,
                 empty_cells(state) == tables->centre ? SEEGA_MOVE : SEEGA_PLACE0);
}

/* Removes enemies from the board; true if that wins the game, and so ends the turn
 * (RULES.md §9.4). */
static inline bool take(const tables_t *tables, seega_state_t *state, board_t enemies) {
    board_t *theirs = &state->pieces[1 - state->side];
    *theirs &= ~enemies;
    state->quiet = 0;
    if (board_count(*theirs) > tables->end_at)
        return false;
    end_turn(tables, state, SEEGA_MOVE);
    return true;
}

/* RULES.md §3, §3.2. */
static void apply_move(const tables_t *tables, seega_state_t *state, int from, int to) {
    board_t *own = &state->pieces[state->side];
    *own ^= board_one(from) | board_one(to);
    board_t captured = find_captured(board_one(to), *own,
                                     state->pieces[1 - state->side] & tables->capturable);
    if (!captured) {
        end_turn_without_capture(tables, state);
    } else if (!take(tables, state, captured)) {
        state->phase = SEEGA_GO_ON;
        state->going_on = (uint8_t)to;
    }
}

static void apply(const game_t *game, void *bytes, action_t action) {
    const tables_t *tables = tables_of(game);
    const seega_geometry_t *geometry = &tables->common.geometry;
    seega_state_t *state = bytes;
    int move = action - seega_action_first_move(geometry);
    assert(state->ending == REASON_NONE);
    if (move < 0) {
        apply_place(tables, state, action);
    } else if (move < geometry->moves) {
        apply_move(tables, state, geometry->move_from[move], geometry->move_to[move]);
    } else if (action == seega_action_end(geometry)) {
        end_turn_without_capture(tables, state);
    } else if (!take(tables, state,
                     board_one(action - seega_action_remove(geometry, 0)))) {
        state->phase = SEEGA_REMOVED;
    }
}

static int side(const game_t *game, const void *bytes) {
    (void)game;
    return ((const seega_state_t *)bytes)->side;
}

static outcome_t outcome(const game_t *game, const void *bytes) {
    const seega_state_t *state = bytes;
    outcome_t outcome = {state->ending != REASON_NONE, NOBODY, state->ending};
    if (state->ending == REASON_WIN)
        outcome.winner = board_count(state->pieces[0]) <= tables_of(game)->end_at;
    else if (state->ending == REASON_STUCK)
        outcome.winner = 1 - state->side;
    return outcome;
}

static bool first_turn_just_over(const game_t *game, const void *bytes) {
    (void)game;
    const seega_state_t *state = bytes;
    return state->phase == SEEGA_PLACE0 && state->side == 1 && state->pieces[1] == 0;
}

/* --- Between states and positions --------------------------------------------------- */

static void load(const game_t *game, const void *bytes, seega_position_t *position) {
    (void)game;
    const seega_state_t *state = bytes;
    seega_position_init(position);
    for (int cell = 0; cell < CELLS; cell++)
        for (int side = 0; side < 2; side++)
            if (state->pieces[side] & board_one(cell))
                position->owner[cell] = (uint8_t)side;
    position->side = state->side;
    position->phase = state->phase;
    position->going_on = state->going_on;
    position->ending = state->ending;
    position->quiet = state->quiet;
}

static void store(const game_t *game, const seega_position_t *position, void *bytes) {
    seega_state_t *state = bytes;
    memset(state, 0, sizeof *state);
    for (int cell = 0; cell < CELLS; cell++)
        if (position->owner[cell] != NOBODY)
            state->pieces[position->owner[cell]] |= board_one(cell);
    state->side = position->side;
    state->phase = position->phase;
    state->going_on = position->going_on;
    state->quiet = position->quiet;
    state->ending = (uint8_t)find_ending(tables_of(game), state);
}

#include "core/games/seega/seega_playout.h"
#if defined(HAS_LANES) && HAS_LANES
#include "core/games/seega/seega_lockstep.h"
#endif

#include "core/games/seega/seega_features.h"

static const game_rules_t rules = {
    .start = seega_start,
    .legal = legal,
    .apply = apply,
    .side = side,
    .outcome = outcome,
    .playout = playout,
#ifdef CORE_SEEGA_LOCKSTEP_H
    .playouts = playouts,
#endif
    .playout_noted = playout_noted,
    .first_turn_just_over = first_turn_just_over,
};

static void init_flanks(tables_t *tables, int cell) {
    const seega_geometry_t *geometry = &tables->common.geometry;
    for (int victim = 0; victim < CELLS; victim++) {
        int behind = 2 * victim - cell;
        if (behind >= 0 && behind < CELLS && tables->capturable & board_one(victim) &&
            seega_are_neighbours(geometry, cell, victim) &&
            seega_are_neighbours(geometry, victim, behind)) {
            tables->victims[cell] |= board_one(victim);
            tables->behind[cell] |= board_one(behind);
        }
    }
}

/* Sets up what depends on the board; seega.c sets up the rest. */
void seega_make_board(game_t *game) {
    tables_t *tables = game->tables;
    const seega_geometry_t *geometry = &tables->common.geometry;
    const seega_variant_t *variant = &tables->common.variant;
    REQUIRE(geometry->side == SIDE && geometry->pieces == PIECES);
    tables->centre = board_one(geometry->centre);
    tables->capturable = variant->safe_centre ? ALL_CELLS & ~tables->centre : ALL_CELLS;
    for (int i = 0; i < SEEGA_OUTER_CENTRES; i++)
        tables->outer_pairs[i / 2] |= board_one(geometry->outer[i]);
    edges_init(&tables->ends);
    for (int cell = 0; cell < CELLS; cell++)
        init_flanks(tables, cell);
    tables->end_at = (int)variant->end_at;
    tables->limit = (int)variant->no_capture_limit;
    tables->blocked = (seega_blocked_t)variant->blocked;
    tables->common.load = load;
    tables->common.store = store;
    game->rules = rules;
    game->features.write = write_features;
    game->state_bytes = (int)sizeof(seega_state_t);
}

#endif
