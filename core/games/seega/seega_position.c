#include "core/games/seega/seega_position.h"

void seega_position_init(seega_position_t *position) {
    memset(position, 0, sizeof *position);
    memset(position->owner, NOBODY, sizeof position->owner);
    position->phase = SEEGA_PLACE0;
    position->going_on = SEEGA_NO_CELL;
}

void seega_start(const game_t *game, void *state) {
    seega_position_t position;
    seega_position_init(&position);
    seega_board(game)->store(game, &position, state);
}

/* --- Validity ----------------------------------------------------------------------- */

/* The fixed opening: each side's first two pieces stand on opposite outer centres, no
 * other piece does, and none is placed elsewhere before them. */
static bool check_opening(const seega_geometry_t *geometry,
                          const seega_position_t *position, const int counts[2],
                          failure_t *error) {
    int on_pair[2][2] = {{0}}; /* by side and pair */
    for (int i = 0; i < SEEGA_OUTER_CENTRES; i++) {
        int owner = position->owner[geometry->outer[i]];
        if (owner != NOBODY)
            on_pair[owner][i / 2]++;
    }
    for (int side = 0; side < 2; side++) {
        int first = counts[side] < 2 ? counts[side] : 2;
        if (on_pair[side][0] + on_pair[side][1] != first ||
            (on_pair[side][0] > 0 && on_pair[side][1] > 0))
            return error_set(error, "position: with the fixed opening the first two "
                                    "pieces of a side, and no others, are on opposite "
                                    "outer centres");
    }
    return true;
}

static bool check_placing(const seega_board_t *board, const seega_position_t *position,
                          const int counts[2], failure_t *error) {
    const seega_geometry_t *geometry = &board->geometry;
    int placed = counts[0] + counts[1], turns = placed / 2;
    if (placed >= 2 * geometry->pieces)
        return error_set(error, "position: all pieces are placed, so the placing phase "
                                "is over");
    int fitting[2] = {(turns + 1) / 2 * 2, turns / 2 * 2};
    fitting[turns % 2] += placed % 2;
    int phase = placed % 2 ? SEEGA_PLACE1 : SEEGA_PLACE0;
    if (counts[0] != fitting[0] || position->side != turns % 2 ||
        position->phase != phase)
        return error_set(error,
                         "position: %d red and %d blue pieces do not fit %s to move with "
                         "%d placed in this turn: each places two a turn, Red begins",
                         counts[0], counts[1], position->side == 0 ? "Red" : "Blue",
                         position->phase == SEEGA_PLACE1);
    if (position->owner[geometry->centre] != NOBODY)
        return error_set(error, "position: no piece may be placed on the centre");
    if (position->quiet != 0)
        return error_set(error, "position: turns without a capture count only after the "
                                "placing phase: the count must be q0");
    return board->variant.opening == SEEGA_OPENING_FREE ||
           check_opening(geometry, position, counts, error);
}

/* The number of squares that the mover's pieces can move to. */
static int count_targets(const seega_geometry_t *geometry,
                         const seega_position_t *position) {
    bool reached[SEEGA_MAX_CELLS] = {false};
    int count = 0;
    for (int move = 0; move < geometry->moves; move++) {
        int to = geometry->move_to[move];
        if (position->owner[geometry->move_from[move]] == position->side &&
            position->owner[to] == NOBODY && !reached[to]) {
            reached[to] = true;
            count++;
        }
    }
    return count;
}

/* A turn in progress has captured or removed an enemy piece and not ended the game. */
static bool check_begun_turn(const seega_board_t *board, const seega_position_t *position,
                             const int counts[2], failure_t *error) {
    int enemies = counts[1 - position->side];
    if (counts[0] <= board->variant.end_at || counts[1] <= board->variant.end_at)
        return error_set(error,
                         "position: the game is over by the number of pieces, so no "
                         "turn can continue");
    if (position->quiet != 0)
        return error_set(error,
                         "position: in a turn with a capture or a removal the count "
                         "must be q0");
    if (enemies == board->geometry.pieces)
        return error_set(error,
                         "position: a turn continues after a capture or a removal, but "
                         "the other side has all its pieces");
    if (position->phase == SEEGA_GO_ON)
        return (position->going_on < board->geometry.cells &&
                position->owner[position->going_on] == position->side) ||
               error_set(error, "position: the piece that may continue is not the "
                                "mover's");
    if (board->variant.blocked != SEEGA_BLOCKED_REMOVE)
        return error_set(error, "position: a blocked mover removes a piece (r) only with "
                                "blocked=remove");
    int targets = count_targets(&board->geometry, position);
    return targets == 1 ||
           error_set(error,
                     "position: after a removal (r) the mover's pieces reach exactly "
                     "one square, the one that became empty; here they reach %d",
                     targets);
}

static bool check_moving(const seega_board_t *board, const seega_position_t *position,
                         const int counts[2], failure_t *error) {
    for (int side = 0; side < 2; side++)
        if (counts[side] > board->geometry.pieces)
            return error_set(error, "position: %d %s pieces; a side has at most %d",
                             counts[side], side == 0 ? "red" : "blue",
                             board->geometry.pieces);
    if (counts[0] <= board->variant.end_at && counts[1] <= board->variant.end_at)
        return error_set(error, "position: by the number of pieces both sides would have "
                                "lost");
    if (position->quiet > board->variant.no_capture_limit)
        return error_set(error, "position: q%d exceeds no_capture_limit %d",
                         position->quiet, (int)board->variant.no_capture_limit);
    return position->phase == SEEGA_MOVE ||
           check_begun_turn(board, position, counts, error);
}

bool seega_position_is_sound(const seega_board_t *board, const seega_position_t *position,
                             failure_t *error) {
    int counts[3] = {0};
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        if (position->owner[cell] > NOBODY)
            return error_set(error, "position: cell %d has an unknown owner", cell);
        counts[position->owner[cell]]++;
    }
    if (position->side > 1 || position->phase >= SEEGA_PHASES)
        return error_set(error, "position: mover or phase out of range");
    if (position->phase != SEEGA_GO_ON && position->going_on != SEEGA_NO_CELL)
        return error_set(error, "position: no piece can continue in this phase");
    return seega_is_placing(position->phase)
               ? check_placing(board, position, counts, error)
               : check_moving(board, position, counts, error);
}

bool seega_check(const game_t *game, const void *state, failure_t *error) {
    const seega_board_t *board = seega_board(game);
    seega_position_t position;
    state_t again = {0};
    board->load(game, state, &position);
    if (!seega_position_is_sound(board, &position, error))
        return false;
    board->store(game, &position, &again);
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its cells imply");
}

/* --- Packed states ------------------------------------------------------------------ */

void seega_pack(const game_t *game, const void *state, unsigned char *bytes) {
    seega_position_t position;
    seega_board(game)->load(game, state, &position);
    memset(bytes, 0, (size_t)game->packed_bytes);
    bytes[0] = position.side;
    bytes[1] = position.phase;
    bytes[2] = (unsigned char)(position.quiet & 0xff);
    bytes[3] = (unsigned char)(position.quiet >> 8);
    bytes[4] = position.going_on;
    bytes[5] = position.ending;
    for (int cell = 0; cell < seega_board(game)->geometry.cells; cell++) {
        int owner = position.owner[cell];
        bytes[8 + cell] = (unsigned char)(owner == NOBODY ? 0 : owner + 1);
    }
}

bool seega_unpack(const game_t *game, const unsigned char *bytes, void *state,
                  failure_t *error) {
    const seega_board_t *board = seega_board(game);
    seega_position_t position;
    seega_position_init(&position);
    position.side = bytes[0];
    position.phase = bytes[1];
    position.quiet = (uint16_t)(bytes[2] | bytes[3] << 8);
    position.going_on = bytes[4];
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        unsigned owner = bytes[8 + cell];
        if (owner > 2)
            return error_set(error, "packed state: cell %d has an unknown owner", cell);
        position.owner[cell] = (uint8_t)(owner == 0 ? NOBODY : owner - 1);
    }
    if (!seega_position_is_sound(board, &position, error))
        return false;
    board->store(game, &position, state);
    return game_check_packed(game, state, bytes, error);
}

/* --- Symmetries --------------------------------------------------------------------- */

bool seega_symmetry_exchanges_sides(const game_t *game, int symmetry) {
    (void)game;
    (void)symmetry;
    return false;
}

void seega_symmetry(const game_t *game, int symmetry, const void *state, void *image) {
    const seega_board_t *board = seega_board(game);
    const uint8_t *to = board->geometry.image[symmetry];
    seega_position_t from, result;
    board->load(game, state, &from);
    result = from;
    for (int cell = 0; cell < board->geometry.cells; cell++)
        result.owner[to[cell]] = from.owner[cell];
    if (from.going_on != SEEGA_NO_CELL)
        result.going_on = to[from.going_on];
    board->store(game, &result, image);
}

action_t seega_symmetry_action(const game_t *game, int symmetry, action_t action) {
    return (action_t)seega_action_image(&seega_board(game)->geometry, symmetry, action);
}
