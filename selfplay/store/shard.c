#include "selfplay/store/shard.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/store/chunks/chunk_filters.h"
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

/* Chunk by chunk; the last one is padded with zeros, as chunks have one size. */
static bool write_chunks(hid_t dataset, const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    chunk_filters_t filters = hdf5_column_filters(id);
    size_t row_bytes = filters.value_bytes * column_width(id, record->game);
    size_t rows = record->rows[column->table];
    size_t chunk_rows = (size_t)hdf5_chunk_rows(id, record->game);
    chunk_rows = chunk_rows < rows ? chunk_rows : rows;
    size_t bytes = chunk_rows * row_bytes, room = chunk_room(&filters, bytes);
    unsigned char *values = memory_new(bytes, 1), *packed = memory_new(room, 1);
    bool written = true;
    for (size_t first = 0; written && first < rows; first += chunk_rows) {
        size_t count = rows - first < chunk_rows ? rows - first : chunk_rows;
        memcpy(values, (const char *)record->data[id] + first * row_bytes,
               count * row_bytes);
        memset(values + count * row_bytes, 0, bytes - count * row_bytes);
        size_t size = chunk_pack(&filters, values, bytes, packed, room);
        hsize_t offset[2] = {first, 0};
        written = H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, size, packed) >= 0;
    }
    free(values);
    free(packed);
    return written;
}

static bool write_column(hid_t file, const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    hsize_t dimensions[2] = {record->rows[column->table], column_width(id, record->game)};
    bool written = false;
    hid_t space = H5Screate_simple(hdf5_rank(id), dimensions, NULL);
    hid_t properties = hdf5_column_properties(id, record->game, dimensions[0]);
    hid_t dataset = -1;
    if (space >= 0 && properties >= 0)
        dataset = H5Dcreate2(file, column->path, hdf5_file_type(column->type), space,
                             H5P_DEFAULT, properties, H5P_DEFAULT);
    if (dataset >= 0) {
        written = (dimensions[0] == 0 || write_chunks(dataset, record, id)) &&
                  hdf5_write_number(dataset, "crc32", column_checksum(record, id));
        written = H5Dclose(dataset) >= 0 && written;
    }
    H5Pclose(properties);
    H5Sclose(space);
    return written;
}

static bool write_all(hid_t file, const record_t *record, const char *config,
                      const producer_t *maker) {
    producer_t this_program;
    producer_this_program(&this_program);
    bool written =
        games_header_write(file, record->game, config, maker ? maker : &this_program) &&
        hdf5_make_group(file, "games") && hdf5_make_group(file, "positions") &&
        hdf5_make_group(file, "legal");
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = write_column(file, record, id);
    return written && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
}

/* A file in memory only. */
static hid_t create_in_memory(void) {
    hdf5_be_silent();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (H5Pset_fapl_core(access, 1 << 20, false) >= 0 &&
        H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_userblock(creation, ENVELOPE_BYTES) >= 0)
        file = H5Fcreate("in memory", H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

/* The bytes of the file, with room for its envelope; NULL: HDF5 could not make it. */
static unsigned char *make_image(const record_t *record, const char *config,
                                 const producer_t *maker, size_t *size) {
    unsigned char *image = NULL;
    ssize_t bytes = -1;
    hid_t file = create_in_memory();
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
                   const producer_t *maker, char unfinished[PUBLISH_PATH], size_t *size,
                   failure_t *error) {
    unsigned char *image = make_image(record, config, maker, size);
    if (!image)
        return error_set(error, "%s: HDF5 could not make the file", path);
    envelope_write(image, *size);
    bool written = publish_write(path, image, *size, unfinished, error);
    free(image);
    return written;
}
