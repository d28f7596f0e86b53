/* seega_playout.h - the playout of Seega; part of seega_rules.h.
 * Draws uniformly from the legal actions, as playout_generic does, without listing
 * them. Two neighbouring cells, one with a piece of the mover and one empty, are one
 * move: the moves of all pieces are two sets of edges of the board, drawn by their
 * counts, and a move is the exchange of its two ends.
 */
#ifndef CORE_SEEGA_PLAYOUT_H
#define CORE_SEEGA_PLAYOUT_H

/* Edges that are moves, each on the bit of its lower or left end. */
typedef struct edges {
    board_t up, right;
} edges_t;

static inline edges_t find_moves(board_t own, board_t empty) {
    edges_t moves = {
        ((own & empty >> 1) | (empty & own >> 1)) & ~TOP_ROW,
        (own & empty >> SIDE) | (empty & own >> SIDE),
    };
    return moves;
}

/* Whether both sets fit one board_t side by side. */
enum { EDGES_FIT = 2 * CELLS <= 8 * sizeof(board_t) };

static inline int edges_count(const edges_t *edges) {
    if (EDGES_FIT)
        return board_count(edges->up | edges->right << CELLS);
    return board_count(edges->up) + board_count(edges->right);
}

/* The two ends of the edge with a number below the count. */
static inline board_t edges_pick(const edges_t *edges, int number) {
    if (EDGES_FIT) {
        board_t one = board_pick(edges->up | edges->right << CELLS, number);
        board_t up = one & ALL_CELLS, right = one >> CELLS;
        return up | up << 1 | right | right << SIDE;
    }
    int count = board_count(edges->up);
    bool is_up = number < count;
    board_t one =
        board_pick(is_up ? edges->up : edges->right, is_up ? number : number - count);
    return one | one << (is_up ? 1 : SIDE);
}

static inline int below(pcg32_t *rng, int bound) {
    return (int)pcg32_below(rng, (uint32_t)bound);
}

/* What follows is compiled twice, with notes and, where they are NULL, without. */
#define INLINE static inline __attribute__((always_inline))

/* The placing of these cells, two a turn from the turn and phase at hand on: in which
 * order a side places its own makes no difference. */
static void note_placing(const seega_state_t *state, board_t red, board_t blue,
                         playout_notes_t *notes) {
    board_t cells[2] = {red, blue};
    int side = state->side, in_turn = state->phase == SEEGA_PLACE1;
    while (cells[side]) {
        playout_note(notes, side, (action_t)seega_action_place(board_pop(&cells[side])));
        side ^= in_turn;
        in_turn ^= 1;
    }
}

INLINE void note_move(const tables_t *tables, int side, board_t from, board_t to,
                      playout_notes_t *notes) {
    const seega_geometry_t *geometry = &tables->common.geometry;
    if (notes)
        playout_note(notes, side,
                     (action_t)(seega_action_first_move(geometry) +
                                geometry->first_move[board_first(from)] +
                                board_count(neighbours(from) & (to - 1))));
}

/* Places what is left to place. Once the opening is over every order of the rest is as
 * likely as any other, so Red's share of the free cells is a uniformly drawn subset and
 * the order does not matter. */
static uint32_t random_placing(const tables_t *tables, seega_state_t *state, pcg32_t *rng,
                               playout_notes_t *notes) {
    uint32_t actions = 0;
    if (tables->common.variant.opening == SEEGA_OPENING_FIXED)
        for (; board_count(state->pieces[1]) < 2; actions++) {
            board_t cells = placeable(tables, state);
            board_t one = board_pick(cells, below(rng, board_count(cells)));
            playout_note(notes, state->side,
                         (action_t)seega_action_place(board_first(one)));
            apply_place(tables, state, board_first(one));
        }
    board_t before = state->pieces[0];
    board_t cells = empty_cells(state) & ~tables->centre;
    int left = board_count(cells);
    actions += (uint32_t)left;
    for (int red = PIECES - board_count(state->pieces[0]); red > 0; red--) {
        board_t one = board_pick(cells, below(rng, left--));
        state->pieces[0] |= one;
        cells ^= one;
    }
    if (notes)
        note_placing(state, state->pieces[0] & ~before, cells, notes);
    state->pieces[1] |= cells;
    state->side = 0;
    state->phase = SEEGA_MOVE;
    state->ending = (uint8_t)find_ending(tables, state);
    return actions;
}

/* The moving phase within a playout: the mover's pieces and the enemy's, so that a change
 * of turns is an exchange of the two. */
typedef struct random_game {
    board_t own, enemies;
    int side, quiet;
    uint32_t actions;
    pcg32_t rng; /* a copy that can live in registers */
} random_game_t;

static inline void exchange_sides(random_game_t *random) {
    board_t own = random->own;
    random->own = random->enemies;
    random->enemies = own;
    random->side ^= 1;
}

static inline board_t random_empty(const random_game_t *random) {
    return ALL_CELLS & ~(random->own | random->enemies);
}

/* Lets the piece on `at`, which has captured, go on for as long as it is drawn to. */
INLINE void random_going_on(const tables_t *tables, random_game_t *random, board_t at,
                            playout_notes_t *notes) {
    board_t captured;
    do {
        board_t targets = neighbours(at) & random_empty(random);
        int count = board_count(targets), number = below(&random->rng, count + 1);
        random->actions++;
        if (number == count) {
            playout_note(notes, random->side,
                         (action_t)seega_action_end(&tables->common.geometry));
            return;
        }
        board_t to = board_pick(targets, number);
        note_move(tables, random->side, at, to, notes);
        random->own ^= at | to;
        at = to;
        captured = find_captured(at, random->own, random->enemies & tables->capturable);
        random->enemies ^= captured;
    } while (captured && board_count(random->enemies) > tables->end_at);
}

/* The turn of a mover without a move, up to what the move after a removal takes over. */
INLINE reason_t random_blocked(const tables_t *tables, random_game_t *random,
                               playout_notes_t *notes) {
    const seega_geometry_t *geometry = &tables->common.geometry;
    if (tables->blocked == SEEGA_BLOCKED_LOSS) {
        exchange_sides(random); /* to the winner */
        return REASON_STUCK;
    }
    random->actions++;
    if (tables->blocked == SEEGA_BLOCKED_PASS) {
        playout_note(notes, random->side, (action_t)seega_action_end(geometry));
        if (++random->quiet >= tables->limit)
            return REASON_DRAW;
        exchange_sides(random);
        return REASON_NONE;
    }
    board_t cells = neighbours(random->own) & random->enemies;
    board_t one = board_pick(cells, below(&random->rng, board_count(cells)));
    playout_note(notes, random->side,
                 (action_t)seega_action_remove(geometry, board_first(one)));
    random->enemies ^= one;
    random->quiet = -1; /* the end of this turn makes it 0 */
    return board_count(random->enemies) <= tables->end_at ? REASON_WIN : REASON_NONE;
}

/* Plays from the start of a turn, or from a removal, to the end. The winner, if there is
 * one, is the side that is then `random->side`. */
INLINE reason_t random_moving(const tables_t *tables, random_game_t *random,
                              playout_notes_t *notes) {
    for (;;) {
        edges_t moves = find_moves(random->own, random_empty(random));
        int count = edges_count(&moves);
        if (count == 0) {
            reason_t ending = random_blocked(tables, random, notes);
            if (ending != REASON_NONE)
                return ending;
            continue;
        }
        board_t ends = edges_pick(&moves, below(&random->rng, count));
        board_t to = ends & ~random->own;
        note_move(tables, random->side, ends & random->own, to, notes);
        random->own ^= ends;
        random->actions++;
        random->quiet++;
        board_t captured =
            find_captured(to, random->own, random->enemies & tables->capturable);
        if (captured) {
            random->enemies ^= captured;
            if (board_count(random->enemies) > tables->end_at)
                random_going_on(tables, random, to, notes);
            if (board_count(random->enemies) <= tables->end_at)
                return REASON_WIN;
            random->quiet = 0;
        } else if (random->quiet >= tables->limit) {
            return REASON_DRAW;
        }
        exchange_sides(random);
    }
}

/* The last position, in which the other side than the last mover's or the winner's would
 * be to move. */
static void store_end(seega_state_t *state, const random_game_t *random,
                      reason_t ending) {
    state->pieces[random->side] = random->own;
    state->pieces[1 - random->side] = random->enemies;
    state->side = (uint8_t)(1 - random->side);
    state->phase = SEEGA_MOVE;
    state->going_on = SEEGA_NO_CELL;
    state->quiet = ending == REASON_WIN ? 0 : (uint16_t)random->quiet;
    state->ending = (uint8_t)ending;
}

INLINE playout_t play_to_the_end(const game_t *game, void *bytes, pcg32_t *rng,
                                 playout_notes_t *notes) {
    const tables_t *tables = tables_of(game);
    seega_state_t *state = bytes;
    playout_t result = {.length = 0};
    if (seega_is_placing(state->phase))
        result.length = random_placing(tables, state, rng, notes);
    result.outcome = outcome(game, state);
    if (result.outcome.over)
        return result;
    random_game_t random = {.own = state->pieces[state->side],
                            .enemies = state->pieces[1 - state->side],
                            .side = state->side,
                            .quiet = state->phase == SEEGA_REMOVED ? -1 : state->quiet,
                            .actions = result.length,
                            .rng = *rng};
    reason_t ending = REASON_NONE;
    if (state->phase == SEEGA_GO_ON) {
        random_going_on(tables, &random, board_one(state->going_on), notes);
        if (board_count(random.enemies) <= tables->end_at)
            ending = REASON_WIN;
        else
            exchange_sides(&random);
    }
    if (ending == REASON_NONE)
        ending = random_moving(tables, &random, notes);
    *rng = random.rng;
    store_end(state, &random, ending);
    result.length = random.actions;
    result.outcome.over = true;
    result.outcome.reason = (uint8_t)ending;
    result.outcome.winner = (uint8_t)(ending == REASON_DRAW ? NOBODY : random.side);
    return result;
}

static playout_t playout(const game_t *game, void *state, pcg32_t *rng) {
    return play_to_the_end(game, state, rng, NULL);
}

static playout_t playout_noted(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes) {
    return play_to_the_end(game, state, rng, notes);
}

#endif
