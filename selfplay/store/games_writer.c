#include "selfplay/store/games_writer.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/store/chunk_filters.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

/* Bytes of rows that gather before whole chunks are packed and written. */
enum { GATHERED_BYTES = 16 << 20 };

/* Rows of a column that have not been written. */
typedef struct column_buffer {
    hid_t dataset; /* -1: written elsewhere */
    unsigned char *rows;
    size_t used, capacity; /* bytes */
    size_t chunk_bytes, row_bytes;
    uint64_t written; /* rows */
    uint32_t checksum;
} column_buffer_t;

/* A chunk on its way to the file. */
typedef struct packed_chunk {
    column_id_t column;
    const unsigned char *rows;
    uint64_t first; /* row */
    unsigned char *packed;
    size_t size;
} packed_chunk_t;

struct games_writer {
    char *path;
    const game_t *game;
    hid_t file;
    bool failed;
    int threads;
    uint64_t rows[TABLE_COUNT];
    size_t gathered; /* bytes */
    column_buffer_t columns[COLUMN_COUNT];
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
                                 const bool is_written[COLUMN_COUNT], int threads) {
    games_writer_t *writer = memory_new(1, sizeof *writer);
    hdf5_be_silent();
    writer->path = memory_new(strlen(path) + 1, 1);
    memcpy(writer->path, path, strlen(path));
    writer->game = game;
    writer->threads = threads > 0 ? threads : omp_get_max_threads();
    writer->file = create_file(path);
    writer->failed = writer->file < 0 || !hdf5_make_group(writer->file, "games") ||
                     !hdf5_make_group(writer->file, "positions") ||
                     !hdf5_make_group(writer->file, "legal");
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        column_buffer_t *column = &writer->columns[id];
        column->dataset = -1;
        column->row_bytes =
            column_width(id, game) * column_type_bytes(schema_columns[id].type);
        column->chunk_bytes = hdf5_chunk_rows(id, game) * column->row_bytes;
        if (is_written[id] && !writer->failed)
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
    /* On a full disk HDF5 has tables that it cannot write, and would try at exit again:
     * it gets the file of what is thrown away. */
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
    return writer->columns[id].checksum;
}

hid_t games_writer_file(const games_writer_t *writer) {
    return writer->file;
}

/* --- Gathering ---------------------------------------------------------------------- */

/* Appends a column of a record; rows that it names are counted on from `shift`. */
static void gather(games_writer_t *writer, const record_t *record, column_id_t id,
                   uint64_t shift) {
    column_buffer_t *column = &writer->columns[id];
    size_t bytes = record->rows[schema_columns[id].table] * column->row_bytes;
    bool is_kept = column->dataset >= 0;
    size_t start = is_kept ? column->used : 0;
    if (bytes == 0)
        return;
    if (start + bytes > column->capacity) {
        column->capacity = 2 * (start + bytes);
        column->rows = memory_resize(column->rows, column->capacity, 1);
    }
    unsigned char *to = column->rows + start;
    memcpy(to, record->data[id], bytes);
    for (size_t at = 0; shift > 0 && at < bytes; at += sizeof(int64_t)) {
        int64_t row;
        memcpy(&row, to + at, sizeof row);
        row += (int64_t)shift;
        memcpy(to + at, &row, sizeof row);
    }
    column->checksum = (uint32_t)crc32_z(column->checksum, to, bytes);
    if (is_kept) {
        column->used += bytes;
        writer->gathered += bytes;
    }
}

/* --- Writing ------------------------------------------------------------------------ */

/* The whole chunks that have gathered, and with `last` the rest, filled up with zeros. */
static size_t list_chunks(games_writer_t *writer, bool last, packed_chunk_t *chunks) {
    size_t count = 0;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        column_buffer_t *column = &writer->columns[id];
        size_t rest = column->used % column->chunk_bytes;
        if (last && rest > 0) {
            size_t whole = column->used + column->chunk_bytes - rest;
            if (chunks && whole > column->capacity) {
                column->rows = memory_resize(column->rows, whole, 1);
                column->capacity = whole;
            }
            if (chunks)
                memset(column->rows + column->used, 0, whole - column->used);
        }
        for (size_t at = 0;
             at + column->chunk_bytes <= column->used || (last && at < column->used);
             at += column->chunk_bytes, count++)
            if (chunks)
                chunks[count] =
                    (packed_chunk_t){.column = id,
                                     .rows = column->rows + at,
                                     .first = column->written + at / column->row_bytes};
    }
    return count;
}

static void pack_chunks(const games_writer_t *writer, packed_chunk_t *chunks,
                        size_t count) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(writer->threads)
    for (size_t i = 0; i < count; i++) {
        packed_chunk_t *chunk = &chunks[i];
        size_t bytes = writer->columns[chunk->column].chunk_bytes;
        size_t room = chunk_room(bytes);
        chunk->packed = memory_new(room, 1);
        chunk->size = chunk_pack(chunk->rows, bytes,
                                 column_type_bytes(schema_columns[chunk->column].type),
                                 chunk->packed, room);
    }
}

/* Makes the dataset long enough for the rows that have gathered. */
static bool extend_column(const games_writer_t *writer, column_id_t id) {
    const column_buffer_t *column = &writer->columns[id];
    hsize_t size[2] = {column->written + column->used / column->row_bytes,
                       column_width(id, writer->game)};
    return column->dataset < 0 || H5Dset_extent(column->dataset, size) >= 0;
}

static bool write_chunks(games_writer_t *writer, packed_chunk_t *chunks, size_t count) {
    bool written = true;
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = extend_column(writer, id);
    for (size_t i = 0; i < count; i++) {
        hsize_t offset[2] = {chunks[i].first, 0};
        written = written &&
                  H5Dwrite_chunk(writer->columns[chunks[i].column].dataset, H5P_DEFAULT,
                                 0, offset, chunks[i].size, chunks[i].packed) >= 0;
        free(chunks[i].packed);
    }
    return written;
}

/* Takes what has been written off the buffers. */
static void drop_written(games_writer_t *writer, bool last) {
    writer->gathered = 0;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        column_buffer_t *column = &writer->columns[id];
        size_t rest = last ? 0 : column->used % column->chunk_bytes;
        size_t gone = column->used - rest;
        if (gone > 0 && rest > 0)
            memmove(column->rows, column->rows + gone, rest);
        column->written += gone / column->row_bytes;
        column->used = rest;
        writer->gathered += rest;
    }
}

static bool write_gathered(games_writer_t *writer, bool last) {
    size_t count = list_chunks(writer, last, NULL);
    packed_chunk_t *chunks = memory_new(count + 1, sizeof *chunks);
    list_chunks(writer, last, chunks);
    pack_chunks(writer, chunks, count);
    bool written = write_chunks(writer, chunks, count);
    free(chunks);
    drop_written(writer, last);
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

/* The checksum of a column, wherever it was made. */
static bool write_checksum(const games_writer_t *writer, column_id_t id) {
    hid_t dataset = H5Dopen2(writer->file, schema_columns[id].path, H5P_DEFAULT);
    if (dataset < 0)
        return false;
    bool written = hdf5_write_number(dataset, "crc32", writer->columns[id].checksum);
    return H5Dclose(dataset) >= 0 && written;
}

bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present) {
    REQUIRE(!writer->failed);
    bool written = write_gathered(writer, true) &&
                   games_header_write(writer->file, writer->game, config, maker) &&
                   hdf5_write_text(writer->file, GAMES_FILE_PRESENT, present);
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = write_checksum(writer, id);
    written = written && H5Fflush(writer->file, H5F_SCOPE_GLOBAL) >= 0;
    if (!written) {
        writer->failed = true;
        return false;
    }
    return close_file(writer);
}
