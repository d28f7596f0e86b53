#include "selfplay/store/game_hash.h"

#include "core/base/pcg.h"
#include "selfplay/store/record.h"

uint64_t record_game_hash(const record_t *record, size_t row) {
    const game_t *game = record->game;
    const uint16_t *actions =
        record_u16(record, POSITIONS_CHOSEN) + record_first_position(record, row);
    uint32_t count = record_u32(record, GAMES_DECISIONS)[row];
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++) {
        uint64_t hash = 0;
        for (uint32_t i = 0; i < count; i++)
            hash = mix64(hash ^ game_symmetry_action(game, symmetry, actions[i]));
        least = hash < least ? hash : least;
    }
    return mix64(least); /* the minimum of several is not uniform; this is */
}

bool record_is_validation(const record_t *record, size_t row, double share) {
    return (double)(record_game_hash(record, row) >> 11) * 0x1p-53 < share;
}
