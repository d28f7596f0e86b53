#include "selfplay/store/hdf5_values.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "checksums are of little-endian bytes, which the columns in memory must be"
#endif

bool hdf5_make_group(hid_t file, const char *name) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    return group >= 0 && H5Gclose(group) >= 0;
}

/* --- Columns ------------------------------------------------------------------------ */

hid_t hdf5_file_type(column_type_t type) {
    const hid_t types[] = {[TYPE_U8] = H5T_STD_U8LE,   [TYPE_U16] = H5T_STD_U16LE,
                           [TYPE_U32] = H5T_STD_U32LE, [TYPE_I64] = H5T_STD_I64LE,
                           [TYPE_U64] = H5T_STD_U64LE, [TYPE_F32] = H5T_IEEE_F32LE};
    return types[type];
}

int hdf5_rank(column_id_t id) {
    return schema_columns[id].width == 1 ? 1 : 2;
}

uint64_t hdf5_chunk_rows(column_id_t id, const game_t *game) {
    return HDF5_CHUNK_BYTES /
           (column_type_bytes(schema_columns[id].type) * column_width(id, game));
}

chunk_filters_t hdf5_column_filters(column_id_t id) {
    return (chunk_filters_t){.value_bytes = column_type_bytes(schema_columns[id].type),
                             .level = HDF5_DEFLATE_LEVEL,
                             .checksum = true};
}

hid_t hdf5_column_properties(column_id_t id, const game_t *game, uint64_t rows) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    chunk_filters_t filters = hdf5_column_filters(id);
    uint64_t most = hdf5_chunk_rows(id, game);
    hsize_t chunk[2] = {rows < most ? rows : most, column_width(id, game)};
    bool ok = H5Pset_obj_track_times(properties, false) >= 0;
    if (rows > 0)
        ok = ok && H5Pset_chunk(properties, hdf5_rank(id), chunk) >= 0 &&
             chunk_filters_set(&filters, properties);
    if (ok)
        return properties;
    H5Pclose(properties);
    return -1;
}

/* Whether the file can hold the values of a column: all are stored, in chunks no larger
 * than ours, and within zlib's maximum compression ratio. */
static bool is_stored(hid_t dataset, column_id_t id, const game_t *game, uint64_t rows) {
    enum { TIGHTEST = 1100, LARGER = 4 }; /* 1032 to 1, and one checksum per chunk */
    uint64_t row_bytes =
        column_width(id, game) * column_type_bytes(schema_columns[id].type);
    uint64_t stored = rows > 0 ? H5Dget_storage_size(dataset) : 0;
    hsize_t chunk[2] = {0, 1};
    if (rows == 0)
        return true;
    hid_t properties = H5Dget_create_plist(dataset);
    bool ok = properties >= 0 && H5Pget_layout(properties) == H5D_CHUNKED &&
              H5Pget_chunk(properties, 2, chunk) == hdf5_rank(id) &&
              chunk[0] <= LARGER * hdf5_chunk_rows(id, game) && chunk[0] > 0 &&
              hdf5_fits_file(dataset, stored) &&
              rows / TIGHTEST <= stored / row_bytes + 1;
    H5Pclose(properties);
    return ok;
}

hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows) {
    const column_t *column = &schema_columns[id];
    int rank = hdf5_rank(id);
    hsize_t dimensions[2] = {0, 1};
    if (H5Lexists(file, column->path, H5P_DEFAULT) <= 0)
        return -1;
    hid_t dataset = hdf5_open_dataset(file, column->path);
    if (dataset < 0)
        return -1;
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    bool ok = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
              H5Sget_simple_extent_dims(space, dimensions, NULL) == rank &&
              dimensions[1] == column_width(id, game) &&
              H5Tequal(type, hdf5_file_type(column->type)) > 0 &&
              is_stored(dataset, id, game, dimensions[0]);
    H5Tclose(type);
    H5Sclose(space);
    *rows = dimensions[0];
    if (ok)
        return dataset;
    H5Dclose(dataset);
    return -1;
}

int hdf5_extent(hid_t space, hsize_t size[HDF5_MOST_RANK]) {
    int rank = H5Sget_simple_extent_ndims(space);
    bool ok = rank >= 1 && rank <= HDF5_MOST_RANK &&
              H5Sget_simple_extent_dims(space, size, NULL) == rank;
    return ok ? rank : 0;
}

bool hdf5_read_rows(hid_t dataset, hid_t type, uint64_t first, uint64_t count,
                    void *data) {
    hsize_t start[HDF5_MOST_RANK] = {first}, size[HDF5_MOST_RANK];
    if (count == 0)
        return true;
    hid_t space = H5Dget_space(dataset);
    int rank = hdf5_extent(space, size);
    size[0] = count;
    hid_t memory = rank > 0 ? H5Screate_simple(rank, size, NULL) : -1;
    bool ok = memory >= 0 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
              H5Dread(dataset, type, memory, space, H5P_DEFAULT, data) >= 0;
    H5Sclose(space);
    H5Sclose(memory);
    return ok;
}
