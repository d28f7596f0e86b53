#include "selfplay/export/export_read_back.h"

#include "core/base/error.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void add(uint32_t *sum, const void *bytes, size_t size) {
    if (size > 0)
        *sum = (uint32_t)crc32_z(*sum, bytes, size);
}

/* Bytes of all values of a type in a space; negative: one of them cannot be read. */
static hssize_t bytes_of(hid_t type, hid_t space) {
    hssize_t values = H5Sget_simple_extent_npoints(space);
    size_t bytes = H5Tget_size(type);
    return values < 0 || bytes == 0 ? -1 : values * (hssize_t)bytes;
}

/* Values as they were read: of texts of any length these are pointers, which the library
 * has to release. */
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
    bool right = export_about_sum(member, sum);
    return H5Oclose(member) >= 0 && right;
}

bool export_about_sum(hid_t object, uint32_t *sum) {
    H5G_info_t group = {0};
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, NULL, add_attribute, sum) < 0)
        return false;
    if (H5Iget_type(object) == H5I_DATASET)
        return add_dataset(object, sum);
    bool right = H5Gget_info(object, &group) >= 0;
    for (hsize_t i = 0; right && i < group.nlinks; i++)
        right = add_member(object, i, sum);
    return right;
}

bool export_rows_sum(hid_t dataset, uint64_t rows, uint64_t at_once, uint32_t *sum) {
    hsize_t size[2] = {0, 1};
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    int rank = H5Sget_simple_extent_ndims(space);
    size_t value_bytes = H5Tget_size(type);
    bool right = value_bytes > 0 && rank >= 1 && rank <= 2 &&
                 H5Sget_simple_extent_dims(space, size, NULL) == rank && size[0] == rows;
    size_t row_bytes = right ? value_bytes * (size_t)size[1] : 0;
    char *values = memory_new(at_once, row_bytes);
    *sum = 0;
    for (uint64_t first = 0; right && first < rows; first += at_once) {
        hsize_t start[2] = {first, 0};
        hsize_t count[2] = {rows - first < at_once ? rows - first : at_once, size[1]};
        hid_t memory = H5Screate_simple(rank, count, NULL);
        right =
            H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
            H5Dread(dataset, type, memory, space, H5P_DEFAULT, values) >= 0;
        add(sum, values, (size_t)count[0] * row_bytes);
        H5Sclose(memory);
    }
    free(values);
    H5Sclose(space);
    H5Tclose(type);
    return right;
}
