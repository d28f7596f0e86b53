#include "selfplay/store/games_writer.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/envelope.h"
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

static hid_t create_file(const char *path) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_userblock(creation, ENVELOPE_BYTES) >= 0)
        file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

static bool create_column(games_writer_t *writer, column_id_t id) {
    hsize_t none[2] = {0, column_width(id, writer->game)};
    hsize_t any[2] = {H5S_UNLIMITED, none[1]};
    hid_t space = H5Screate_simple(hdf5_rank(id), none, any);
    hid_t properties = hdf5_column_properties(id, writer->game, UINT64_MAX);
    if (space >= 0 && properties >= 0)
        writer->columns[id].dataset =
            H5Dcreate2(writer->file, schema_columns[id].path,
                       hdf5_file_type(schema_columns[id].type), space, H5P_DEFAULT,
                       properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    return writer->columns[id].dataset >= 0;
}

games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 task_queue_t *queue) {
    games_writer_t *writer = memory_new(1, sizeof *writer);
    hdf5_be_silent();
    writer->path = memory_new(strlen(path) + 1, 1);
    memcpy(writer->path, path, strlen(path));
    writer->game = game;
    writer->queue = queue;
    writer->file = create_file(path);
    writer->failed = writer->file < 0 || !hdf5_make_group(writer->file, "games") ||
                     !hdf5_make_group(writer->file, "positions") ||
                     !hdf5_make_group(writer->file, "legal");
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        writer->columns[id] =
            (chunk_buffer_t){.dataset = -1,
                             .filters = hdf5_column_filters(id),
                             .row_bytes = column_width(id, game) *
                                          column_type_bytes(schema_columns[id].type),
                             .chunk_rows = (size_t)hdf5_chunk_rows(id, game)};
        if (!writer->failed)
            writer->failed = !create_column(writer, id);
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

bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present) {
    REQUIRE(!writer->failed);
    bool written = write_gathered(writer, true) &&
                   games_header_write(writer->file, writer->game, config, maker) &&
                   hdf5_write_text(writer->file, GAMES_FILE_PRESENT, present);
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
