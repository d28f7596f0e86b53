#include "selfplay/store/record_check.h"

#include "selfplay/store/record.h"

/* The row of the game, if there is one. */
static bool check_game(const record_t *record, uint64_t id) {
    if (record->rows[TABLE_GAMES] == 0)
        return true;
    return record->rows[TABLE_GAMES] == 1 && record->rows[TABLE_POSITIONS] > 0 &&
           record_i64(record, GAMES_ID)[0] == (int64_t)id &&
           record_i64(record, GAMES_FIRST_POSITION)[0] == 0 &&
           record_u32(record, GAMES_DECISIONS)[0] == record->rows[TABLE_POSITIONS] &&
           record_u8(record, GAMES_WINNER)[0] <= NOBODY &&
           record_u8(record, GAMES_WINNER_SIDE)[0] <= NOBODY &&
           record_u8(record, GAMES_REASON)[0] < REASON_COUNT;
}

/* Whether a row has this position and exactly its legal actions, which have to begin at
 * *legal. */
static bool is_position(const record_t *record, size_t row, const state_t *state,
                        size_t *legal) {
    const game_t *game = record->game;
    size_t bytes = (size_t)game->packed_bytes;
    unsigned char packed[GAME_PACKED_BYTES];
    action_t actions[GAME_MAX_LEGAL];
    size_t count = record_u32(record, POSITIONS_LEGAL)[row];
    game_pack(game, state, packed);
    if (memcmp(record_u8(record, POSITIONS_STATE) + row * bytes, packed, bytes) != 0 ||
        record_i64(record, POSITIONS_FIRST_LEGAL)[row] != (int64_t)*legal ||
        count > record->rows[TABLE_LEGAL] - *legal ||
        count != (size_t)game_legal(game, state, actions))
        return false;
    for (size_t i = 0; i < count; i++)
        if (record_u16(record, LEGAL_ACTION)[*legal + i] != actions[i])
            return false;
    *legal += count;
    return true;
}

static bool was_legal(const record_t *record, size_t row, size_t legal_end) {
    action_t chosen = record_u16(record, POSITIONS_CHOSEN)[row];
    for (size_t i = record_first_legal(record, row); i < legal_end; i++)
        if (record_u16(record, LEGAL_ACTION)[i] == chosen)
            return true;
    return false;
}

bool record_is_played(const record_t *record, uint64_t id) {
    state_t state = {0};
    size_t legal = 0;
    if (!check_game(record, id))
        return false;
    game_start(record->game, &state);
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++) {
        if (!is_position(record, row, &state, &legal) || !was_legal(record, row, legal))
            return false;
        game_apply(record->game, &state, record_u16(record, POSITIONS_CHOSEN)[row]);
    }
    return legal == record->rows[TABLE_LEGAL];
}
