#include "selfplay/merge/read_back.h"

#include "selfplay/merge/virtual_columns.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static bool has_all_games(games_file_t *file, failure_t *error) {
    record_t record;
    int64_t count;
    record_init(&record, file->header.game);
    do
        count = games_file_next(file, &record, error);
    while (count > 0 && stop_goes_on(error));
    record_clear(&record);
    return count == 0;
}

/* Whether the values of a copied column have the checksum. */
static bool has_values(const games_file_t *file, column_id_t id, uint32_t checksum) {
    const game_t *game = file->header.game;
    const uint64_t most = hdf5_chunk_rows(id, game);
    uint64_t rows = 0;
    uint32_t sum = 0;
    chunk_reader_t reader = {0};
    hid_t column = hdf5_open_column(file->handle, id, game, &rows);
    bool ok = column >= 0 && rows == file->rows[schema_columns[id].table] &&
              chunk_reader_init(&reader, column);
    unsigned char *values = memory_new(most, ok ? reader.row_bytes : 1);
    for (uint64_t first = 0; ok && first < rows; first += most) {
        uint64_t count = rows - first < most ? rows - first : most;
        const chunk_read_t read = {&reader, first, count, values};
        ok = chunk_reads(&read, 1, file->queue) == 1;
        sum = libdeflate_crc32(sum, values, count * reader.row_bytes);
    }
    chunk_reader_clear(&reader);
    if (column >= 0)
        H5Dclose(column);
    free(values);
    return ok && sum == checksum;
}

static bool has_columns(const games_file_t *file, const read_back_t *expected) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (virtual_column_is_copied(id)
                ? !has_values(file, id, expected->checksums[id])
                : !virtual_columns_refers(expected->sources, file->handle, id,
                                          file->header.game))
            return false;
    return true;
}

static bool check(games_file_t *file, const read_back_t *expected, failure_t *error) {
    bool same = memcmp(file->rows, expected->rows, sizeof file->rows) == 0 &&
                file->present && strcmp(file->present, expected->present) == 0;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        same = same && file->checksums[id] == expected->checksums[id];
    if (same && !expected->sources)
        return has_all_games(file, error);
    return (same && has_columns(file, expected)) ||
           error_set(error, "rows, checksums or references differ");
}

bool read_back_merged(const char *unfinished, const char *path,
                      const read_back_t *expected, failure_t *error) {
    games_file_t file;
    bool ok =
        games_file_open(&file, unfinished, expected->header, GAMES_FILE_WHOLE, error);
    if (ok) {
        file.queue = expected->queue;
        ok = check(&file, expected, error);
        games_file_close(&file);
    }
    return ok ||
           (stop_goes_on(error) &&
            error_prefix(error, "%s: the data read back differ from the data written",
                         path));
}
