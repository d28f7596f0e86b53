#include "selfplay/export/export_read_back.h"

#include "core/base/error.h"
#include "selfplay/run/task_queue.h"

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

/* --- Rows --------------------------------------------------------------------------- */

/* Chunks that are unpacked side by side. */
typedef struct batch {
    const chunk_filters_t *filters;
    size_t room, bytes, most; /* of a chunk packed and unpacked; chunks */
    unsigned char *packed, *values;
    hsize_t *sizes;
    bool *right; /* could be unpacked */
} batch_t;

static void batch_init(batch_t *batch, const export_chunks_t *chunks) {
    enum { BATCH_BYTES = 4 << 20 };
    *batch = (batch_t){.filters = &chunks->filters,
                       .bytes = chunks->chunk_rows * chunks->row_bytes};
    size_t left = (size_t)((chunks->rows - 1) / chunks->chunk_rows);
    batch->room = chunk_room(&chunks->filters, batch->bytes);
    batch->most = BATCH_BYTES / batch->bytes + 1;
    if (batch->most > left)
        batch->most = left;
    batch->packed = memory_new(batch->most, batch->room);
    batch->values = memory_new(batch->most, batch->bytes);
    batch->sizes = memory_new(batch->most, sizeof *batch->sizes);
    batch->right = memory_new(batch->most, sizeof *batch->right);
}

static void batch_clear(const batch_t *batch) {
    free(batch->packed);
    free(batch->values);
    free(batch->sizes);
    free(batch->right);
}

/* One as it is in the file; all its filters were used on it. */
static bool read_packed(hid_t dataset, uint64_t first, const batch_t *batch, size_t i) {
    const hsize_t offset[2] = {first, 0};
    uint32_t left_out = 0;
    return H5Dget_chunk_storage_size(dataset, offset, &batch->sizes[i]) >= 0 &&
           batch->sizes[i] > 0 && batch->sizes[i] <= batch->room &&
           H5Dread_chunk(dataset, H5P_DEFAULT, offset, &left_out,
                         batch->packed + i * batch->room) >= 0 &&
           left_out == 0;
}

static void unpack(void *context, size_t index, int thread) {
    const batch_t *batch = context;
    (void)thread;
    batch->right[index] = chunk_unpack(
        batch->filters, batch->packed + index * batch->room, (size_t)batch->sizes[index],
        batch->values + index * batch->bytes, batch->bytes);
}

static bool add_batch(hid_t dataset, const export_chunks_t *chunks, uint64_t first,
                      batch_t *batch, uint32_t *sum) {
    uint64_t left = chunks->rows - first;
    size_t count = (size_t)((left + chunks->chunk_rows - 1) / chunks->chunk_rows);
    bool right = true;
    if (count > batch->most)
        count = batch->most;
    for (size_t i = 0; right && i < count; i++)
        right = read_packed(dataset, first + i * chunks->chunk_rows, batch, i);
    if (!right)
        return false;
    for (size_t i = 0; i < count; i++)
        task_queue_add(chunks->queue, unpack, batch, i);
    task_queue_wait(chunks->queue);
    for (size_t i = 0; i < count; i++)
        right = right && batch->right[i];
    if (left > count * chunks->chunk_rows)
        left = count * chunks->chunk_rows;
    add(sum, batch->values, (size_t)left * chunks->row_bytes);
    return right;
}

static bool add_first_chunk(hid_t dataset, hid_t type, hid_t space, int rank,
                            const hsize_t size[2], const export_chunks_t *chunks,
                            uint32_t *sum) {
    const hsize_t start[2] = {0, 0};
    hsize_t count[2] = {size[0] < chunks->chunk_rows ? size[0] : chunks->chunk_rows,
                        size[1]};
    unsigned char *values = memory_new(chunks->chunk_rows, chunks->row_bytes);
    hid_t memory = H5Screate_simple(rank, count, NULL);
    bool right =
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
        H5Dread(dataset, type, memory, space, H5P_DEFAULT, values) >= 0;
    add(sum, values, (size_t)count[0] * chunks->row_bytes);
    H5Sclose(memory);
    free(values);
    return right;
}

bool export_rows_sum(hid_t dataset, const export_chunks_t *chunks, uint32_t *sum) {
    hsize_t size[2] = {0, 1};
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    int rank = H5Sget_simple_extent_ndims(space);
    bool right = rank >= 1 && rank <= 2 &&
                 H5Sget_simple_extent_dims(space, size, NULL) == rank &&
                 size[0] == chunks->rows &&
                 H5Tget_size(type) * (size_t)size[1] == chunks->row_bytes;
    *sum = 0;
    if (right && chunks->rows > 0)
        right = add_first_chunk(dataset, type, space, rank, size, chunks, sum);
    if (right && chunks->rows > chunks->chunk_rows) {
        batch_t batch;
        batch_init(&batch, chunks);
        for (uint64_t first = chunks->chunk_rows; right && first < chunks->rows;
             first += batch.most * chunks->chunk_rows)
            right = add_batch(dataset, chunks, first, &batch, sum);
        batch_clear(&batch);
    }
    H5Sclose(space);
    H5Tclose(type);
    return right;
}
