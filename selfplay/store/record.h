/* record.h - recorded games in memory, column by column.
 * Use: record_t record; record_init(&record, game);
 *      record_add_position(&record, &state, ply, turn, &result, chosen); each action
 *      record_end_game(&record, &end);                                   each game
 *      record_append(&all, &record);
 *      uint32_t turns = record_u32(&all, GAMES_TURNS)[row];
 *      record_clear(&record);
 * Games stand one after the other; rows of positions and of legal actions stand in the
 * order of play. The columns are those of schema.h.
 * Owns: its arrays, which grow; pointers into them die with the next add.
 * Threads: one record, one thread.   Errors: none; a column of another type is a REQUIRE.
 */
#ifndef SELFPLAY_RECORD_H
#define SELFPLAY_RECORD_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "selfplay/store/schema.h"

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

/* The surprise of a position is the logarithm of a share over a prior; no prior of single
 * precision is so small. */
#define RECORD_MOST_SURPRISE 200.0f

typedef struct record {
    const game_t *game;
    size_t rows[TABLE_COUNT], capacity[TABLE_COUNT];
    void *data[COLUMN_COUNT];
} record_t;

/* What a record says of a game besides its positions. */
typedef struct game_end {
    uint64_t id; /* number in the run */
    uint64_t seed;
    outcome_t outcome;
    uint8_t winner_side; /* 0, 1 or NOBODY */
    uint8_t agents[2];   /* by player */
    uint32_t turns;
} game_end_t;

void record_init(record_t *record, const game_t *game);
void record_clear(record_t *record);
void record_empty(record_t *record); /* without rows, ready for others */

/* Room for `rows` more rows of a table, not yet written; all columns get it. */
void record_grow(record_t *record, table_t table, size_t rows);

/* A position of the game that is being played, with its search. turn: turns before it. */
void record_add_position(record_t *record, const state_t *state, uint32_t ply,
                         uint32_t turn, const search_result_t *result, action_t chosen);

/* Puts another search of a position of these legal actions in the place of its own. Rows
 * are apart: threads may set different ones of a record that does not grow meanwhile. */
void record_set_search(record_t *record, size_t row, const search_result_t *result);

/* The search of the last position had a small budget (learning.h): its visits, if there
 * are any, are no policy target, as those of every other search are. */
void record_mark_fast(record_t *record);

/* The positions added since the last game are those of this game. */
void record_end_game(record_t *record, const game_end_t *end);

/* The row of the first position of the game that has not ended, there or to come. */
size_t record_open_position(const record_t *record);

/* Appends all games of `from` to those of `record`. */
void record_append(record_t *record, const record_t *from);

/* The same for `count` games from row `first` on. */
void record_append_games(record_t *record, const record_t *from, size_t first,
                         size_t count);

/* Bytes of all rows as they are in memory. */
size_t record_bytes(const record_t *record);

/* A record as bytes: how many rows each table has, then the columns as they are in
 * memory. For files that only the program which wrote them reads (journal.h). */
size_t record_image_bytes(const record_t *record);
void record_write_image(const record_t *record, unsigned char *image);
/* Into an empty record; false, with the record empty, for what is no image of one. */
bool record_read_image(record_t *record, const unsigned char *image, size_t size);

static inline void *record_column(const record_t *record, column_id_t id,
                                  column_type_t type) {
    REQUIRE(schema_columns[id].type == type);
    return record->data[id];
}
static inline uint8_t *record_u8(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_U8);
}
static inline uint16_t *record_u16(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_U16);
}
static inline uint32_t *record_u32(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_U32);
}
static inline uint64_t *record_u64(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_U64);
}
static inline int64_t *record_i64(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_I64);
}
static inline float *record_f32(const record_t *record, column_id_t id) {
    return record_column(record, id, TYPE_F32);
}

/* Row of the first position of a game, and of the first legal action of a position. */
static inline size_t record_first_position(const record_t *record, size_t game) {
    return (size_t)record_i64(record, GAMES_FIRST_POSITION)[game];
}
static inline size_t record_first_legal(const record_t *record, size_t position) {
    return (size_t)record_i64(record, POSITIONS_FIRST_LEGAL)[position];
}

#endif
