#include "selfplay/store/games_file.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <libdeflate.h>
#include <stdlib.h>

/* The file is at fault, unless the system could not read it. */
#define DAMAGED(file, ...)                                                               \
    ((file)->damaged =                                                                   \
         !hdf5_read_failed((file)->path, error) && !error_set(error, __VA_ARGS__),       \
     false)

static bool damaged_column(games_file_t *file, column_id_t id, failure_t *error) {
    return DAMAGED(file, "%s: the dataset \"%s\" is missing or damaged", file->path,
                   schema_columns[id].path);
}

static bool damaged_links(games_file_t *file, failure_t *error) {
    return DAMAGED(file, "%s: rows of games, positions and actions do not fit together",
                   file->path);
}

/* --- Opening ------------------------------------------------------------------------ */

/* The first column of a table determines its number of rows. */
static bool open_column(games_file_t *file, column_id_t id, bool first,
                        failure_t *error) {
    uint64_t rows = 0, *table_rows = &file->rows[schema_columns[id].table];
    hid_t column = hdf5_open_column(file->handle, id, file->header.game, &rows);
    file->datasets[id] = column;
    if (column < 0 || !chunk_reader_init(&file->columns[id], column))
        return damaged_column(file, id, error);
    if (first)
        *table_rows = rows;
    return (rows == *table_rows && rows <= INT64_MAX &&
            hdf5_read_number(column, "crc32", &file->checksums[id]) &&
            (rows > 0 || file->checksums[id] == 0)) ||
           damaged_column(file, id, error);
}

static bool open_columns(games_file_t *file, failure_t *error) {
    int table = -1;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        bool first = (int)schema_columns[id].table != table;
        table = (int)schema_columns[id].table;
        if (!open_column(file, id, first, error))
            return false;
    }
    return file->rows[TABLE_GAMES] > 0 ||
           (file->rows[TABLE_POSITIONS] == 0 && file->rows[TABLE_LEGAL] == 0) ||
           damaged_links(file, error);
}

static bool read_contents(games_file_t *file, const games_header_t *expected,
                          failure_t *error) {
    if (!games_header_read(&file->header, file->handle, file->path, expected,
                           &file->damaged, error))
        return false;
    file->present = hdf5_read_text(file->handle, GAMES_FILE_PRESENT);
    return open_columns(file, error);
}

static bool open_contents(games_file_t *file, const games_header_t *expected,
                          failure_t *error) {
    hsize_t bytes = 0;
    file->handle = hdf5_open(file->path, &file->damaged, error);
    bool ok = file->handle >= 0 && read_contents(file, expected, error);
    if (ok && H5Fget_filesize(file->handle, &bytes) >= 0)
        file->bytes = bytes;
    if (!hdf5_read_failed(file->path, error))
        return ok;
    file->damaged = false;
    return false;
}

bool games_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                     games_file_use_t use, failure_t *error) {
    hdf5_be_silent();
    *file = (games_file_t){.handle = -1, .path = text_copy(path)};
    bool ok = envelope_check(file->path, use == GAMES_FILE_PART, &file->damaged, error) &&
              open_contents(file, expected, error);
    if (ok)
        return true;
    bool damaged = file->damaged;
    games_file_close(file);
    file->damaged = damaged;
    return false;
}

static void close_columns(games_file_t *file) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        chunk_reader_clear(&file->columns[id]);
        if (file->datasets[id] > 0)
            H5Dclose(file->datasets[id]);
        file->datasets[id] = 0;
    }
}

void games_file_close(games_file_t *file) {
    close_columns(file);
    if (file->handle >= 0)
        H5Fclose(file->handle);
    games_header_clear(&file->header);
    free(file->present);
    free(file->path);
    *file = (games_file_t){.handle = -1};
}

/* --- Reading ------------------------------------------------------------------------ */

/* Values of rows of a column. */
static bool read_column(games_file_t *file, column_id_t id, uint64_t first,
                        uint64_t count, void *values) {
    const chunk_read_t read = {&file->columns[id], first, count, values};
    return chunk_reads(&read, 1, file->queue) == 1;
}

static bool read_table(games_file_t *file, table_t table, uint64_t first, uint64_t count,
                       record_t *record, failure_t *error) {
    chunk_read_t reads[COLUMN_COUNT];
    column_id_t ids[COLUMN_COUNT];
    size_t number = 0;
    record_grow(record, table, count);
    record->rows[table] = count;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (schema_columns[id].table == table) {
            ids[number] = id;
            reads[number++] =
                (chunk_read_t){&file->columns[id], first, count, record->data[id]};
        }
    size_t done = chunk_reads(reads, number, file->queue);
    return done == number || damaged_column(file, ids[done], error);
}

/* Two columns of a table give the first row below, and the number of rows. */
typedef struct link {
    table_t table, below;
    column_id_t first, count;
} link_t;

static const link_t links[] = {
    {TABLE_GAMES, TABLE_POSITIONS, GAMES_FIRST_POSITION, GAMES_DECISIONS},
    {TABLE_POSITIONS, TABLE_LEGAL, POSITIONS_FIRST_LEGAL, POSITIONS_LEGAL},
};

/* The row below at which those of `row` have to begin: after those of the previous row.
 */
static bool find_start(games_file_t *file, const link_t *link, uint64_t row,
                       uint64_t *start, failure_t *error) {
    int64_t first = 0;
    uint32_t count = 0;
    *start = 0;
    if (row == 0)
        return true;
    if (row == file->next[link->table]) {
        *start = file->next[link->below];
        return true;
    }
    if (!read_column(file, link->first, row - 1, 1, &first) ||
        !read_column(file, link->count, row - 1, 1, &count))
        return damaged_column(file, link->first, error);
    *start = (uint64_t)first + count;
    return true;
}

/* Whether the rows of a table from `row` on, which are in the record, refer to existing,
 * consecutive rows below from `start` on, up to those of the row after them; at most
 * `most` per row. *end: after the last. */
static bool follow(games_file_t *file, const link_t *link, uint64_t row, uint64_t start,
                   uint64_t most, const record_t *record, uint64_t *end) {
    const int64_t *firsts = record_i64(record, link->first);
    const uint32_t *counts = record_u32(record, link->count);
    size_t rows = record->rows[link->table];
    int64_t behind = (int64_t)file->rows[link->below];
    *end = start;
    for (size_t i = 0; i < rows; i++) {
        if ((uint64_t)firsts[i] != *end || counts[i] > most)
            return false;
        *end += counts[i];
    }
    if (row + rows < file->rows[link->table] &&
        !read_column(file, link->first, row + rows, 1, &behind))
        return false;
    return *end == (uint64_t)behind && *end <= file->rows[link->below];
}

/* The number of games to read at once from a row on: as many as fit in that many
 * positions, or one. */
static bool count_games(games_file_t *file, uint64_t row, uint64_t most_games,
                        uint64_t most_positions, uint64_t *count, failure_t *error) {
    enum { SOME = 256 };
    uint32_t num_actions[SOME];
    uint64_t positions = 0;
    for (*count = 0; *count < most_games;) {
        uint64_t left = most_games - *count, some = left < SOME ? left : SOME;
        if (!read_column(file, GAMES_DECISIONS, row + *count, some, num_actions))
            return damaged_column(file, GAMES_DECISIONS, error);
        for (uint64_t i = 0; i < some; i++, ++*count) {
            positions += num_actions[i];
            if (*count > 0 && positions > most_positions)
                return true;
        }
    }
    return true;
}

static bool all_below_u8(const record_t *record, column_id_t id, uint8_t limit) {
    const uint8_t *values = record_u8(record, id);
    size_t count =
        record->rows[schema_columns[id].table] * column_width(id, record->game);
    for (size_t i = 0; i < count; i++)
        if (values[i] >= limit)
            return false;
    return true;
}

static bool all_actions(const record_t *record, column_id_t id) {
    const uint16_t *values = record_u16(record, id);
    for (size_t i = 0; i < record->rows[schema_columns[id].table]; i++)
        if (values[i] >= record->game->num_actions)
            return false;
    return true;
}

/* No action can have more pruned visits than visits. */
static bool all_visited(const record_t *record) {
    const uint32_t *visits = record_u32(record, LEGAL_VISITS);
    const uint32_t *pruned = record_u32(record, LEGAL_PRUNED);
    for (size_t i = 0; i < record->rows[TABLE_LEGAL]; i++)
        if (pruned[i] > visits[i])
            return false;
    return true;
}

/* False for NaN. */
static bool all_between(const record_t *record, column_id_t id, float low, float high) {
    const float *values = record_f32(record, id);
    for (size_t i = 0; i < record->rows[schema_columns[id].table]; i++)
        if (!(values[i] >= low && values[i] <= high))
            return false;
    return true;
}

static bool all_have_positions(const record_t *record) {
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++)
        if (record_u32(record, GAMES_DECISIONS)[i] == 0)
            return false;
    return true;
}

/* Checks that a search can have these numbers, so that readers need not check again;
 * whether they are right for this game is checked by verify. A root value is a mean of
 * scores, rounded; a surprise is at most the logarithm of a share of visits over a prior.
 */
static bool check_numbers(const record_t *record) {
    return all_between(record, POSITIONS_ROOT_VALUE, 0, 1) &&
           all_between(record, POSITIONS_SURPRISE, 0, RECORD_MOST_SURPRISE) &&
           all_below_u8(record, GAMES_AGENT, 2) &&
           all_below_u8(record, POSITIONS_SIDE, 2) &&
           all_below_u8(record, POSITIONS_PLAYER, 2) &&
           all_below_u8(record, POSITIONS_ROOT_PROOF, 4);
}

/* Checks everything that readers rely on: numbers of rows, names and actions. */
static bool check_values(const record_t *record) {
    return all_have_positions(record) && all_below_u8(record, GAMES_WINNER, NOBODY + 1) &&
           all_below_u8(record, GAMES_WINNER_SIDE, NOBODY + 1) &&
           all_below_u8(record, GAMES_REASON, REASON_COUNT) &&
           all_below_u8(record, POSITIONS_FULL, 2) &&
           all_actions(record, POSITIONS_CHOSEN) && all_actions(record, LEGAL_ACTION) &&
           all_visited(record);
}

/* The first row of a batch, in each table. */
typedef uint64_t rows_t[TABLE_COUNT];

/* Reads a batch as stored. */
static bool read_rows(games_file_t *file, uint64_t most_games, uint64_t most_positions,
                      rows_t start, record_t *record, failure_t *error) {
    const game_t *game = file->header.game;
    uint64_t num_games, positions_end, legal_end;
    if (!find_start(file, &links[0], start[TABLE_GAMES], &start[TABLE_POSITIONS],
                    error) ||
        !count_games(file, start[TABLE_GAMES], most_games, most_positions, &num_games,
                     error) ||
        !read_table(file, TABLE_GAMES, start[TABLE_GAMES], num_games, record, error))
        return false;
    if (!follow(file, &links[0], start[TABLE_GAMES], start[TABLE_POSITIONS],
                (uint64_t)game->max_game_length, record, &positions_end))
        return damaged_links(file, error);
    if (!find_start(file, &links[1], start[TABLE_POSITIONS], &start[TABLE_LEGAL],
                    error) ||
        !read_table(file, TABLE_POSITIONS, start[TABLE_POSITIONS],
                    positions_end - start[TABLE_POSITIONS], record, error))
        return false;
    if (!follow(file, &links[1], start[TABLE_POSITIONS], start[TABLE_LEGAL],
                (uint64_t)game->max_legal, record, &legal_end))
        return damaged_links(file, error);
    if (!read_table(file, TABLE_LEGAL, start[TABLE_LEGAL], legal_end - start[TABLE_LEGAL],
                    record, error))
        return false;
    return (check_values(record) && (file->any_numbers || check_numbers(record))) ||
           DAMAGED(file,
                   "%s: holds an action, outcome, value or visits that are impossible in "
                   "its game",
                   file->path);
}

/* Rows of a record count from its own first row. */
static void shift_links(record_t *record, const rows_t start) {
    for (size_t l = 0; l < sizeof links / sizeof links[0]; l++) {
        int64_t *firsts = record_i64(record, links[l].first);
        for (size_t i = 0; i < record->rows[links[l].table]; i++)
            firsts[i] -= (int64_t)start[links[l].below];
    }
}

/* Adds a batch, as stored, to the checksums, which are compared after the last one. */
static bool add_to_sums(games_file_t *file, const rows_t start, const record_t *record,
                        failure_t *error) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        table_t table = schema_columns[id].table;
        size_t bytes = record->rows[table] * column_width(id, record->game) *
                       column_type_bytes(schema_columns[id].type);
        if (bytes > 0)
            file->sums[id] = libdeflate_crc32(file->sums[id], record->data[id], bytes);
    }
    for (table_t table = 0; table < TABLE_COUNT; table++)
        file->next[table] = start[table] + record->rows[table];
    if (file->next[TABLE_GAMES] == file->rows[TABLE_GAMES])
        for (column_id_t id = 0; id < COLUMN_COUNT; id++)
            if (file->sums[id] != file->checksums[id])
                return damaged_column(file, id, error);
    return true;
}

bool games_file_read(games_file_t *file, uint64_t first, uint64_t most_games,
                     uint64_t most_positions, record_t *record, failure_t *error) {
    rows_t start = {[TABLE_GAMES] = first};
    REQUIRE(first < file->rows[TABLE_GAMES] && most_games > 0 && most_positions > 0);
    REQUIRE(record->game == file->header.game && record->rows[TABLE_GAMES] == 0);
    /* Every game has at least one position. */
    most_games = most_games < most_positions ? most_games : most_positions;
    if (most_games > file->rows[TABLE_GAMES] - first)
        most_games = file->rows[TABLE_GAMES] - first;
    bool ok =
        read_rows(file, most_games, most_positions, start, record, error) &&
        (first != file->next[TABLE_GAMES] || add_to_sums(file, start, record, error));
    if (ok)
        shift_links(record, start);
    else
        record_clear(record);
    return ok;
}

int64_t games_file_next(games_file_t *file, record_t *record, failure_t *error) {
    record_empty(record);
    if (file->next[TABLE_GAMES] == file->rows[TABLE_GAMES])
        return 0;
    if (!games_file_read(file, file->next[TABLE_GAMES], UINT64_MAX, GAMES_FILE_BATCH,
                         record, error))
        return -1;
    return (int64_t)record->rows[TABLE_GAMES];
}

/* --- Finding ------------------------------------------------------------------------ */

bool games_file_id(games_file_t *file, uint64_t row, int64_t *id, failure_t *error) {
    REQUIRE(row < file->rows[TABLE_GAMES]);
    return read_column(file, GAMES_ID, row, 1, id) ||
           damaged_column(file, GAMES_ID, error);
}

game_found_t games_file_find(games_file_t *file, uint64_t id, uint64_t *row,
                             failure_t *error) {
    uint64_t low = 0, high = file->rows[TABLE_GAMES];
    /* A merged file's list of games tells where to look first. */
    if (file->present && game_ranges_find(file->present, id, row) && *row < high) {
        low = *row;
        high = low + 1;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int64_t there;
        if (!games_file_id(file, middle, &there, error))
            return GAME_UNREADABLE;
        if ((uint64_t)there == id) {
            *row = middle;
            return GAME_FOUND;
        }
        if (there < (int64_t)id)
            low = middle + 1;
        else
            high = middle;
    }
    return GAME_NOT_THERE;
}
