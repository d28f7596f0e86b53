#include "core/games/situ/situ_position.h"

static const char *const phase_names[SITU_PHASES] = {"cut0", "cut1", "first0", "double0",
                                                     "double1"};
static const char holds_letters[] = "MW-X"; /* by what a node holds */

static void load(const game_t *game, const void *state, situ_position_t *position) {
    situ_board(game)->load(game, state, position);
}

void situ_find_balances(const situ_geometry_t *geometry, const situ_position_t *position,
                        int8_t balances[SITU_MAX_CELLS]) {
    static const int8_t values[] = {1, -1, 0, 0}; /* by what a node holds */
    memset(balances, 0, SITU_MAX_CELLS);
    for (int d = 0; d < 2 * geometry->axes; d++) {
        int8_t in_sight[SITU_MAX_CELLS]; /* in direction d; of a neighbour found before */
        for (int i = 0; i < geometry->cells; i++) {
            int cell = d < geometry->axes ? geometry->cells - 1 - i : i;
            int next = geometry->neighbour[cell][d];
            in_sight[cell] = next == SITU_NO_CELL ? 0
                             : position->holds[next] == NOBODY
                                 ? in_sight[next]
                                 : values[position->holds[next]];
            balances[cell] = (int8_t)(balances[cell] + in_sight[cell]);
        }
    }
}

/* --- Validity ----------------------------------------------------------------------- */

static bool check_position(const situ_board_t *board, const situ_position_t *position,
                           failure_t *error) {
    int counts[4] = {0}, allowed = (int)board->variant.cut, phase = position->phase;
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        if (position->holds[cell] > SITU_REMOVED)
            return error_set(error, "position: node %d has an unknown content", cell);
        counts[position->holds[cell]]++;
    }
    if (position->side > 1 || phase >= SITU_PHASES)
        return error_set(error, "position: mover or phase out of range");
    if (counts[SITU_REMOVED] > allowed)
        return error_set(error, "position: %d nodes are removed, but cut allows %d",
                         counts[SITU_REMOVED], allowed);
    if (phase >= SITU_DOUBLE0)
        return true;
    if (position->side != (phase == SITU_FIRST0 ? 1 : 0))
        return error_set(error, "position: in phase %s the mover is %c",
                         phase_names[phase], holds_letters[phase == SITU_FIRST0]);
    if (counts[0] + counts[1] > 0)
        return error_set(error, "position: in phase %s there are no stones yet",
                         phase_names[phase]);
    if (phase != SITU_FIRST0 && counts[SITU_REMOVED] != phase - SITU_CUT0)
        return error_set(error, "position: in phase %s %d nodes are removed, not %d",
                         phase_names[phase], phase - SITU_CUT0, counts[SITU_REMOVED]);
    return phase != SITU_CUT1 || allowed > 1 ||
           error_set(error, "position: with cut at %d there is no phase cut1", allowed);
}

bool situ_check(const game_t *game, const void *state, failure_t *error) {
    const situ_board_t *board = situ_board(game);
    situ_position_t position;
    state_t again = {0};
    load(game, state, &position);
    if (!check_position(board, &position, error))
        return false;
    board->store(game, &position, &again);
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its nodes imply");
}

/* --- Position text ------------------------------------------------------------------ */

void situ_write_position(const game_t *game, const void *state, position_form_t form,
                         text_t *out) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    situ_position_t position;
    (void)form; /* there is no turn counter */
    load(game, state, &position);
    text_add(out, "%c %s", holds_letters[position.side], phase_names[position.phase]);
    for (int i = 0; i < geometry->cells; i++) {
        int cell = geometry->by_name[i], holds = position.holds[cell];
        if (holds == NOBODY)
            continue;
        text_add_char(out, ' ');
        situ_write_cell(geometry, cell, out);
        text_add_char(out, '=');
        text_add_char(out, holds_letters[holds]);
    }
}

static bool token_error(const token_t *token, const char *wrong, failure_t *error) {
    return error_set(error, "position text, column %d: \"%.*s\": %s", token->column,
                     token->length < 40 ? token->length : 40, token->start, wrong);
}

/* "d4=M" */
static bool read_cell_token(const situ_geometry_t *geometry, const token_t *token,
                            situ_position_t *position, failure_t *error) {
    const char *p = token->start;
    int cell = situ_read_cell(geometry, &p), holds = 0;
    if (cell == SITU_NO_CELL || *p++ != '=')
        return token_error(token,
                           "must be NODE=M, NODE=W or NODE=X with a node of the "
                           "board",
                           error);
    while (holds <= SITU_REMOVED && *p != holds_letters[holds])
        holds++;
    if (holds == NOBODY || holds > SITU_REMOVED || p + 1 != token->start + token->length)
        return token_error(token, "a node is M, W or X (removed)", error);
    if (position->holds[cell] != NOBODY)
        return token_error(token, "the node is given twice", error);
    position->holds[cell] = (uint8_t)holds;
    return true;
}

bool situ_read_position(const game_t *game, const char *text, void *state,
                        failure_t *error) {
    const situ_board_t *board = situ_board(game);
    situ_position_t position = {.phase = SITU_PHASES};
    memset(position.holds, NOBODY, sizeof position.holds);
    token_reader_t reader = token_reader(text);
    token_t token;
    if (!token_next(&reader, &token))
        return error_set(error, "position text: empty; it begins with the mover, M or "
                                "W, and the phase");
    position.side = token_is(&token, "W");
    if (!position.side && !token_is(&token, "M"))
        return token_error(&token, "the first token is the mover, M or W", error);
    if (!token_next(&reader, &token))
        return error_set(error, "position text: it ends before the phase");
    for (int phase = 0; phase < SITU_PHASES; phase++)
        if (token_is(&token, phase_names[phase]))
            position.phase = (uint8_t)phase;
    if (position.phase == SITU_PHASES)
        return token_error(&token, "the phase is cut0, cut1, first0, double0 or double1",
                           error);
    while (token_next(&reader, &token))
        if (!read_cell_token(&board->geometry, &token, &position, error))
            return false;
    if (!check_position(board, &position, error))
        return false;
    board->store(game, &position, state);
    return true;
}

/* --- Actions ------------------------------------------------------------------------ */

static const char action_marks[] = "@x~"; /* by action / cells */

void situ_write_action(const game_t *game, action_t action, text_t *out) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    if (action == situ_action_done(geometry->cells)) {
        text_add_char(out, '.');
        return;
    }
    text_add_char(out, action_marks[action / geometry->cells]);
    situ_write_cell(geometry, action % geometry->cells, out);
}

bool situ_read_action(const game_t *game, const char *text, action_t *action) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    if (strcmp(text, ".") == 0) {
        *action = (action_t)situ_action_done(geometry->cells);
        return true;
    }
    const char *mark = *text ? strchr(action_marks, *text) : NULL;
    if (!mark)
        return false;
    text++;
    int cell = situ_read_cell(geometry, &text);
    if (cell == SITU_NO_CELL || *text)
        return false;
    *action = (action_t)((mark - action_marks) * geometry->cells + cell);
    return true;
}

/* --- Packed states ------------------------------------------------------------------ */

enum { PACKED_HEAD = 4 };

void situ_pack(const game_t *game, const void *state, unsigned char *bytes) {
    /* Most nodes are empty, and that is 0 in packed states. */
    static const unsigned char packed[] = {1, 2, 0, 3}; /* by what a node holds */
    int cells = situ_board(game)->geometry.cells;
    situ_position_t position;
    load(game, state, &position);
    bytes[0] = position.side;
    bytes[1] = position.phase;
    bytes[2] = position.ending;
    bytes[3] = 0;
    for (int cell = 0; cell < cells; cell++)
        bytes[PACKED_HEAD + cell] = packed[position.holds[cell]];
}

bool situ_unpack(const game_t *game, const unsigned char *bytes, void *state,
                 failure_t *error) {
    static const uint8_t holds[] = {NOBODY, 0, 1, SITU_REMOVED};
    const situ_board_t *board = situ_board(game);
    situ_position_t position = {.side = bytes[0], .phase = bytes[1]};
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        unsigned packed = bytes[PACKED_HEAD + cell];
        if (packed >= sizeof holds)
            return error_set(error, "packed state: node %d has an unknown content", cell);
        position.holds[cell] = holds[packed];
    }
    if (!check_position(board, &position, error))
        return false;
    board->store(game, &position, state);
    return game_check_packed(game, state, bytes, error);
}

/* --- Symmetries --------------------------------------------------------------------- */

bool situ_symmetry_exchanges_sides(const game_t *game, int symmetry) {
    (void)game;
    (void)symmetry;
    return false;
}

void situ_symmetry(const game_t *game, int symmetry, const void *state, void *image) {
    const situ_board_t *board = situ_board(game);
    const uint8_t *to = board->geometry.image[symmetry];
    situ_position_t from, result;
    load(game, state, &from);
    result = from;
    for (int cell = 0; cell < board->geometry.cells; cell++)
        result.holds[to[cell]] = from.holds[cell];
    board->store(game, &result, image);
}

action_t situ_symmetry_action(const game_t *game, int symmetry, action_t action) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    int cells = geometry->cells, kind = action / cells;
    if (action == situ_action_done(cells))
        return action;
    return (action_t)(kind * cells + geometry->image[symmetry][action % cells]);
}
