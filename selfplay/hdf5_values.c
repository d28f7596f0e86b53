#include "selfplay/hdf5_values.h"

#include <stdlib.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "checksums are of little-endian bytes, which the columns in memory have to be"
#endif

void hdf5_be_silent(void) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

/* --- Attributes ------------------------------------------------------------------------
 */

hid_t hdf5_text_type(size_t bytes) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && H5Tset_size(type, bytes > 0 ? bytes : 1) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        return type;
    H5Tclose(type);
    return -1;
}

bool hdf5_write_text(hid_t where, const char *name, const char *text) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR), type = hdf5_text_type(strlen(text) + 1);
    hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, type, text) >= 0;
        H5Aclose(attribute);
    }
    H5Tclose(type);
    H5Sclose(space);
    return written;
}

bool hdf5_write_number(hid_t where, const char *name, uint64_t number) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Acreate2(where, name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, H5T_NATIVE_UINT64, &number) >= 0;
        H5Aclose(attribute);
    }
    H5Sclose(space);
    return written;
}

/* An attribute of an object below `where` ("." is itself) that holds one value: the library
 * would read all that one of another shape holds, past the end of what is there for it.
 * Negative where there is none. */
static hid_t open_value(hid_t where, const char *object, const char *name) {
    if (H5Aexists_by_name(where, object, name, H5P_DEFAULT) <= 0)
        return -1;
    hid_t attribute = H5Aopen_by_name(where, object, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Aget_space(attribute);
    bool is_one = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    H5Sclose(space);
    if (is_one)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

char *hdf5_read_text(hid_t where, const char *name) {
    hid_t attribute = open_value(where, ".", name);
    if (attribute < 0)
        return NULL;
    hid_t type = H5Aget_type(attribute);
    char *text = NULL;
    if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
        text = memory_new(H5Tget_size(type) + 1, 1);
        if (H5Aread(attribute, type, text) < 0) {
            free(text);
            text = NULL;
        }
    }
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

void hdf5_read_text_into(hid_t where, const char *name, char *buffer, size_t size) {
    char *text = hdf5_read_text(where, name);
    snprintf(buffer, size, "%s", text ? text : "unknown");
    free(text);
}

bool hdf5_read_number_of(hid_t where, const char *object, const char *name,
                         uint64_t *number) {
    hid_t attribute = open_value(where, object, name);
    if (attribute < 0)
        return false;
    bool right = H5Aread(attribute, H5T_NATIVE_UINT64, number) >= 0;
    H5Aclose(attribute);
    return right;
}

bool hdf5_read_number(hid_t where, const char *name, uint64_t *number) {
    return hdf5_read_number_of(where, ".", name, number);
}

bool hdf5_make_group(hid_t file, const char *name) {
    hid_t properties = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_obj_track_times(properties, false);
    hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    return group >= 0 && H5Gclose(group) >= 0;
}

/* --- Columns ---------------------------------------------------------------------------
 */

hid_t hdf5_file_type(column_type_t type) {
    const hid_t types[] = {[TYPE_U8] = H5T_STD_U8LE,   [TYPE_U16] = H5T_STD_U16LE,
                           [TYPE_U32] = H5T_STD_U32LE, [TYPE_I64] = H5T_STD_I64LE,
                           [TYPE_U64] = H5T_STD_U64LE, [TYPE_F32] = H5T_IEEE_F32LE};
    return types[type];
}

hid_t hdf5_memory_type(column_type_t type) {
    const hid_t types[] = {[TYPE_U8] = H5T_NATIVE_UINT8,   [TYPE_U16] = H5T_NATIVE_UINT16,
                           [TYPE_U32] = H5T_NATIVE_UINT32, [TYPE_I64] = H5T_NATIVE_INT64,
                           [TYPE_U64] = H5T_NATIVE_UINT64, [TYPE_F32] = H5T_NATIVE_FLOAT};
    return types[type];
}

int hdf5_rank(column_id_t id) {
    return schema_columns[id].width == 1 ? 1 : 2;
}

uint64_t hdf5_chunk_rows(column_id_t id, const game_t *game) {
    return HDF5_CHUNK_BYTES /
           (column_type_bytes(schema_columns[id].type) * column_width(id, game));
}

hid_t hdf5_column_properties(column_id_t id, const game_t *game, uint64_t rows) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    size_t value_bytes = column_type_bytes(schema_columns[id].type);
    uint64_t most = hdf5_chunk_rows(id, game);
    hsize_t chunk[2] = {rows < most ? rows : most, column_width(id, game)};
    bool right = H5Pset_obj_track_times(properties, false) >= 0;
    if (rows > 0)
        right = right && H5Pset_chunk(properties, hdf5_rank(id), chunk) >= 0 &&
                (value_bytes == 1 || H5Pset_shuffle(properties) >= 0) &&
                H5Pset_deflate(properties, HDF5_DEFLATE_LEVEL) >= 0 &&
                H5Pset_fletcher32(properties) >= 0;
    if (right)
        return properties;
    H5Pclose(properties);
    return -1;
}

hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows) {
    const column_t *column = &schema_columns[id];
    int rank = hdf5_rank(id);
    hsize_t dimensions[2] = {0, 1};
    if (H5Lexists(file, column->path, H5P_DEFAULT) <= 0)
        return -1;
    hid_t dataset = H5Dopen2(file, column->path, H5P_DEFAULT);
    if (dataset < 0)
        return -1;
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    bool right = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                 H5Sget_simple_extent_dims(space, dimensions, NULL) == rank &&
                 dimensions[1] == column_width(id, game) &&
                 H5Tequal(type, hdf5_file_type(column->type)) > 0;
    H5Tclose(type);
    H5Sclose(space);
    *rows = dimensions[0];
    if (right)
        return dataset;
    H5Dclose(dataset);
    return -1;
}

bool hdf5_read_rows(hid_t dataset, column_id_t id, const game_t *game, uint64_t first,
                    uint64_t count, void *data) {
    hsize_t start[2] = {first, 0}, size[2] = {count, column_width(id, game)};
    hid_t type = hdf5_memory_type(schema_columns[id].type);
    if (count == 0)
        return true;
    hid_t memory = H5Screate_simple(hdf5_rank(id), size, NULL);
    hid_t space = H5Dget_space(dataset);
    bool right =
        memory >= 0 && space >= 0 &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
        H5Dread(dataset, type, memory, space, H5P_DEFAULT, data) >= 0;
    H5Sclose(space);
    H5Sclose(memory);
    return right;
}
