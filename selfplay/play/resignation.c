#include "selfplay/play/resignation.h"

#include "selfplay/store/record.h"

bool resignation_is_played_out(const learning_t *learning, uint64_t run_seed,
                               uint64_t game) {
    if (!resignation_is_on(learning))
        return true;
    pcg32_t rng = pcg32_for(run_seed, game, 0, PCG_FOR_RESIGNATION);
    return pcg32_real(&rng) < learning->played_out;
}

bool resignation_is_due(const learning_t *learning, const record_t *record, size_t first,
                        size_t count) {
    const uint8_t *players = record_u8(record, POSITIONS_PLAYER);
    const float *values = record_f32(record, POSITIONS_ROOT_VALUE);
    int64_t left = learning->resigning_actions;
    if (!resignation_is_on(learning) || count == 0)
        return false;
    for (size_t row = first + count; row-- > first && left > 0;) {
        if (players[row] != players[first + count - 1])
            continue;
        if (!((double)values[row] < learning->resigns_below))
            return false;
        left--;
    }
    return left == 0;
}

outcome_t resignation_outcome(const record_t *record, size_t last) {
    uint8_t player = record_u8(record, POSITIONS_PLAYER)[last];
    return (outcome_t){true, (uint8_t)!player, REASON_RESIGNED};
}

uint32_t resignation_turns(const game_t *game, const state_t *state,
                           const record_t *record, size_t last, uint32_t turns) {
    int player = record_u8(record, POSITIONS_PLAYER)[last];
    return turns + (game_player(game, state) == player);
}

bool resignation_end_counts(const learning_t *learning, uint64_t run_seed,
                            const record_t *record, size_t row) {
    return resignation_is_played_out(learning, run_seed,
                                     (uint64_t)record_i64(record, GAMES_ID)[row]);
}

void resignations_add(resignations_t *counts, const learning_t *learning,
                      uint64_t run_seed, const record_t *record, size_t row) {
    size_t first = record_first_position(record, row);
    size_t num_actions = record_u32(record, GAMES_DECISIONS)[row];
    uint8_t winner = record_u8(record, GAMES_WINNER)[row];
    if (!resignation_is_on(learning) ||
        !resignation_end_counts(learning, run_seed, record, row))
        return;
    for (size_t count = 1; count < num_actions; count++) {
        if (!resignation_is_due(learning, record, first, count))
            continue;
        uint8_t player = record_u8(record, POSITIONS_PLAYER)[first + count - 1];
        counts->drawn += winner == NOBODY;
        counts->won += winner == player;
        counts->lost += winner != NOBODY && winner != player;
        return;
    }
}
