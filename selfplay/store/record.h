/* record.h - recorded games in memory, column by column (schema.h).
 * Use: record_t record; record_init(&record, game);
 *      record_add_position(&record, &state, ply, turn, &result, chosen); each action
 *      record_end_game(&record, &end);                                   each game
 *      uint32_t turns = record_u32(&record, GAMES_TURNS)[row];
 *      record_clear(&record);
 * Games are consecutive; rows of positions and of legal actions are in order of play.
 * Pointers into columns are valid until the next add.
 */
#ifndef SELFPLAY_RECORD_H
#define SELFPLAY_RECORD_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "selfplay/store/schema.h"

typedef struct search_result search_result_t; /* mcts/search/search_result.h */

/* The surprise of a position is the logarithm of a share over a prior; no
 * single-precision prior is small enough to exceed this. */
#define RECORD_MOST_SURPRISE 200.0f

typedef struct record {
    const game_t *game;
    size_t rows[TABLE_COUNT], capacity[TABLE_COUNT];
    void *data[COLUMN_COUNT];
} record_t;

/* The data of a game besides its positions. */
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
void record_empty(record_t *record); /* removes all rows */

/* Makes room for so many more rows of a table. */
void record_grow(record_t *record, table_t table, size_t rows);

/* Adds a position of the current game, with its search. turn: turns before it. */
void record_add_position(record_t *record, const state_t *state, uint32_t ply,
                         uint32_t turn, const search_result_t *result, action_t chosen);

/* Replaces the search of a position by another one of the same legal actions. Threads may
 * set different rows concurrently, as long as the record does not grow. */
void record_set_search(record_t *record, size_t row, const search_result_t *result);

/* Marks the last position's search as a fast one (learning.h), whose visits, if any, are
 * not a policy target, unlike those of all other searches. */
void record_mark_fast(record_t *record);

/* Ends the game to which the positions added since the last game belong. */
void record_end_game(record_t *record, const game_end_t *end);

/* The row of the current game's first position, whether it exists yet or not. */
size_t record_open_position(const record_t *record);

/* Appends all games of `from`, or `count` of them from row `first` on. */
void record_append(record_t *record, const record_t *from);
void record_append_games(record_t *record, const record_t *from, size_t first,
                         size_t count);

size_t record_bytes(const record_t *record);

/* A record as bytes: the number of rows of each table, then the columns as in memory. For
 * files read only by the program that wrote them (journal.h). */
size_t record_image_bytes(const record_t *record);
void record_write_image(const record_t *record, unsigned char *image);
/* Reads into an empty record; false, with the record empty, for an invalid image. */
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

/* What the search of a position expected player 1 (index 0) to score; NAN without one. */
double record_value(const record_t *record, size_t position);

#endif
