/* seesaw_rules.h - the rules of Seesaw over bitboards; compiled once for each board.
 * Included by seesaw_grid7.c, seesaw_torus61.c and seesaw_grid11.c, which first define
 * board_t (board_count, board_first, board_one, board_pop, board_select, BOARD_BITS,
 * BITS_IN_CELL_ORDER), the bits of cells (bit_at) and the steps of sets of cells (step,
 * step_up, step_down, step_any; steps_t, steps_init).
 * Source: RULES.md; its sections are cited at the functions.
 */
#ifndef CORE_SEESAW_RULES_H
#define CORE_SEESAW_RULES_H

#include "core/game/features.h"
#include "core/games/seesaw/seesaw_feature_groups.h"

#include <assert.h>

enum {
    NO_BIT = 255,
    SEESAW_TOLD_TURNS = 2,
    SET_WORDS = BOARD_BITS > 64 ? 2 : 1 /* words of 64 bits of a set of cells */
};

typedef struct seesaw_state {
    board_t stacks[2], tiles[2]; /* by side */
    uint8_t size[BOARD_BITS];    /* of the stack on the bit; 0: none */
    uint8_t side;                /* to move */
    uint8_t chain;  /* bit of a capturing stack that may continue, or NO_BIT */
    uint8_t left;   /* its steps left over */
    uint8_t passes; /* in a row */
    uint8_t ending; /* reason_t */
    uint16_t turn;  /* turns played */
} seesaw_state_t;

typedef struct tables {
    seesaw_board_t common; /* first: seesaw_board() relies on it */
    seesaw_state_t start;  /* of a game */
    steps_t steps;
    board_t board;                                /* all cells */
    board_t around[BOARD_BITS];                   /* a bit's neighbours on the board */
    board_t above[BOARD_BITS], below[BOARD_BITS]; /* the upper ones, the lower ones */
    /* The origin of a stack that is now on a bit, by side: [1 + d], the neighbour from
     * which it went forward in direction d; [0], none: it was deployed. */
    board_t whence[2][4][BOARD_BITS];
    bits64_gather_t gather[SET_WORDS]; /* compacts the board's bits */
    uint8_t gathered[SET_WORDS];       /* how many */
    uint8_t cell[BOARD_BITS];          /* of a bit */
    uint8_t bit[SEESAW_MAX_CELLS];
    uint16_t max_turns;
    bool stuck_loses, must_recapture, must_capture;
} tables_t;

_Static_assert(sizeof(seesaw_state_t) <= (BOARD_BITS <= 64 ? 128 : GAME_STATE_BYTES),
               "states are to be copied cheaply");
_Static_assert(sizeof(tables_t) <= SEESAW_TABLES_BYTES, "enlarge SEESAW_TABLES_BYTES");

static inline const tables_t *tables_of(const game_t *game) {
    return game->tables;
}

static inline uint64_t set_word(board_t set, int word) {
    return (uint64_t)(word == 0 ? set : set >> (SET_WORDS > 1 ? 64 : 0));
}

static inline board_t empty_cells(const tables_t *tables, const seesaw_state_t *state) {
    return tables->board & ~(state->stacks[0] | state->stacks[1]);
}

/* RULES.md §3.1: the cells of `enemies` that a stack reaches in at most `steps` steps. */
static inline board_t reach_enemies(const tables_t *tables, int from, int steps,
                                    board_t empty, board_t enemies) {
    board_t next = tables->around[from], seen = next & empty, front = seen;
    board_t reached = next & enemies;
    while (--steps > 0 && front) {
        next = step_any(&tables->steps, front);
        reached |= next & enemies;
        front = next & empty & ~seen;
        seen |= front;
    }
    return reached;
}

/* RULES.md §3.1: the steps that a capture spends, those of the shortest path. */
static inline int capture_steps(const tables_t *tables, int from, board_t to,
                                board_t empty) {
    board_t next = tables->around[from], seen = 0, front;
    int steps = 1;
    for (; !(next & to); steps++) {
        front = next & empty & ~seen;
        assert(front);
        seen |= front;
        next = step_any(&tables->steps, front);
    }
    return steps;
}

/* RULES.md §3: odd stacks go forward, even ones backward; forward is up for South. */
static inline bool goes_up(int size, int side) {
    return ((size ^ side) & 1) != 0;
}

/* RULES.md §3.3: the cells that a stack can glide to in 1 to `steps` steps. */
static inline board_t reach_glides(const tables_t *tables, int from, int steps, bool up,
                                   board_t empty) {
    board_t seen = (up ? tables->above[from] : tables->below[from]) & empty;
    board_t front = seen;
    while (--steps > 0 && front) {
        front = up ? step_up(&tables->steps, front) : step_down(&tables->steps, front);
        front &= empty & ~seen;
        seen |= front;
    }
    return seen;
}

/* RULES.md §3.4. */
static inline board_t deploy_cells(const tables_t *tables, const seesaw_state_t *state,
                                   board_t empty) {
    board_t tiles = state->tiles[0] | state->tiles[1];
    return step_any(&tables->steps, state->tiles[state->side]) & empty & ~tiles;
}

/* --- Legal actions ------------------------------------------------------------------ */

/* Appends first + cell for each cell of a set. */
static inline action_t *append(const tables_t *tables, action_t *next, int first,
                               board_t set) {
    while (set)
        *next++ = (action_t)(first + tables->cell[board_pop(&set)]);
    return next;
}

static action_t *append_glides(const tables_t *tables, const seesaw_state_t *state,
                               int from, int steps, board_t empty, action_t *next) {
    bool up = goes_up(state->size[from], state->side);
    return append(
        tables, next,
        seesaw_action_glide(tables->common.geometry.cells, tables->cell[from], 0),
        reach_glides(tables, from, steps, up, empty));
}

static action_t *append_captures(const tables_t *tables, const seesaw_state_t *state,
                                 int from, int steps, board_t empty, action_t *next) {
    return append(
        tables, next,
        seesaw_action_capture(tables->common.geometry.cells, tables->cell[from], 0),
        reach_enemies(tables, from, steps, empty, state->stacks[1 - state->side]));
}

/* RULES.md §3.3 and §3.4, with the restrictions of the first turn (§9.4). */
static action_t *append_quiet(const tables_t *tables, const seesaw_state_t *state,
                              board_t empty, action_t *next) {
    int first_turn = state->turn == 0 && state->side == 0
                         ? tables->common.variant.first_turn
                         : SEESAW_FIRST_ANY;
    if (first_turn != SEESAW_FIRST_GLIDE)
        next = append(tables, next, seesaw_action_deploy(0),
                      deploy_cells(tables, state, empty));
    if (first_turn != SEESAW_FIRST_DEPLOY)
        for (board_t own = state->stacks[state->side]; own;) {
            int from = board_pop(&own);
            next = append_glides(tables, state, from, state->size[from], empty, next);
        }
    return next;
}

/* RULES.md §3.2: the actions in the middle of a turn. */
static action_t *append_chain(const tables_t *tables, const seesaw_state_t *state,
                              board_t empty, action_t *next) {
    action_t captures[SEESAW_MAX_CELLS];
    action_t *captures_end =
        append_captures(tables, state, state->chain, state->left, empty, captures);
    size_t count = (size_t)(captures_end - captures);
    bool free_to_stop = count == 0 || !tables->must_recapture;
    if (free_to_stop)
        next = append_glides(tables, state, state->chain, state->left, empty, next);
    memcpy(next, captures, count * sizeof *captures);
    next += count;
    if (free_to_stop)
        *next++ = (action_t)seesaw_action_end(tables->common.geometry.cells);
    return next;
}

/* The actions at the start of a turn, without the pass. */
static action_t *append_turn(const tables_t *tables, const seesaw_state_t *state,
                             board_t empty, action_t *next) {
    action_t captures[GAME_MAX_LEGAL];
    action_t *captures_end = captures;
    for (board_t own = state->stacks[state->side]; own;) {
        int from = board_pop(&own);
        captures_end =
            append_captures(tables, state, from, state->size[from], empty, captures_end);
    }
    size_t count = (size_t)(captures_end - captures);
    if (count == 0 || !tables->must_capture)
        next = append_quiet(tables, state, empty, next);
    memcpy(next, captures, count * sizeof *captures);
    return next + count;
}

static void sort_ascending(action_t *actions, int count) {
    for (int i = 1; i < count; i++) {
        action_t action = actions[i];
        int j = i;
        for (; j > 0 && actions[j - 1] > action; j--)
            actions[j] = actions[j - 1];
        actions[j] = action;
    }
}

static int legal(const game_t *game, const void *bytes, action_t *actions) {
    const tables_t *tables = tables_of(game);
    const seesaw_state_t *state = bytes;
    if (state->ending != REASON_NONE)
        return 0;
    board_t empty = empty_cells(tables, state);
    action_t *end = state->chain != NO_BIT ? append_chain(tables, state, empty, actions)
                                           : append_turn(tables, state, empty, actions);
    if (end == actions)
        *end++ = (action_t)seesaw_action_pass(tables->common.geometry.cells);
    int count = (int)(end - actions);
    if (!BITS_IN_CELL_ORDER)
        sort_ascending(actions, count);
    return count;
}

static bool is_stuck(const tables_t *tables, const seesaw_state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    return append_turn(tables, state, empty_cells(tables, state), actions) == actions;
}

/* --- Applying ----------------------------------------------------------------------- */

/* RULES.md §4, in the order of §9.5. */
static reason_t find_ending(const tables_t *tables, const seesaw_state_t *state) {
    if (!state->stacks[0] || !state->stacks[1])
        return REASON_WIN;
    if (state->passes >= 2)
        return REASON_BOTH_STUCK;
    if (tables->stuck_loses && state->chain == NO_BIT && is_stuck(tables, state))
        return REASON_STUCK;
    return state->turn >= tables->max_turns ? REASON_CUT_OFF : REASON_NONE;
}

/* Passes the move to the other side; the stack that moved has been promoted if due. */
static inline void end_turn(const tables_t *tables, seesaw_state_t *state) {
    state->chain = NO_BIT;
    state->left = 0;
    state->side ^= 1;
    state->turn++;
    state->ending = (uint8_t)find_ending(tables, state);
}

/* RULES.md §3.5: whether the stack on a bit, whose turn is over, is promoted. */
static inline bool is_promoted(const seesaw_state_t *state, int bit) {
    int tile_side = state->side ^ (state->size[bit] & 1);
    return (state->tiles[tile_side] & board_one(bit)) != 0;
}

static inline void end_turn_of_stack(const tables_t *tables, seesaw_state_t *state,
                                     int bit) {
    if (is_promoted(state, bit))
        state->size[bit] = (uint8_t)seesaw_grown(state->size[bit]);
    state->passes = 0;
    end_turn(tables, state);
}

static inline void move_stack(seesaw_state_t *state, int from, int to) {
    state->stacks[state->side] ^= board_one(from) | board_one(to);
    state->size[to] = state->size[from];
    state->size[from] = 0;
}

static inline void apply_capture(const tables_t *tables, seesaw_state_t *state, int from,
                                 int to) {
    int steps = state->chain != NO_BIT ? state->left : state->size[from];
    int left =
        steps - capture_steps(tables, from, board_one(to), empty_cells(tables, state));
    assert(left >= 0);
    state->stacks[1 - state->side] &= ~board_one(to);
    move_stack(state, from, to);
    if (left > 0 && state->stacks[1 - state->side]) {
        state->chain = (uint8_t)to;
        state->left = (uint8_t)left;
    } else {
        end_turn_of_stack(tables, state, to);
    }
}

static inline void apply_deploy(const tables_t *tables, seesaw_state_t *state, int bit) {
    state->stacks[state->side] |= board_one(bit);
    state->tiles[state->side] |= board_one(bit);
    state->size[bit] = 1;
    state->passes = 0;
    end_turn(tables, state);
}

/* RULES.md §3.6. */
static inline void apply_pass(const tables_t *tables, seesaw_state_t *state) {
    state->passes++;
    end_turn(tables, state);
}

static void apply(const game_t *game, void *bytes, action_t action) {
    const tables_t *tables = tables_of(game);
    seesaw_state_t *state = bytes;
    int cells = tables->common.geometry.cells, pair = action - cells;
    assert(state->ending == REASON_NONE);
    if (pair < 0) {
        apply_deploy(tables, state, tables->bit[action]);
    } else if (pair < 2 * cells * cells) {
        bool captures = pair >= cells * cells;
        pair -= captures ? cells * cells : 0;
        int from = tables->bit[pair / cells], to = tables->bit[pair % cells];
        if (captures) {
            apply_capture(tables, state, from, to);
        } else {
            move_stack(state, from, to);
            end_turn_of_stack(tables, state, to);
        }
    } else if (action == seesaw_action_end(cells)) {
        end_turn_of_stack(tables, state, state->chain);
    } else {
        apply_pass(tables, state);
    }
}

static int side(const game_t *game, const void *bytes) {
    (void)game;
    return ((const seesaw_state_t *)bytes)->side;
}

static outcome_t outcome(const game_t *game, const void *bytes) {
    (void)game;
    const seesaw_state_t *state = bytes;
    outcome_t outcome = {state->ending != REASON_NONE, NOBODY, state->ending};
    if (state->ending == REASON_WIN)
        outcome.winner = state->stacks[0] ? 0 : 1;
    else if (state->ending == REASON_STUCK)
        outcome.winner = 1 - state->side;
    return outcome;
}

/* The first turn may be restricted, and after it the players may swap; later turns differ
 * only in the cut-off. */
static int forget_turns(const game_t *game, void *bytes) {
    seesaw_state_t *state = bytes;
    int left = tables_of(game)->max_turns - state->turn;
    if (state->turn > SEESAW_TOLD_TURNS)
        state->turn = SEESAW_TOLD_TURNS;
    return left;
}

static bool first_turn_just_over(const game_t *game, const void *bytes) {
    (void)game;
    const seesaw_state_t *state = bytes;
    return state->turn == 1 && state->chain == NO_BIT;
}

/* --- Between states and positions --------------------------------------------------- */

static void load(const game_t *game, const void *bytes, seesaw_position_t *position) {
    const tables_t *tables = tables_of(game);
    const seesaw_state_t *state = bytes;
    memset(position, 0, sizeof *position);
    for (int cell = 0; cell < tables->common.geometry.cells; cell++) {
        int bit = tables->bit[cell];
        position->stack_side[cell] = position->tile_side[cell] = NOBODY;
        for (int side = 0; side < 2; side++) {
            if (state->stacks[side] & board_one(bit))
                position->stack_side[cell] = (uint8_t)side;
            if (state->tiles[side] & board_one(bit))
                position->tile_side[cell] = (uint8_t)side;
        }
        position->stack_size[cell] = state->size[bit];
    }
    position->side = state->side;
    position->chain_cell =
        state->chain == NO_BIT ? SEESAW_NO_CELL : tables->cell[state->chain];
    position->chain_left = state->left;
    position->passes = state->passes;
    position->ending = state->ending;
    position->turn = state->turn;
}

static void store(const game_t *game, const seesaw_position_t *position, void *bytes) {
    const tables_t *tables = tables_of(game);
    seesaw_state_t *state = bytes;
    memset(state, 0, sizeof *state);
    for (int cell = 0; cell < tables->common.geometry.cells; cell++) {
        int bit = tables->bit[cell];
        if (position->stack_side[cell] != NOBODY)
            state->stacks[position->stack_side[cell]] |= board_one(bit);
        if (position->tile_side[cell] != NOBODY)
            state->tiles[position->tile_side[cell]] |= board_one(bit);
        state->size[bit] = position->stack_size[cell];
    }
    state->side = position->side;
    state->chain = position->chain_cell == SEESAW_NO_CELL
                       ? NO_BIT
                       : tables->bit[position->chain_cell];
    state->left = position->chain_left;
    state->passes = position->passes;
    state->turn = position->turn;
    state->ending = (uint8_t)find_ending(tables, state);
}

#include "core/games/seesaw/seesaw_playout.h"
#if defined(HAS_LANES) && HAS_LANES
#include "core/games/seesaw/seesaw_lockstep.h"
#endif

#include "core/games/seesaw/seesaw_features.h"

static void start(const game_t *game, void *bytes) {
    memcpy(bytes, &tables_of(game)->start, sizeof(seesaw_state_t));
}

static const game_rules_t rules = {
    .start = start,
    .legal = legal,
    .apply = apply,
    .side = side,
    .outcome = outcome,
    .playout = playout,
#ifdef CORE_SEESAW_LOCKSTEP_H
    .playouts = playouts,
#endif
    .first_turn_just_over = first_turn_just_over,
    .forget_turns = forget_turns,
};

/* Sets up what depends on the board; seesaw.c sets up the rest. */
void seesaw_make_board(game_t *game) {
    tables_t *tables = game->tables;
    const seesaw_geometry_t *geometry = &tables->common.geometry;
    int places = 0;
    steps_init(&tables->steps, geometry);
    for (int cell = 0; cell < geometry->cells; cell++) {
        int bit = bit_at(geometry->q[cell], geometry->r[cell]);
        tables->bit[cell] = (uint8_t)bit;
        tables->cell[bit] = (uint8_t)cell;
        tables->board |= board_one(bit);
    }
    REQUIRE(board_count(tables->board) == geometry->cells);
    for (int cell = 0; cell < geometry->cells; cell++) {
        int bit = tables->bit[cell];
        board_t one = board_one(bit);
        tables->above[bit] = step_up(&tables->steps, one) & tables->board;
        tables->below[bit] = step_down(&tables->steps, one) & tables->board;
        tables->around[bit] = tables->above[bit] | tables->below[bit];
        for (int side = 0; side < 2; side++)
            for (int d = 0; d < 3; d++)
                tables->whence[side][d + 1][bit] =
                    step_of(tables, one, side, d + 3) & tables->board;
    }
    for (board_t rest = tables->board; rest;) {
        int cell = tables->cell[board_pop(&rest)];
        tables->common.place_cell[places++] = (uint8_t)cell;
    }
    for (int w = 0; w < SET_WORDS; w++) {
        tables->gather[w] = bits64_gather_init(set_word(tables->board, w));
        tables->gathered[w] = (uint8_t)bits64_count(tables->gather[w].mask);
    }
    tables->max_turns = (uint16_t)tables->common.variant.max_turns;
    tables->stuck_loses = tables->common.variant.stuck == SEESAW_STUCK_LOSS;
    tables->must_recapture = tables->common.variant.recapture == SEESAW_FORCED;
    tables->must_capture = tables->common.variant.capture == SEESAW_FORCED;
    tables->common.load = load;
    tables->common.store = store;
    seesaw_start(game, &tables->start);
    game->rules = rules;
    game->features.write = write_features;
    game->state_bytes = (int)sizeof(seesaw_state_t);
}

#endif
