#include "selfplay/store/games_writer.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes of rows to buffer before full chunks are compressed and written. */
enum { GATHERED_BYTES = 16 << 20 };

struct games_writer {
    char *path;
    const game_t *game;
    hid_t file;
    bool failed;
    task_queue_t *queue; /* its threads compress; or NULL */
    uint64_t rows[TABLE_COUNT];
    size_t gathered;                      /* bytes */
    chunk_buffer_t columns[COLUMN_COUNT]; /* dataset -1: closed */
    uint32_t checksums[COLUMN_COUNT];
};

/* --- Opening ------------------------------------------------------------------------ */

games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 task_queue_t *queue) {
    games_writer_t *writer = memory_new(1, sizeof *writer);
    writer->path = text_copy(path);
    writer->game = game;
    writer->queue = queue;
    writer->file = hdf5_create_games(path);
    writer->failed = writer->file < 0 || !hdf5_create_groups(writer->file);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        writer->columns[id].dataset = -1;
        writer->failed =
            writer->failed ||
            !hdf5_create_column(writer->file, id, game, UINT64_MAX, &writer->columns[id]);
    }
    if (!writer->failed)
        return writer;
    games_writer_free(writer);
    return NULL;
}

static bool close_file(games_writer_t *writer) {
    bool closed = true;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (writer->columns[id].dataset >= 0) {
            closed = H5Dclose(writer->columns[id].dataset) >= 0 && closed;
            writer->columns[id].dataset = -1;
        }
    if (writer->file >= 0)
        closed = H5Fclose(writer->file) >= 0 && closed;
    writer->file = -1;
    return closed;
}

void games_writer_free(games_writer_t *writer) {
    if (!writer)
        return;
    /* The file is discarded, and truncated first: on a full disk, HDF5 could otherwise
     * not write its tables, and would try again at exit. */
    if (writer->file >= 0)
        (void)!truncate(writer->path, 0);
    close_file(writer);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        free(writer->columns[id].rows);
    free(writer->path);
    free(writer);
}

const uint64_t *games_writer_rows(const games_writer_t *writer) {
    return writer->rows;
}

uint32_t games_writer_checksum(const games_writer_t *writer, column_id_t id) {
    return writer->checksums[id];
}

/* --- Gathering ---------------------------------------------------------------------- */

/* Appends a column of a record; `shift` is added to row numbers. */
static void gather(games_writer_t *writer, const record_t *record, column_id_t id,
                   uint64_t shift) {
    chunk_buffer_t *column = &writer->columns[id];
    size_t rows = record->rows[schema_columns[id].table];
    size_t bytes = rows * column->row_bytes;
    if (bytes == 0)
        return;
    unsigned char *to = chunk_buffer_room(column, rows);
    memcpy(to, record->data[id], bytes);
    for (size_t at = 0; shift > 0 && at < bytes; at += sizeof(int64_t)) {
        int64_t row;
        memcpy(&row, to + at, sizeof row);
        row += (int64_t)shift;
        memcpy(to + at, &row, sizeof row);
    }
    writer->checksums[id] = libdeflate_crc32(writer->checksums[id], to, bytes);
    column->count += rows;
    writer->gathered += bytes;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Extends the dataset for the buffered rows. */
static bool extend_column(const games_writer_t *writer, column_id_t id) {
    const chunk_buffer_t *column = &writer->columns[id];
    hsize_t size[2] = {column->written + column->count, column_width(id, writer->game)};
    return H5Dset_extent(column->dataset, size) >= 0;
}

static bool write_gathered(games_writer_t *writer, bool last) {
    bool written = true;
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = extend_column(writer, id);
    written = written &&
              chunk_buffers_write(writer->columns, COLUMN_COUNT, last, writer->queue);
    writer->gathered = 0;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        writer->gathered += writer->columns[id].count * writer->columns[id].row_bytes;
    writer->failed = writer->failed || !written;
    return written;
}

bool games_writer_add(games_writer_t *writer, const record_t *record) {
    REQUIRE(!writer->failed && record->game == writer->game);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        gather(writer, record, id,
               id == GAMES_FIRST_POSITION    ? writer->rows[TABLE_POSITIONS]
               : id == POSITIONS_FIRST_LEGAL ? writer->rows[TABLE_LEGAL]
                                             : 0);
    for (table_t table = 0; table < TABLE_COUNT; table++)
        writer->rows[table] += record->rows[table];
    return writer->gathered < GATHERED_BYTES || write_gathered(writer, false);
}

static bool write_source(const games_writer_t *writer) {
    const game_source_t *source = outside_game_source(writer->game->class);
    return !source || hdf5_write_text(writer->file, GAME_SOURCE_ATTRIBUTE, source->text);
}

bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present) {
    REQUIRE(!writer->failed);
    bool written = write_gathered(writer, true) &&
                   games_header_write(writer->file, writer->game, config, maker) &&
                   hdf5_write_text(writer->file, GAMES_FILE_PRESENT, present) &&
                   write_source(writer);
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = hdf5_write_number(writer->columns[id].dataset, "crc32",
                                    writer->checksums[id]);
    written = written && H5Fflush(writer->file, H5F_SCOPE_GLOBAL) >= 0;
    if (!written) {
        writer->failed = true;
        return false;
    }
    return close_file(writer);
}
