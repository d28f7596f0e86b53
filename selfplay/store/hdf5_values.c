#include "selfplay/store/hdf5_values.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/envelope.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "checksums are of little-endian bytes, which the columns in memory must be"
#endif

/* --- Creating ----------------------------------------------------------------------- */

static bool make_group(hid_t file, const char *name) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    return group >= 0 && H5Gclose(group) >= 0;
}

hid_t hdf5_create_games(const char *path, const hdf5_writing_t *writing) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    hdf5_be_silent();
    bool ok =
        path ? H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0
             : H5Pset_fapl_core(access, 1 << 20, false) >= 0 &&
                   H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0;
    if (ok && H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_userblock(creation, ENVELOPE_BYTES) >= 0)
        file = path ? hdf5_create(path, creation, access, writing)
                    : H5Fcreate("in memory", H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

bool hdf5_create_groups(hid_t file) {
    return make_group(file, "games") && make_group(file, "positions") &&
           make_group(file, "legal");
}

static hid_t file_type(column_id_t id) {
    const hid_t types[] = {[TYPE_U8] = H5T_STD_U8LE,   [TYPE_U16] = H5T_STD_U16LE,
                           [TYPE_U32] = H5T_STD_U32LE, [TYPE_I64] = H5T_STD_I64LE,
                           [TYPE_U64] = H5T_STD_U64LE, [TYPE_F32] = H5T_IEEE_F32LE};
    return types[schema_columns[id].type];
}

/* Dimensions of a column's dataset. */
static int rank_of(column_id_t id) {
    return schema_columns[id].width == 1 ? 1 : 2;
}

static size_t row_bytes(column_id_t id, const game_t *game) {
    return column_width(id, game) * column_type_bytes(schema_columns[id].type);
}

static uint64_t full_chunk_rows(column_id_t id, const game_t *game) {
    return HDF5_CHUNK_BYTES / row_bytes(id, game);
}

bool hdf5_create_column(hid_t file, column_id_t id, const game_t *game, uint64_t rows,
                        chunk_buffer_t *column) {
    uint64_t most = full_chunk_rows(id, game);
    hsize_t width = column_width(id, game), grows = rows == UINT64_MAX;
    hsize_t size[2] = {grows ? 0 : rows, width};
    hsize_t limit[2] = {H5S_UNLIMITED, width};
    hsize_t chunk[2] = {rows < most ? rows : most, width};
    *column = (chunk_buffer_t){
        .dataset = -1,
        .filters = {.value_bytes = column_type_bytes(schema_columns[id].type),
                    .level = HDF5_DEFLATE_LEVEL,
                    .checksum = true},
        .row_bytes = row_bytes(id, game),
        .chunk_rows = (size_t)chunk[0]};
    hid_t space = H5Screate_simple(rank_of(id), size, grows ? limit : NULL);
    hid_t properties = hdf5_untimed(H5P_DATASET_CREATE);
    if (space >= 0 && properties >= 0 &&
        (rows == 0 || (H5Pset_chunk(properties, rank_of(id), chunk) >= 0 &&
                       chunk_filters_set(&column->filters, properties))))
        column->dataset = H5Dcreate2(file, schema_columns[id].path, file_type(id), space,
                                     H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    return column->dataset >= 0;
}

/* --- Opening ------------------------------------------------------------------------ */

/* Whether the file can hold the values of a column: all are stored, in chunks no larger
 * than ours, and within zlib's maximum compression ratio. */
static bool is_stored(hid_t dataset, column_id_t id, const game_t *game, uint64_t rows) {
    enum { TIGHTEST = 1100, LARGER = 4 }; /* 1032 to 1, and one checksum per chunk */
    uint64_t stored = rows > 0 ? H5Dget_storage_size(dataset) : 0;
    hsize_t chunk[2] = {0, 1};
    if (rows == 0)
        return true;
    hid_t properties = H5Dget_create_plist(dataset);
    bool ok = properties >= 0 && H5Pget_layout(properties) == H5D_CHUNKED &&
              H5Pget_chunk(properties, 2, chunk) == rank_of(id) &&
              chunk[0] <= LARGER * full_chunk_rows(id, game) && chunk[0] > 0 &&
              hdf5_fits_file(dataset, stored) &&
              rows / TIGHTEST <= stored / row_bytes(id, game) + 1;
    H5Pclose(properties);
    return ok;
}

hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows) {
    const column_t *column = &schema_columns[id];
    int rank = rank_of(id);
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
              H5Tequal(type, file_type(id)) > 0 &&
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
