#include "selfplay/convert/old_games.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/json.h"
#include "mcts/search/search_result.h"
#include "mcts/search/surprise.h"
#include "selfplay/convert/games_version.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/games_source.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct old_games {
    const char *path;
    games_header_t header;
    uint64_t version;
    bool has_priors;                   /* some are a network's, and not known */
    hid_t file, columns[COLUMN_COUNT]; /* -1: this version has none */
    uint64_t rows[TABLE_COUNT], next[TABLE_COUNT];
    bool has_sums; /* CRC-32 of each column */
    uint64_t checksums[COLUMN_COUNT];
    uint32_t sums[COLUMN_COUNT];
};

/* Read at once. */
enum { MOST_GAMES = 1024, MOST_POSITIONS = 1 << 13 };

static bool damaged(const old_games_t *old, column_id_t id, failure_t *error) {
    return !hdf5_read_failed(old->path, error) &&
           error_set(error, "%s: the dataset \"%s\" is missing or damaged", old->path,
                     schema_columns[id].path);
}

static bool does_not_fit(const old_games_t *old, failure_t *error) {
    return !hdf5_read_failed(old->path, error) &&
           error_set(error,
                     "%s: rows of games, positions and actions do not fit together",
                     old->path);
}

/* --- Opening ------------------------------------------------------------------------ */

/* 64-bit numbers were unsigned at first. */
static bool is_like(hid_t type, column_type_t expected) {
    H5T_class_t class = expected == TYPE_F32 ? H5T_FLOAT : H5T_INTEGER;
    return H5Tget_class(type) == class &&
           H5Tget_size(type) == column_type_bytes(expected) &&
           H5Tget_order(type) != H5T_ORDER_BE;
}

static bool open_column(old_games_t *old, column_id_t id, failure_t *error) {
    const column_t *column = &schema_columns[id];
    uint64_t *rows = &old->rows[column->table];
    hsize_t size[2] = {0, 1};
    bool is_later =
        id == POSITIONS_FULL || id == POSITIONS_SURPRISE || id == LEGAL_PRUNED;
    if (H5Lexists(old->file, column->path, H5P_DEFAULT) <= 0)
        return is_later || damaged(old, id, error);
    hid_t dataset = old->columns[id] = hdf5_open_dataset(old->file, column->path);
    if (dataset < 0)
        return damaged(old, id, error);
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    bool right = is_like(type, column->type) &&
                 H5Sget_simple_extent_ndims(space) == hdf5_rank(id) &&
                 H5Sget_simple_extent_dims(space, size, NULL) == hdf5_rank(id) &&
                 size[1] == column_width(id, old->header.game) && size[0] <= INT64_MAX;
    H5Tclose(type);
    H5Sclose(space);
    bool is_first = id == GAMES_ID || id == POSITIONS_STATE || id == LEGAL_ACTION;
    if (is_first)
        *rows = size[0];
    if (id == GAMES_ID)
        old->has_sums = hdf5_read_number(dataset, "crc32", &old->checksums[id]);
    else if (right && old->has_sums)
        right = hdf5_read_number(dataset, "crc32", &old->checksums[id]);
    return (right && size[0] == *rows) || damaged(old, id, error);
}

static bool check_version(old_games_t *old, failure_t *error) {
    char *format = hdf5_read_text(old->file, "format");
    bool right = format && strcmp(format, SCHEMA_FORMAT) == 0 &&
                 hdf5_read_number(old->file, "schema_version", &old->version);
    free(format);
    if (!right || old->version == 0)
        return error_set(error, "%s: is not a file of recorded games", old->path);
    return old->version <= SCHEMA_VERSION ||
           games_version_refuse(old->path, old->version, error);
}

/* Whether a network gave the priors, which were not recorded. */
static bool is_by_network(const cJSON *agent) {
    const cJSON *search = cJSON_GetObjectItemCaseSensitive(agent, "search");
    const cJSON *evaluator = cJSON_GetObjectItemCaseSensitive(search, "evaluator");
    return cJSON_IsString(evaluator) && strcmp(evaluator->valuestring, "playouts") != 0;
}

static bool find_priors(const char *config) {
    cJSON *json = json_read(config, "config", NULL);
    const cJSON *agent;
    bool found = is_by_network(json);
    cJSON_ArrayForEach(agent, cJSON_GetObjectItemCaseSensitive(json, "agents")) found =
        found || is_by_network(agent);
    cJSON_Delete(json);
    return found;
}

static bool open_contents(old_games_t *old, failure_t *error) {
    bool is_damaged;
    old->file = hdf5_open(old->path, &is_damaged, error);
    if (old->file < 0 || !check_version(old, error) ||
        !games_header_read_any(&old->header, old->file, old->path, NULL, &is_damaged,
                               error))
        return false;
    if (H5Lexists(old->file, GAMES_SOURCES, H5P_DEFAULT) > 0)
        return error_set(
            error, "%s: is virtual: convert the files it refers to, and merge them again",
            old->path);
    old->has_priors = find_priors(old->header.config);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (!open_column(old, id, error))
            return false;
    return true;
}

old_games_t *old_games_open(const char *path, failure_t *error) {
    bool is_damaged;
    old_games_t *old = memory_new(1, sizeof *old);
    old->path = path;
    old->file = -1;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        old->columns[id] = -1;
    if ((envelope_is_missing(path) || envelope_check(path, false, &is_damaged, error)) &&
        open_contents(old, error))
        return old;
    old_games_close(old);
    return NULL;
}

void old_games_close(old_games_t *old) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (old->columns[id] >= 0)
            H5Dclose(old->columns[id]);
    if (old->file >= 0)
        H5Fclose(old->file);
    games_header_clear(&old->header);
    free(old);
}

const games_header_t *old_games_header(const old_games_t *old) {
    return &old->header;
}

bool old_games_has(const old_games_t *old, column_id_t id) {
    return old->columns[id] >= 0;
}

/* --- Reading ------------------------------------------------------------------------ */

static bool read_table(old_games_t *old, table_t table, uint64_t count, record_t *record,
                       failure_t *error) {
    record_grow(record, table, count);
    record->rows[table] = count;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (schema_columns[id].table == table && old->columns[id] >= 0 &&
            !hdf5_read_rows(old->columns[id], hdf5_memory_type(schema_columns[id].type),
                            old->next[table], count, record->data[id]))
            return damaged(old, id, error);
    return true;
}

/* Limits the rows of a table by those below it: complete games of up to MOST_POSITIONS
 * positions, or one game. Their links then count from 0; *below: the rows below. */
static bool follow(old_games_t *old, record_t *record, table_t table, column_id_t first,
                   column_id_t count, uint64_t most, uint64_t *below, failure_t *error) {
    table_t under = table == TABLE_GAMES ? TABLE_POSITIONS : TABLE_LEGAL;
    int64_t *firsts = record_i64(record, first);
    const uint32_t *counts = record_u32(record, count);
    *below = 0;
    for (size_t row = 0; row < record->rows[table]; row++) {
        if (table == TABLE_GAMES && row > 0 && *below + counts[row] > MOST_POSITIONS) {
            record->rows[table] = row;
            break;
        }
        if (counts[row] > most || firsts[row] < 0 ||
            (uint64_t)firsts[row] != old->next[under] + *below)
            return does_not_fit(old, error);
        *below += counts[row];
    }
    return *below <= old->rows[under] - old->next[under] || does_not_fit(old, error);
}

/* The surprise of a position where all priors were equal. */
static float surprise_of(const record_t *record, size_t position) {
    search_result_t result = {.count =
                                  (int)record_u32(record, POSITIONS_LEGAL)[position]};
    size_t first = record_first_legal(record, position);
    for (int i = 0; i < result.count; i++) {
        result.visits[i] = record_u32(record, LEGAL_VISITS)[first + (size_t)i];
        result.priors[i] = (float)(1.0 / result.count);
    }
    return (float)search_surprise(&result);
}

/* Fills in columns that a version does not have. Links count from row 0. */
static void fill_in(const old_games_t *old, record_t *record) {
    size_t positions = record->rows[TABLE_POSITIONS], legal = record->rows[TABLE_LEGAL];
    const uint32_t *visits = record_u32(record, POSITIONS_VISITS);
    for (size_t i = 0; i < positions && old->columns[POSITIONS_FULL] < 0; i++)
        record_u8(record, POSITIONS_FULL)[i] = visits[i] > 0;
    for (size_t i = 0; i < positions && old->columns[POSITIONS_SURPRISE] < 0; i++)
        record_f32(record, POSITIONS_SURPRISE)[i] =
            visits[i] > 0 && !old->has_priors ? surprise_of(record, i) : 0;
    for (size_t i = 0; i < legal && old->columns[LEGAL_PRUNED] < 0; i++)
        record_u32(record, LEGAL_PRUNED)[i] = 0;
}

static void add_sums(old_games_t *old, const record_t *record) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        size_t bytes = record->rows[schema_columns[id].table] *
                       column_width(id, record->game) *
                       column_type_bytes(schema_columns[id].type);
        if (bytes > 0 && old->columns[id] >= 0)
            old->sums[id] = (uint32_t)crc32_z(old->sums[id], record->data[id], bytes);
    }
}

static bool check_end(const old_games_t *old, failure_t *error) {
    for (table_t table = 0; table < TABLE_COUNT; table++)
        if (old->next[table] != old->rows[table])
            return does_not_fit(old, error);
    for (column_id_t id = 0; id < COLUMN_COUNT && old->has_sums; id++)
        if (old->columns[id] >= 0 && old->sums[id] != old->checksums[id])
            return damaged(old, id, error);
    return true;
}

int64_t old_games_next(old_games_t *old, record_t *record, failure_t *error) {
    const game_t *game = old->header.game;
    uint64_t left = old->rows[TABLE_GAMES] - old->next[TABLE_GAMES];
    uint64_t positions, legal;
    record_empty(record);
    if (left == 0)
        return check_end(old, error) ? 0 : -1;
    if (!read_table(old, TABLE_GAMES, left < MOST_GAMES ? left : MOST_GAMES, record,
                    error) ||
        !follow(old, record, TABLE_GAMES, GAMES_FIRST_POSITION, GAMES_DECISIONS,
                (uint64_t)game->max_game_length, &positions, error) ||
        !read_table(old, TABLE_POSITIONS, positions, record, error) ||
        !follow(old, record, TABLE_POSITIONS, POSITIONS_FIRST_LEGAL, POSITIONS_LEGAL,
                (uint64_t)game->max_legal, &legal, error) ||
        !read_table(old, TABLE_LEGAL, legal, record, error))
        return -1;
    add_sums(old, record);
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++)
        record_i64(record, GAMES_FIRST_POSITION)[i] -=
            (int64_t)old->next[TABLE_POSITIONS];
    for (size_t i = 0; i < positions; i++)
        record_i64(record, POSITIONS_FIRST_LEGAL)[i] -= (int64_t)old->next[TABLE_LEGAL];
    fill_in(old, record);
    for (table_t table = 0; table < TABLE_COUNT; table++)
        old->next[table] += record->rows[table];
    return (int64_t)record->rows[TABLE_GAMES];
}
