#include "selfplay/store/record.h"

#include "mcts/search/search_result.h"
#include "mcts/search/surprise.h"

#include <math.h>
#include <stdlib.h>

void record_init(record_t *record, const game_t *game) {
    *record = (record_t){.game = game};
}

void record_clear(record_t *record) {
    for (int id = 0; id < COLUMN_COUNT; id++)
        free(record->data[id]);
    record_init(record, record->game);
}

void record_empty(record_t *record) {
    memset(record->rows, 0, sizeof record->rows);
}

static size_t row_bytes(const record_t *record, column_id_t id) {
    return column_width(id, record->game) * column_type_bytes(schema_columns[id].type);
}

void record_grow(record_t *record, table_t table, size_t rows) {
    size_t needed = record->rows[table] + rows;
    if (needed <= record->capacity[table])
        return;
    size_t doubled = 2 * record->capacity[table];
    record->capacity[table] = needed > doubled ? needed : doubled;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (schema_columns[id].table == table)
            record->data[id] = memory_resize(record->data[id], record->capacity[table],
                                             row_bytes(record, id));
}

static void add_legal(record_t *record, const search_result_t *result) {
    size_t row = record->rows[TABLE_LEGAL], count = (size_t)result->count;
    if (count == 0)
        return;
    record_grow(record, TABLE_LEGAL, count);
    memcpy(record_u16(record, LEGAL_ACTION) + row, result->actions,
           count * sizeof *result->actions);
    record->rows[TABLE_LEGAL] += count;
}

void record_set_search(record_t *record, size_t row, const search_result_t *result) {
    size_t first = record_first_legal(record, row), count = (size_t)result->count;
    REQUIRE(count == record_u32(record, POSITIONS_LEGAL)[row]);
    record_f32(record, POSITIONS_ROOT_VALUE)[row] = result->root_value;
    record_u8(record, POSITIONS_ROOT_PROOF)[row] = result->root_proof;
    record_u32(record, POSITIONS_VISITS)[row] = result->root_visits;
    record_u32(record, POSITIONS_SIMULATIONS)[row] = result->simulations;
    record_u8(record, POSITIONS_FULL)[row] = result->root_visits > 0;
    record_f32(record, POSITIONS_SURPRISE)[row] = (float)search_surprise(result);
    if (count == 0)
        return;
    memcpy(record_u32(record, LEGAL_VISITS) + first, result->visits,
           count * sizeof *result->visits);
    memcpy(record_u32(record, LEGAL_PRUNED) + first, result->pruned,
           count * sizeof *result->pruned);
}

void record_add_position(record_t *record, const state_t *state, uint32_t ply,
                         uint32_t turn, const search_result_t *result, action_t chosen) {
    const game_t *game = record->game;
    record_grow(record, TABLE_POSITIONS, 1);
    size_t row = record->rows[TABLE_POSITIONS]++;
    game_pack(game, state,
              record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes);
    record_u8(record, POSITIONS_SIDE)[row] = (uint8_t)game_side(game, state);
    record_u8(record, POSITIONS_PLAYER)[row] = (uint8_t)game_player(game, state);
    record_u32(record, POSITIONS_PLY)[row] = ply;
    record_u32(record, POSITIONS_TURN)[row] = turn;
    record_u16(record, POSITIONS_CHOSEN)[row] = chosen;
    record_u32(record, POSITIONS_LEGAL)[row] = (uint32_t)result->count;
    record_i64(record, POSITIONS_FIRST_LEGAL)[row] = (int64_t)record->rows[TABLE_LEGAL];
    add_legal(record, result);
    record_set_search(record, row, result);
}

void record_mark_fast(record_t *record) {
    REQUIRE(record->rows[TABLE_POSITIONS] > 0);
    record_u8(record, POSITIONS_FULL)[record->rows[TABLE_POSITIONS] - 1] = 0;
}

size_t record_open_position(const record_t *record) {
    size_t games = record->rows[TABLE_GAMES];
    return games == 0 ? 0
                      : record_first_position(record, games - 1) +
                            record_u32(record, GAMES_DECISIONS)[games - 1];
}

void record_end_game(record_t *record, const game_end_t *end) {
    size_t first = record_open_position(record);
    record_grow(record, TABLE_GAMES, 1);
    size_t row = record->rows[TABLE_GAMES]++;
    record_i64(record, GAMES_ID)[row] = (int64_t)end->id;
    record_u64(record, GAMES_SEED)[row] = end->seed;
    record_u8(record, GAMES_WINNER)[row] = end->outcome.winner;
    record_u8(record, GAMES_WINNER_SIDE)[row] = end->winner_side;
    record_u8(record, GAMES_REASON)[row] = end->outcome.reason;
    memcpy(record_u8(record, GAMES_AGENT) + 2 * row, end->agents, sizeof end->agents);
    record_u32(record, GAMES_TURNS)[row] = end->turns;
    record_u32(record, GAMES_DECISIONS)[row] =
        (uint32_t)(record->rows[TABLE_POSITIONS] - first);
    record_i64(record, GAMES_FIRST_POSITION)[row] = (int64_t)first;
}

static void shift_rows(int64_t *column, size_t from, size_t to, int64_t by) {
    for (size_t row = from; row < to; row++)
        column[row] += by;
}

/* The row after the legal actions of the positions before a row. */
static size_t legal_before(const record_t *record, size_t position) {
    return position < record->rows[TABLE_POSITIONS] ? record_first_legal(record, position)
                                                    : record->rows[TABLE_LEGAL];
}

static size_t positions_before(const record_t *record, size_t game) {
    return game < record->rows[TABLE_GAMES] ? record_first_position(record, game)
                                            : record->rows[TABLE_POSITIONS];
}

void record_append_games(record_t *record, const record_t *from, size_t first,
                         size_t count) {
    REQUIRE(record->game == from->game && first + count <= from->rows[TABLE_GAMES]);
    size_t starts[TABLE_COUNT], counts[TABLE_COUNT], before[TABLE_COUNT];
    starts[TABLE_GAMES] = first;
    counts[TABLE_GAMES] = count;
    starts[TABLE_POSITIONS] = positions_before(from, first);
    counts[TABLE_POSITIONS] =
        positions_before(from, first + count) - starts[TABLE_POSITIONS];
    starts[TABLE_LEGAL] = legal_before(from, starts[TABLE_POSITIONS]);
    counts[TABLE_LEGAL] =
        legal_before(from, starts[TABLE_POSITIONS] + counts[TABLE_POSITIONS]) -
        starts[TABLE_LEGAL];
    for (table_t table = 0; table < TABLE_COUNT; table++) {
        before[table] = record->rows[table];
        record_grow(record, table, counts[table]);
        record->rows[table] += counts[table];
    }
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        table_t table = schema_columns[id].table;
        size_t bytes = row_bytes(record, id);
        if (counts[table] > 0)
            memcpy((char *)record->data[id] + before[table] * bytes,
                   (const char *)from->data[id] + starts[table] * bytes,
                   counts[table] * bytes);
    }
    shift_rows(record_i64(record, GAMES_FIRST_POSITION), before[TABLE_GAMES],
               record->rows[TABLE_GAMES],
               (int64_t)before[TABLE_POSITIONS] - (int64_t)starts[TABLE_POSITIONS]);
    shift_rows(record_i64(record, POSITIONS_FIRST_LEGAL), before[TABLE_POSITIONS],
               record->rows[TABLE_POSITIONS],
               (int64_t)before[TABLE_LEGAL] - (int64_t)starts[TABLE_LEGAL]);
}

void record_append(record_t *record, const record_t *from) {
    record_append_games(record, from, 0, from->rows[TABLE_GAMES]);
}

/* Of a row in all columns. */
static size_t table_bytes(const record_t *record, table_t table) {
    size_t bytes = 0;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        bytes += schema_columns[id].table == table ? row_bytes(record, id) : 0;
    return bytes;
}

size_t record_bytes(const record_t *record) {
    size_t bytes = 0;
    for (table_t table = 0; table < TABLE_COUNT; table++)
        bytes += record->rows[table] * table_bytes(record, table);
    return bytes;
}

/* --- Images ------------------------------------------------------------------------- */

typedef uint64_t image_rows_t[TABLE_COUNT];

size_t record_image_bytes(const record_t *record) {
    return sizeof(image_rows_t) + record_bytes(record);
}

void record_write_image(const record_t *record, unsigned char *image) {
    image_rows_t rows;
    for (table_t table = 0; table < TABLE_COUNT; table++)
        rows[table] = record->rows[table];
    memcpy(image, rows, sizeof rows);
    image += sizeof rows;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        size_t bytes = record->rows[schema_columns[id].table] * row_bytes(record, id);
        if (bytes > 0)
            memcpy(image, record->data[id], bytes);
        image += bytes;
    }
}

bool record_read_image(record_t *record, const unsigned char *image, size_t size) {
    image_rows_t rows;
    uint64_t expected = sizeof rows;
    if (size < sizeof rows)
        return false;
    memcpy(rows, image, sizeof rows);
    for (table_t table = 0; table < TABLE_COUNT; table++) {
        if (rows[table] > size) /* a row has a byte at least */
            return false;
        expected += rows[table] * table_bytes(record, table);
    }
    if (expected != size) /* before any memory is allocated for rows */
        return false;
    for (table_t table = 0; table < TABLE_COUNT; table++) {
        record_grow(record, table, (size_t)rows[table]);
        record->rows[table] = (size_t)rows[table];
    }
    image += sizeof rows;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        size_t bytes = (size_t)rows[schema_columns[id].table] * row_bytes(record, id);
        if (bytes > 0)
            memcpy(record->data[id], image, bytes);
        image += bytes;
    }
    return true;
}

double record_value(const record_t *record, size_t position) {
    if (record_u32(record, POSITIONS_VISITS)[position] == 0)
        return (double)NAN;
    const double value = (double)record_f32(record, POSITIONS_ROOT_VALUE)[position];
    return record_u8(record, POSITIONS_PLAYER)[position] == 0 ? value : 1 - value;
}
