#include "selfplay/store/game_result.h"

#include "core/game/pie_rule.h"
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

/* Whether player 2 had the choice to swap, and whether they did. */
static void find_swap(game_result_t *game, const record_t *record, size_t row) {
    size_t first = record_first_position(record, row);
    const uint32_t *turn = record_u32(record, POSITIONS_TURN) + first;
    const uint16_t *chosen = record_u16(record, POSITIONS_CHOSEN) + first;
    for (uint32_t i = 0; i < game->num_actions && turn[i] <= 1; i++) {
        game->swap_offered = game->swap_offered || turn[i] == 1;
        game->swapped = game->swapped || pie_rule_is_action(record->game, chosen[i]);
    }
}

game_result_t game_result_of(const record_t *record, size_t row) {
    game_result_t game = {.hash = record_game_hash(record, row),
                          .turns = record_u32(record, GAMES_TURNS)[row],
                          .num_actions = record_u32(record, GAMES_DECISIONS)[row],
                          .winner = record_u8(record, GAMES_WINNER)[row],
                          .first_agent = record_u8(record, GAMES_AGENT)[2 * row],
                          .reason = record_u8(record, GAMES_REASON)[row]};
    if (record->game->swap)
        find_swap(&game, record, row);
    return game;
}
