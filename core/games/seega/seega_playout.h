/* seega_playout.h - the playout of Seega; part of seega_rules.h.
 * Draws uniformly from the legal actions, as playout_generic does, without listing
 * them: an edge of the board from the set of all moves (seega_edges.h).
 */
#ifndef CORE_SEEGA_PLAYOUT_H
#define CORE_SEEGA_PLAYOUT_H

/* Whether a piece that has moved to `to` captures. The sets are pieces_t.here; where
 * edges fit one word, only their cells count. */
static inline bool captures(const tables_t *tables, board_t to, board_t own,
                            board_t enemies) {
#if defined(__BMI2__)
    if (CELLS <= 64) {
        int cell = board_first(to);
        return (bits64_extract((uint64_t)enemies, (uint64_t)tables->victims[cell]) &
                bits64_extract((uint64_t)own, (uint64_t)tables->behind[cell])) != 0;
    }
#endif
    return find_captured(to & ALL_CELLS, own & ALL_CELLS, enemies & tables->capturable) !=
           0;
}

static inline int below(pcg32_t *rng, int bound) {
    return (int)pcg32_below(rng, (uint32_t)bound);
}

/* The following is compiled twice, with notes and, for NULL, without. */
#define INLINE static inline __attribute__((always_inline))

/* Notes the placing of these cells, two a turn from the current turn and phase on; the
 * order in which a side places its pieces makes no difference. */
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

/* Places all remaining pieces. After the opening every order is equally likely, so Red's
 * share of the free cells is a uniformly drawn subset and the order does not matter. */
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

/* The moving phase of a playout: the mover's pieces and the enemy's, so that a change of
 * turns is an exchange of the two. */
typedef struct random_game {
    pieces_t own, enemies;
    edges_t open;
    board_t to; /* of the last move, if it captures */
    int side;
    uint32_t actions;
    uint32_t draw_at; /* actions after which the game is drawn, without a capture */
    pcg32_t rng;      /* a copy that can live in registers */
} random_game_t;

static inline void exchange_sides(random_game_t *random) {
    pieces_t own = random->own;
    random->own = random->enemies;
    random->enemies = own;
    random->side ^= 1;
}

static inline void set_pieces(random_game_t *random, board_t own, board_t enemies) {
    random->own = pieces_of(own);
    random->enemies = pieces_of(enemies);
    random->open = edges_open(ALL_CELLS & ~(own | enemies));
}

/* `quiet`: turns in a row without a capture or removal before this action; -1: a piece
 * has been removed in this turn. Every further quiet turn is one action. */
static inline void set_quiet(const tables_t *tables, random_game_t *random, int quiet) {
    random->draw_at = random->actions + (uint32_t)(tables->limit - quiet);
}

/* The rest of a turn after a move to `at` that captured these enemies: the piece moves
 * again until the end action is drawn or a move captures nothing. True if its captures
 * win the game. */
INLINE bool random_going_on(const tables_t *tables, random_game_t *random, board_t at,
                            board_t taken, playout_notes_t *notes) {
    board_t own = pieces_cells(&random->own);
    board_t enemies = pieces_cells(&random->enemies) ^ taken;
    bool wins = board_count(enemies) <= tables->end_at;
    while (!wins) {
        board_t targets = neighbours(at) & ~(own | enemies);
        int count = board_count(targets), number = below(&random->rng, count + 1);
        random->actions++;
        if (number == count) {
            playout_note(notes, random->side,
                         (action_t)seega_action_end(&tables->common.geometry));
            break;
        }
        board_t to = board_pick(targets, number);
        note_move(tables, random->side, at, to, notes);
        own ^= at | to;
        at = to;
        taken = find_captured(at, own, enemies & tables->capturable);
        if (!taken)
            break;
        enemies ^= taken;
        wins = board_count(enemies) <= tables->end_at;
    }
    set_pieces(random, own, enemies);
    return wins;
}

/* The turn of a mover without a move, up to the move that follows a removal. */
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
        if (random->actions == random->draw_at)
            return REASON_DRAW;
        exchange_sides(random);
        return REASON_NONE;
    }
    board_t own = pieces_cells(&random->own), enemies = pieces_cells(&random->enemies);
    board_t cells = neighbours(own) & enemies;
    board_t one = board_pick(cells, below(&random->rng, board_count(cells)));
    playout_note(notes, random->side,
                 (action_t)seega_action_remove(geometry, board_first(one)));
    set_quiet(tables, random, -1);
    set_pieces(random, own, enemies ^ one);
    return board_count(enemies) - 1 <= tables->end_at ? REASON_WIN : REASON_NONE;
}

/* The result of a turn of one move. */
typedef enum { TURN_MADE, TURN_CAPTURES, TURN_DRAWS, TURN_BLOCKED } turn_t;

/* The first move of a turn; it captures from the cell `random->to`. */
INLINE turn_t random_move(const tables_t *tables, random_game_t *random, pieces_t *own,
                          const pieces_t *enemies, int side, playout_notes_t *notes) {
    edges_t moves = edges_touching(own, &random->open);
    uint32_t count = edges_count(&moves);
    if (count == 0)
        return TURN_BLOCKED;
    int edge = edges_select(&moves, pcg32_below(&random->rng, count));
    board_t ends = tables->ends.here[edge], to = ends & ~own->here;
    note_move(tables, side, ends & pieces_cells(own), to & ALL_CELLS, notes);
    pieces_flip(own, &tables->ends, edge);
    edges_flip(&random->open, &tables->ends, edge);
    random->actions++;
    if (captures(tables, to, own->here, enemies->here)) {
        random->to = to & ALL_CELLS;
        return TURN_CAPTURES;
    }
    return random->actions == random->draw_at ? TURN_DRAWS : TURN_MADE;
}

/* Plays turns of one move until one is different: that of `random->side`. A copy of the
 * code for each side. */
INLINE turn_t random_moves(const tables_t *tables, random_game_t *random,
                           playout_notes_t *notes) {
    for (;;) {
        turn_t turn = random_move(tables, random, &random->own, &random->enemies,
                                  random->side, notes);
        if (turn != TURN_MADE)
            return turn;
        turn = random_move(tables, random, &random->enemies, &random->own,
                           1 - random->side, notes);
        if (turn != TURN_MADE) {
            exchange_sides(random);
            return turn;
        }
    }
}

/* How a game has ended, if it has: the winner, if there is one, is the side that is then
 * `random->side`. */
INLINE reason_t random_go_on(const tables_t *tables, random_game_t *random, board_t at,
                             board_t taken, playout_notes_t *notes) {
    if (random_going_on(tables, random, at, taken, notes))
        return REASON_WIN;
    set_quiet(tables, random, 0);
    exchange_sides(random);
    return REASON_NONE;
}

/* Plays the rest of a turn that does not end by its first move as usual; likewise. */
INLINE reason_t random_after_move(const tables_t *tables, random_game_t *random,
                                  turn_t turn, playout_notes_t *notes) {
    if (turn == TURN_DRAWS)
        return REASON_DRAW;
    if (turn == TURN_BLOCKED)
        return random_blocked(tables, random, notes);
    return random_go_on(
        tables, random, random->to,
        find_captured(random->to, pieces_cells(&random->own),
                      pieces_cells(&random->enemies) & tables->capturable),
        notes);
}

/* Plays from the start of a turn, or from a removal, to the end. */
INLINE reason_t random_moving(const tables_t *tables, random_game_t *random,
                              playout_notes_t *notes) {
    reason_t ending;
    do
        ending =
            random_after_move(tables, random, random_moves(tables, random, notes), notes);
    while (ending == REASON_NONE);
    return ending;
}

/* Stores the final position, in which the opponent of the last mover or of the winner is
 * to move. */
static void store_end(const tables_t *tables, seega_state_t *state,
                      const random_game_t *random, reason_t ending) {
    uint32_t to_draw = random->draw_at - random->actions;
    state->pieces[random->side] = pieces_cells(&random->own);
    state->pieces[1 - random->side] = pieces_cells(&random->enemies);
    state->side = (uint8_t)(1 - random->side);
    state->phase = SEEGA_MOVE;
    state->going_on = SEEGA_NO_CELL;
    state->quiet =
        (uint16_t)(ending == REASON_WIN ? 0 : (uint32_t)tables->limit - to_draw);
    state->ending = (uint8_t)ending;
}

INLINE playout_t random_result(const random_game_t *random, reason_t ending) {
    uint8_t winner = (uint8_t)(ending == REASON_DRAW ? NOBODY : random->side);
    return (playout_t){{true, winner, (uint8_t)ending}, random->actions};
}

/* Places all remaining pieces, if any. Returns what has been played, a playout if the
 * game is over. */
INLINE playout_t random_all_placed(const game_t *game, seega_state_t *state, pcg32_t *rng,
                                   playout_notes_t *notes) {
    playout_t result = {.length = 0};
    if (seega_is_placing(state->phase))
        result.length = random_placing(tables_of(game), state, rng, notes);
    result.outcome = outcome(game, state);
    return result;
}

/* Begins at a state of the moving phase, with the rest of a turn in progress; see
 * random_go_on. */
INLINE reason_t random_begin(const tables_t *tables, const seega_state_t *state,
                             uint32_t actions, pcg32_t rng, random_game_t *random,
                             playout_notes_t *notes) {
    *random = (random_game_t){.side = state->side, .actions = actions, .rng = rng};
    int quiet = state->phase == SEEGA_REMOVED ? -1 : state->quiet;
    reason_t ending = REASON_NONE;
    set_pieces(random, state->pieces[state->side], state->pieces[1 - state->side]);
    if (state->phase == SEEGA_GO_ON)
        ending = random_go_on(tables, random, board_one(state->going_on), 0, notes);
    set_quiet(tables, random, quiet);
    return ending;
}

INLINE playout_t play_to_the_end(const game_t *game, void *bytes, pcg32_t *rng,
                                 playout_notes_t *notes) {
    const tables_t *tables = tables_of(game);
    seega_state_t *state = bytes;
    playout_t placed = random_all_placed(game, state, rng, notes);
    if (placed.outcome.over)
        return placed;
    random_game_t random;
    reason_t ending = random_begin(tables, state, placed.length, *rng, &random, notes);
    if (ending == REASON_NONE)
        ending = random_moving(tables, &random, notes);
    *rng = random.rng;
    store_end(tables, state, &random, ending);
    return random_result(&random, ending);
}

static playout_t playout(const game_t *game, void *state, pcg32_t *rng) {
    return play_to_the_end(game, state, rng, NULL);
}

static playout_t playout_noted(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes) {
    return play_to_the_end(game, state, rng, notes);
}

#endif
