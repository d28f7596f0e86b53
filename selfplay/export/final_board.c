#include "selfplay/export/final_board.h"

#include "core/game/game.h"
#include "core/game/planes.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/store/record.h"

_Static_assert(CELL_OF_SIDE0 == (int)FINAL_OWN && CELL_OF_SIDE1 == (int)FINAL_ENEMY &&
                   CELL_OF_NOBODY == (int)FINAL_NOBODY,
               "side 0 sees the owners as they are");

bool final_board_is_known(const game_t *game, failure_t *error) {
    uint16_t places[GAME_MAX_CELLS];
    return (planes_places(game, 0, places) && planes_places(game, 1, places)) ||
           error_set(error,
                     "--final-board: the outputs of %s do not determine the places of "
                     "its cells",
                     game->class->name);
}

size_t final_board_bytes(const game_t *game) {
    return (size_t)(game->grid_height * game->grid_width);
}

void final_board_init(final_board_t *board, const game_t *game) {
    for (int side = 0; side < 2; side++) {
        bool known = planes_places(game, side, board->places[side]);
        REQUIRE(known);
    }
}

/* The position after the last action of a game. */
static bool last_state(const export_place_t *place, state_t *state, failure_t *error) {
    const record_t *record = place->record;
    const game_t *game = record->game;
    size_t last = record_first_position(record, place->game_row) +
                  record_u32(record, GAMES_DECISIONS)[place->game_row] - 1;
    const uint8_t *packed =
        record_u8(record, POSITIONS_STATE) + last * (size_t)game->packed_bytes;
    action_t action = record_u16(record, POSITIONS_CHOSEN)[last];
    bool ok = game_unpack(game, packed, state, error);
    if (ok && game_is_legal(game, state, action)) {
        game_apply(game, state, action);
        ok = game_outcome(game, state).over;
    } else {
        ok = false;
    }
    return ok || error_set(error, "game %lld: its last action does not end it",
                           (long long)record_i64(record, GAMES_ID)[place->game_row]);
}

bool final_board_write(const final_board_t *board, const export_place_t *place, int side,
                       uint8_t *bytes, failure_t *error) {
    const game_t *game = place->record->game;
    uint8_t contents[GAME_MAX_CELLS];
    uint8_t reason = record_u8(place->record, GAMES_REASON)[place->game_row];
    state_t last = {0}, image = {0};
    memset(bytes, FINAL_UNKNOWN, final_board_bytes(game));
    if (reason == REASON_CUT_OFF || reason == REASON_RESIGNED)
        return true;
    if (!last_state(place, &last, error))
        return false;
    game_symmetry(game, place->symmetry, &last, &image);
    game_contents(game, &image, contents);
    for (int cell = 0; cell < game->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER;
        bool is_piece_of_side = owner == CELL_OF_SIDE0 || owner == CELL_OF_SIDE1;
        bytes[board->places[side][cell]] =
            (uint8_t)(is_piece_of_side && side == 1 ? FINAL_OWN + FINAL_ENEMY - owner
                                                    : owner);
    }
    return true;
}
