#include "selfplay/store/games_writer.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <libdeflate.h>
#include <stdlib.h>

/* Bytes of rows to buffer before full chunks are compressed and written. */
enum { GATHERED_BYTES = 16 << 20 };

struct games_writer {
    char *path;
    const game_t *game;
    hid_t file;
    bool failed;
    hdf5_writing_t writing;
    task_queue_t *queue; /* its threads compress; or NULL */
    uint64_t rows[TABLE_COUNT];
    size_t gathered;                      /* bytes */
    chunk_buffer_t columns[COLUMN_COUNT]; /* dataset -1: closed */
    uint32_t checksums[COLUMN_COUNT];
    /* What was written, to repeat it: the rows of the columns at each write, the chunks
     */
    uint64_t (*extents)[COLUMN_COUNT];
    size_t writes, capacity;
    chunk_log_t log;
};

/* --- Opening ------------------------------------------------------------------------ */

games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 task_queue_t *queue) {
    games_writer_t *writer = memory_new(1, sizeof *writer);
    writer->path = text_copy(path);
    writer->game = game;
    writer->queue = queue;
    writer->file = hdf5_create_games(path, &writer->writing);
    writer->failed = writer->file < 0 || !hdf5_create_groups(writer->file);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        writer->columns[id].dataset = -1;
        writer->failed =
            writer->failed ||
            !hdf5_create_column(writer->file, id, game, UINT64_MAX, &writer->columns[id]);
        writer->columns[id].log = &writer->log;
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
    /* On a full disk, HDF5 could not write its tables, and would try again at exit. */
    writer->writing.drops = true;
    close_file(writer);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        free(writer->columns[id].rows);
    free(writer->extents);
    free(writer->log.of);
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

static bool extend_columns(const games_writer_t *writer, const uint64_t *rows) {
    bool extended = true;
    for (column_id_t id = 0; extended && id < COLUMN_COUNT; id++) {
        hsize_t size[2] = {rows[id], column_width(id, writer->game)};
        extended = H5Dset_extent(writer->columns[id].dataset, size) >= 0;
    }
    return extended;
}

/* The rows of the columns, with those that are buffered. */
static const uint64_t *note_extents(games_writer_t *writer) {
    writer->extents = memory_grow(writer->extents, &writer->capacity, writer->writes + 1,
                                  sizeof *writer->extents);
    uint64_t *rows = writer->extents[writer->writes++];
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        rows[id] = writer->columns[id].written + writer->columns[id].count;
    return rows;
}

static bool write_gathered(games_writer_t *writer, bool last) {
    bool written =
        extend_columns(writer, note_extents(writer)) &&
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

bool games_writer_reads_back(const games_writer_t *writer, games_file_t *file) {
    size_t next = 0;
    uint64_t done[COLUMN_COUNT] = {0};
    bool same = true;
    for (size_t write = 0; same && write < writer->writes; write++)
        for (column_id_t id = 0; same && id < COLUMN_COUNT; id++) {
            bool is_last = write + 1 == writer->writes;
            uint64_t end = writer->extents[write][id];
            size_t rows = writer->columns[id].chunk_rows;
            for (; same && (is_last ? done[id] < end : done[id] + rows <= end);
                 done[id] += rows) {
                const struct chunk_note *note = &writer->log.of[next++];
                same = chunk_reader_holds(&file->columns[id], done[id], note->size,
                                          note->checksum);
            }
        }
    return same && next == writer->log.count;
}

/* --- Resuming ----------------------------------------------------------------------- */

static void save(FILE *out, const void *bytes, size_t size) {
    fwrite(bytes, 1, size, out);
}

void games_writer_save(const games_writer_t *writer, FILE *out) {
    save(out, writer->rows, sizeof writer->rows);
    save(out, writer->checksums, sizeof writer->checksums);
    save(out, &writer->writes, sizeof writer->writes);
    save(out, writer->extents, writer->writes * sizeof *writer->extents);
    save(out, &writer->log.count, sizeof writer->log.count);
    save(out, writer->log.of, writer->log.count * sizeof *writer->log.of);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        const chunk_buffer_t *column = &writer->columns[id];
        save(out, &column->count, sizeof column->count);
        save(out, column->rows, column->count * column->row_bytes);
    }
}

static bool load(FILE *in, void *bytes, size_t size) {
    return fread(bytes, 1, size, in) == size;
}

/* A number of items, and the items. */
static bool load_items(FILE *in, void **items, size_t *count, size_t size) {
    if (!load(in, count, sizeof *count) || *count > SIZE_MAX / 2 / size)
        return false;
    *items = memory_resize(NULL, *count + 1, size);
    return load(in, *items, *count * size);
}

static bool load_log(games_writer_t *writer, FILE *in) {
    void *extents = NULL, *notes = NULL;
    bool loaded = load(in, writer->rows, sizeof writer->rows) &&
                  load(in, writer->checksums, sizeof writer->checksums) &&
                  load_items(in, &extents, &writer->writes, sizeof *writer->extents) &&
                  load_items(in, &notes, &writer->log.count, sizeof *writer->log.of);
    writer->extents = extents;
    writer->capacity = writer->writes;
    writer->log.of = notes;
    writer->log.capacity = writer->log.count;
    return loaded;
}

static bool load_rows(games_writer_t *writer, FILE *in) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        chunk_buffer_t *column = &writer->columns[id];
        size_t count;
        if (!load(in, &count, sizeof count) || count > GATHERED_BYTES * 2 ||
            !load(in, chunk_buffer_room(column, count), count * column->row_bytes))
            return false;
        column->count = count;
        writer->gathered += count * column->row_bytes;
    }
    return true;
}

/* Calls the library as before. */
static bool repeat_writes(games_writer_t *writer) {
    bool repeated = true;
    size_t next = 0;
    writer->writing.skips_data = true;
    for (size_t write = 0; repeated && write < writer->writes; write++) {
        const uint64_t *rows = writer->extents[write];
        repeated = extend_columns(writer, rows);
        for (column_id_t id = 0; repeated && id < COLUMN_COUNT; id++)
            repeated = chunk_buffer_repeat(&writer->columns[id],
                                           rows[id] - writer->columns[id].written,
                                           &writer->log, &next);
    }
    writer->writing.skips_data = false;
    return repeated && next == writer->log.count;
}

games_writer_t *games_writer_resume(const char *path, const game_t *game,
                                    task_queue_t *queue, FILE *in) {
    games_writer_t *writer = games_writer_new(path, game, queue);
    if (writer && load_log(writer, in) && repeat_writes(writer) && load_rows(writer, in))
        return writer;
    games_writer_free(writer);
    return NULL;
}
