#include "selfplay/run/summary.h"

#include "selfplay/config/run_config.h"
#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

void summary_init(summary_t *summary, const game_t *game) {
    *summary = (summary_t){.game = game};
}

void summary_clear(summary_t *summary) {
    free(summary->hashes);
    free(summary->turns);
    free(summary->num_actions);
    summary_init(summary, summary->game);
}

void summary_know(summary_t *summary, const run_config_t *config) {
    summary->learning = config->learning;
    summary->seed = (uint64_t)config->seed;
}

static void add_game(summary_t *summary, const record_t *record, size_t row) {
    summary->wins_of_player[record_u8(record, GAMES_WINNER)[row] % 3]++;
    summary->wins_of_side[record_u8(record, GAMES_WINNER_SIDE)[row] % 3]++;
    summary->reasons[record_u8(record, GAMES_REASON)[row] % REASON_COUNT]++;
    summary->hashes[summary->games++] = record_game_hash(record, row);
    resignations_add(&summary->resignations, &summary->learning, summary->seed, record,
                     row);
    if (!resignation_end_counts(&summary->learning, summary->seed, record, row))
        return;
    summary->turns[summary->measured] = record_u32(record, GAMES_TURNS)[row];
    summary->num_actions[summary->measured++] = record_u32(record, GAMES_DECISIONS)[row];
}

void summary_add(summary_t *summary, const record_t *record, uint64_t file_bytes) {
    size_t needed = summary->games + record->rows[TABLE_GAMES];
    if (needed > summary->capacity) {
        summary->capacity = 2 * needed;
        summary->hashes =
            memory_resize(summary->hashes, summary->capacity, sizeof *summary->hashes);
        summary->turns =
            memory_resize(summary->turns, summary->capacity, sizeof *summary->turns);
        summary->num_actions = memory_resize(summary->num_actions, summary->capacity,
                                             sizeof *summary->num_actions);
    }
    for (size_t row = 0; row < record->rows[TABLE_GAMES]; row++)
        add_game(summary, record, row);
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++) {
        summary->simulations += record_u32(record, POSITIONS_SIMULATIONS)[row];
        summary->searched += record_u32(record, POSITIONS_VISITS)[row] > 0;
        summary->full += record_u8(record, POSITIONS_FULL)[row];
    }
    summary->positions += record->rows[TABLE_POSITIONS];
    summary->file_bytes += file_bytes;
    summary->record_bytes += record_bytes(record);
}
