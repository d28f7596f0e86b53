#include "selfplay/store/shard.h"

#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/publish.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/hdf5_values.h"
#include "selfplay/store/record.h"

#include <libdeflate.h>
#include <stdlib.h>

/* CRC-32 of a column's bytes, for other readers. */
static uint64_t column_checksum(const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    size_t bytes = record->rows[column->table] * column_width(id, record->game) *
                   column_type_bytes(column->type);
    return bytes > 0 ? libdeflate_crc32(0, record->data[id], bytes) : 0;
}

static bool write_column(hid_t file, const record_t *record, column_id_t id) {
    size_t rows = record->rows[schema_columns[id].table];
    chunk_buffer_t column;
    if (!hdf5_create_column(file, id, record->game, rows, &column))
        return false;
    if (rows > 0)
        memcpy(chunk_buffer_room(&column, rows), record->data[id],
               rows * column.row_bytes);
    column.count = rows;
    bool written =
        (rows == 0 || chunk_buffers_write(&column, 1, true, NULL)) &&
        hdf5_write_number(column.dataset, "crc32", column_checksum(record, id));
    free(column.rows);
    return H5Dclose(column.dataset) >= 0 && written;
}

static bool write_all(hid_t file, const record_t *record, const char *config,
                      const producer_t *maker) {
    producer_t this_program;
    producer_this_program(&this_program);
    bool written =
        games_header_write(file, record->game, config, maker ? maker : &this_program) &&
        hdf5_create_groups(file);
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = write_column(file, record, id);
    return written && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
}

/* The bytes of the file, with room for its envelope; NULL: HDF5 could not make it. */
static unsigned char *make_image(const record_t *record, const char *config,
                                 const producer_t *maker, size_t *size) {
    unsigned char *image = NULL;
    ssize_t bytes = -1;
    hid_t file = hdf5_create_games(NULL, NULL);
    if (file >= 0 && write_all(file, record, config, maker) &&
        (bytes = H5Fget_file_image(file, NULL, 0)) > 0) {
        image = memory_new(ENVELOPE_BYTES + (size_t)bytes, 1);
        bytes = H5Fget_file_image(file, image + ENVELOPE_BYTES, (size_t)bytes);
    }
    if (file >= 0)
        H5Fclose(file);
    *size = ENVELOPE_BYTES + (size_t)(bytes > 0 ? bytes : 0);
    if (bytes > 0)
        return image;
    free(image);
    return NULL;
}

size_t shard_bytes(const record_t *record, const char *config) {
    size_t size;
    unsigned char *image = make_image(record, config, NULL, &size);
    bool made = image != NULL;
    free(image);
    return made ? size : 0;
}

bool shard_prepare(const char *path, const record_t *record, const char *config,
                   const producer_t *maker, char unfinished[FILE_PATH], size_t *size,
                   failure_t *error) {
    unsigned char *image = make_image(record, config, maker, size);
    if (!image)
        return error_set(error, "%s: HDF5 could not make the file", path);
    envelope_write(image, *size);
    bool written = publish_write(path, image, *size, unfinished, error);
    free(image);
    return written;
}
