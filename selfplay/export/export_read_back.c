#include "selfplay/export/export_read_back.h"

#include "core/base/error.h"
#include "selfplay/store/chunks/chunk_reader.h"
#include "selfplay/store/hdf5_values.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static void add(uint32_t *sum, const void *bytes, size_t size) {
    if (size > 0)
        *sum = libdeflate_crc32(*sum, bytes, size);
}

/* Bytes of all values of a type in a space; negative: one of them cannot be read. */
static hssize_t bytes_of(hid_t type, hid_t space) {
    hssize_t values = H5Sget_simple_extent_npoints(space);
    size_t bytes = H5Tget_size(type);
    return values < 0 || bytes == 0 ? -1 : values * (hssize_t)bytes;
}

/* Values as read: for variable-length texts these are pointers, which the library has to
 * release. */
static void add_values(uint32_t *sum, hid_t type, hid_t space, void *values,
                       size_t bytes) {
    if (H5Tis_variable_str(type) <= 0) {
        add(sum, values, bytes);
        return;
    }
    char *const *texts = values;
    for (size_t i = 0; i < bytes / sizeof *texts; i++)
        if (texts[i])
            add(sum, texts[i], strlen(texts[i]) + 1);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, values);
}

static herr_t add_attribute(hid_t object, const char *name, const H5A_info_t *info,
                            void *sum) {
    (void)info;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0)
        return -1;
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    hssize_t bytes = bytes_of(type, space);
    char *value = bytes >= 0 ? memory_new((size_t)bytes, 1) : NULL;
    bool read = value && H5Aread(attribute, type, value) >= 0;
    if (read) {
        add(sum, name, strlen(name));
        add_values(sum, type, space, value, (size_t)bytes);
    }
    free(value);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    return read ? 0 : -1;
}

static bool add_dataset(hid_t dataset, uint32_t *sum) {
    hid_t properties = H5Dget_create_plist(dataset);
    H5D_layout_t layout = H5Pget_layout(properties);
    H5Pclose(properties);
    if (layout == H5D_CHUNKED)
        return true;
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    hssize_t bytes = bytes_of(type, space);
    char *values = bytes >= 0 ? memory_new((size_t)bytes, 1) : NULL;
    bool read =
        values && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (read)
        add_values(sum, type, space, values, (size_t)bytes);
    free(values);
    H5Sclose(space);
    H5Tclose(type);
    return read;
}

/* A member of a group, and what is below it: files have two levels. */
static bool add_member(hid_t group, hsize_t number, uint32_t *sum) {
    char name[64];
    if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, number, name,
                           sizeof name, H5P_DEFAULT) < 0)
        return false;
    hid_t member = H5Oopen(group, name, H5P_DEFAULT);
    if (member < 0)
        return false;
    add(sum, name, strlen(name));
    bool ok = export_about_sum(member, sum);
    return H5Oclose(member) >= 0 && ok;
}

bool export_about_sum(hid_t object, uint32_t *sum) {
    H5G_info_t group = {0};
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, NULL, add_attribute, sum) < 0)
        return false;
    if (H5Iget_type(object) == H5I_DATASET)
        return add_dataset(object, sum);
    bool ok = H5Gget_info(object, &group) >= 0;
    for (hsize_t i = 0; ok && i < group.nlinks; i++)
        ok = add_member(object, i, sum);
    return ok;
}

/* --- Rows --------------------------------------------------------------------------- */

/* The first rows, read through the library with its filters. */
static bool read_first(const chunk_reader_t *reader, uint64_t rows, void *values) {
    hsize_t start[HDF5_MOST_RANK] = {0}, size[HDF5_MOST_RANK];
    hid_t type = H5Dget_type(reader->dataset), space = H5Dget_space(reader->dataset);
    int rank = hdf5_extent(space, size);
    size[0] = rows;
    hid_t memory = rank > 0 ? H5Screate_simple(rank, size, NULL) : -1;
    bool ok = memory >= 0 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
              H5Dread(reader->dataset, type, memory, space, H5P_DEFAULT, values) >= 0;
    H5Tclose(type);
    H5Sclose(space);
    H5Sclose(memory);
    return ok;
}

static bool add_rows(chunk_reader_t *reader, task_queue_t *queue, uint32_t *sum) {
    enum { READ_BYTES = 4 << 20 };
    size_t chunk = reader->chunk_rows > 0 ? reader->chunk_rows : 1;
    size_t most = (READ_BYTES / (chunk * reader->row_bytes) + 1) * chunk;
    if (most > reader->rows)
        most = (size_t)reader->rows;
    unsigned char *values = memory_resize(NULL, most, reader->row_bytes);
    bool ok = true;
    for (uint64_t first = 0; ok && first < reader->rows;) {
        uint64_t left = reader->rows - first, count = first > 0 ? most : chunk;
        count = count < left ? count : left;
        const chunk_read_t read = {reader, first, count, values};
        ok = first > 0 ? chunk_reads(&read, 1, queue) == 1
                       : read_first(reader, count, values);
        if (ok)
            add(sum, values, (size_t)count * reader->row_bytes);
        first += count;
    }
    free(values);
    return ok;
}

bool export_rows_sum(hid_t dataset, const export_rows_t *rows, uint32_t *sum) {
    chunk_reader_t reader;
    *sum = 0;
    if (!chunk_reader_init(&reader, dataset))
        return false;
    bool ok = reader.rows == rows->rows && reader.row_bytes == rows->row_bytes &&
              add_rows(&reader, rows->queue, sum);
    chunk_reader_clear(&reader);
    return ok;
}
