#include "selfplay/export/export_file.h"

#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/files/publish.h"
#include "core/base/process/task_queue.h"
#include "core/base/text.h"
#include "selfplay/export/export_about.h"
#include "selfplay/export/export_columns.h"
#include "selfplay/export/export_options.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/chunks/chunk_reader.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rows are filled in as little-endian bytes"
#endif

/* As many rows as fit, a power of two; measured: experiments/storage/README.md. */
enum { CHUNK_BYTES = 1 << 18, CHUNK_ROWS = 1 << 14, FLAT_CHUNK_ROWS = 1 << 16 };

/* Rows buffered before full chunks are compressed: as many as fit. */
enum { BLOCK_BYTES = 8 << 20, BLOCK_ROWS = 4096 };

/* A group: a buffer for each dataset that exists. */
typedef struct output {
    export_size_t size, added;
    chunk_buffer_t buffers[EXPORT_COLUMNS]; /* dataset -1: none */
    uint32_t sums[EXPORT_COLUMNS];          /* CRC-32 of what is written */
} output_t;

struct export_file {
    export_layout_t layout;
    char *path, unfinished[FILE_PATH];
    hid_t file, groups[GROUP_COUNT];
    output_t outputs[GROUP_COUNT];
    task_queue_t *queue; /* its threads fill in and compress */
    size_t block_rows;
    uint64_t *first_legal; /* of each row of a block and the end, in the group */
};

const char *const export_group_names[GROUP_COUNT] = {"train", "validation"};

bool export_file_failed(const export_file_t *file, failure_t *error) {
    return publish_cannot_write(file->unfinished, file->path, error);
}

/* --- Making it ---------------------------------------------------------------------- */

static hid_t type_of(export_type_t type) {
    switch (type) {
    case EXPORT_U8:
        return H5Tcopy(H5T_STD_U8LE);
    case EXPORT_U16:
        return H5Tcopy(H5T_STD_U16LE);
    case EXPORT_U32:
        return H5Tcopy(H5T_STD_U32LE);
    case EXPORT_I64:
        return H5Tcopy(H5T_STD_I64LE);
    case EXPORT_F32:
        return H5Tcopy(H5T_IEEE_F32LE);
    case EXPORT_F16: { /* the preceding fields, which must still fit */
        hid_t half = H5Tcopy(H5T_IEEE_F32LE);
        if (H5Tset_fields(half, 15, 10, 5, 0, 10) >= 0 && H5Tset_size(half, 2) >= 0 &&
            H5Tset_ebias(half, 15) >= 0)
            return half;
        break;
    }
    }
    return -1;
}

static size_t chunk_rows_of(const export_column_t *column, size_t row_bytes) {
    size_t rows = CHUNK_ROWS;
    if (export_column_is_flat(column))
        return FLAT_CHUNK_ROWS;
    while (rows > 1 && rows * row_bytes > CHUNK_BYTES)
        rows /= 2;
    return rows;
}

/* Creation properties: chunks and their filters. An empty dataset is contiguous. */
static hid_t properties_of(const chunk_buffer_t *buffer, int rank, size_t width,
                           bool is_empty) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk[2] = {buffer->chunk_rows, width};
    bool ok = H5Pset_obj_track_times(properties, false) >= 0 &&
              H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER) >= 0 &&
              (is_empty || (H5Pset_chunk(properties, rank, chunk) >= 0 &&
                            chunk_filters_set(&buffer->filters, properties)));
    if (ok)
        return properties;
    H5Pclose(properties);
    return -1;
}

static uint64_t rows_of(const export_size_t *size, const export_column_t *column) {
    return export_column_is_flat(column) ? size->legal : size->rows;
}

static bool make_dataset(export_file_t *file, int group, int i) {
    const export_column_t *column = &export_columns[i];
    chunk_buffer_t *buffer = &file->outputs[group].buffers[i];
    int rank = column->width ? 2 : 1;
    uint64_t rows = rows_of(&file->outputs[group].size, column);
    hsize_t dimensions[2] = {rows, export_column_width(column, &file->layout)};
    buffer->filters = (chunk_filters_t){.value_bytes = export_type_bytes(column->type),
                                        .level = file->layout.options->deflate};
    buffer->row_bytes = export_column_bytes(column, &file->layout);
    buffer->chunk_rows = chunk_rows_of(column, buffer->row_bytes);
    if (buffer->chunk_rows > rows && rows > 0)
        buffer->chunk_rows = rows;
    hid_t type = type_of(column->type), space = H5Screate_simple(rank, dimensions, NULL);
    hid_t properties = properties_of(buffer, rank, dimensions[1], rows == 0);
    if (type >= 0 && properties >= 0)
        buffer->dataset = H5Dcreate2(file->groups[group], column->name, type, space,
                                     H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    H5Tclose(type);
    return buffer->dataset >= 0 &&
           hdf5_write_text(buffer->dataset, "meaning", column->meaning);
}

static bool make_group(export_file_t *file, int group) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    file->groups[group] = H5Gcreate2(file->file, export_group_names[group], H5P_DEFAULT,
                                     properties, H5P_DEFAULT);
    H5Pclose(properties);
    bool made = file->groups[group] >= 0;
    for (int i = 0; made && i < EXPORT_COLUMNS; i++)
        if (export_column_exists(&export_columns[i], file->layout.options))
            made = make_dataset(file, group, i);
    return made;
}

static hid_t create_file(const char *path) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    hdf5_be_silent();
    if (H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0)
        file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

/* The number of rows whose values, in all datasets, fit into a block. */
static size_t rows_of_block(const export_layout_t *layout) {
    size_t bytes = 1, rows;
    for (int i = 0; i < EXPORT_COLUMNS; i++)
        if (export_column_exists(&export_columns[i], layout->options))
            bytes += export_column_bytes(&export_columns[i], layout) *
                     (export_column_is_flat(&export_columns[i]) ? layout->max_legal : 1);
    for (rows = BLOCK_ROWS; rows > 1 && rows * bytes > BLOCK_BYTES; rows /= 2)
        ;
    return rows;
}

export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT],
                               task_queue_t *queue, failure_t *error) {
    export_file_t *file = memory_new(1, sizeof *file);
    *file = (export_file_t){.layout = *layout,
                            .path = text_copy(path),
                            .file = -1,
                            .queue = queue,
                            .block_rows = rows_of_block(layout)};
    file->first_legal = memory_new(file->block_rows + 1, sizeof *file->first_legal);
    for (int group = 0; group < GROUP_COUNT; group++) {
        file->outputs[group].size = sizes[group];
        for (int i = 0; i < EXPORT_COLUMNS; i++)
            file->outputs[group].buffers[i] =
                (chunk_buffer_t){.dataset = -1, .chunk_rows = 1};
    }
    if (publish_begin(path, file->unfinished, error)) {
        file->file = create_file(file->unfinished);
        bool made = file->file >= 0 && export_about_write(file->file, layout);
        for (int group = 0; made && group < GROUP_COUNT; group++)
            made = make_group(file, group);
        if (made)
            return file;
        export_file_failed(file, error);
    }
    export_file_abandon(file);
    return NULL;
}

hid_t export_file_root(const export_file_t *file) {
    return file->file;
}

hid_t export_file_group(const export_file_t *file, int group) {
    return file->groups[group];
}

/* --- Filling it --------------------------------------------------------------------- */

static void release_rows(output_t *output) {
    for (int i = 0; i < EXPORT_COLUMNS; i++) {
        free(output->buffers[i].rows);
        output->buffers[i].rows = NULL;
        output->buffers[i].capacity = 0;
    }
}

/* Rows of a block, filled in concurrently; and their place in each dataset. */
typedef struct block {
    const export_file_t *file;
    output_t *output;
    unsigned char *at[EXPORT_COLUMNS]; /* NULL: it is not there */
    const void **rows;                 /* export_row_t */
    size_t count;
    const uint64_t *first_legal; /* one more than rows */
} block_t;

/* The number of rows before row r of a block, in a dataset. */
static size_t rows_before(const block_t *block, int i, size_t r) {
    return export_column_is_flat(&export_columns[i])
               ? (size_t)(block->first_legal[r] - block->first_legal[0])
               : r;
}

static void begin_block(export_file_t *file, int group, const void **rows, size_t count,
                        block_t *block) {
    output_t *output = &file->outputs[group];
    *block = (block_t){.file = file,
                       .output = output,
                       .rows = rows,
                       .count = count,
                       .first_legal = file->first_legal};
    file->first_legal[0] = output->added.legal;
    for (size_t r = 0; r < count; r++) {
        const export_row_t *row = rows[r];
        REQUIRE(row->legal <= file->layout.max_legal);
        file->first_legal[r + 1] = file->first_legal[r] + row->legal;
    }
    output->added.rows += count;
    output->added.legal = file->first_legal[count];
    REQUIRE(output->added.rows <= output->size.rows &&
            output->added.legal <= output->size.legal);
    for (int i = 0; i < EXPORT_COLUMNS; i++)
        if (output->buffers[i].dataset >= 0)
            block->at[i] =
                chunk_buffer_room(&output->buffers[i], rows_before(block, i, count));
}

enum { ROWS_AT_ONCE = 64 };

static void fill_rows(void *context, size_t index, int thread) {
    const block_t *block = context;
    (void)thread;
    for (size_t r = index * ROWS_AT_ONCE;
         r < block->count && r < (index + 1) * ROWS_AT_ONCE; r++) {
        const export_source_t source = {&block->file->layout, block->rows[r],
                                        (int64_t)block->first_legal[r]};
        for (int i = 0; i < EXPORT_COLUMNS; i++)
            if (block->at[i])
                export_column_fill(&export_columns[i], &source,
                                   block->at[i] +
                                       rows_before(block, i, r) *
                                           block->output->buffers[i].row_bytes);
    }
}

static void add_to_sum(void *context, size_t i, int thread) {
    const block_t *block = context;
    chunk_buffer_t *buffer = &block->output->buffers[i];
    size_t rows = rows_before(block, (int)i, block->count);
    (void)thread;
    block->output->sums[i] =
        libdeflate_crc32(block->output->sums[i], block->at[i], rows * buffer->row_bytes);
    buffer->count += rows;
}

static void fill_block(export_file_t *file, block_t *block) {
    task_group_t group = {0};
    task_queue_do_all(file->queue, false, block->count, ROWS_AT_ONCE, fill_rows, block);
    for (size_t i = 0; i < EXPORT_COLUMNS; i++)
        if (block->at[i])
            task_queue_add(file->queue, &group, add_to_sum, block, i);
    task_queue_wait(file->queue, &group);
}

/* Chunks are written whenever a block is full, independently of the calls. */
bool export_file_add(export_file_t *file, int group, const void **rows, size_t count,
                     failure_t *error) {
    output_t *output = &file->outputs[group];
    while (count > 0) {
        block_t block;
        size_t room = file->block_rows - output->added.rows % file->block_rows;
        size_t some = count < room ? count : room;
        begin_block(file, group, rows, some, &block);
        fill_block(file, &block);
        bool is_last = output->added.rows == output->size.rows;
        if ((some == room || is_last) &&
            !chunk_buffers_write(output->buffers, EXPORT_COLUMNS, is_last, file->queue))
            return export_file_failed(file, error);
        rows += some;
        count -= some;
        if (is_last)
            release_rows(output);
    }
    return true;
}

/* --- The end ------------------------------------------------------------------------ */

static bool close_outputs(export_file_t *file) {
    bool closed = true;
    for (int group = 0; group < GROUP_COUNT; group++) {
        output_t *output = &file->outputs[group];
        release_rows(output);
        for (int i = 0; i < EXPORT_COLUMNS; i++)
            closed = (output->buffers[i].dataset < 0 ||
                      H5Dclose(output->buffers[i].dataset) >= 0) &&
                     closed;
        closed =
            (file->groups[group] <= 0 || H5Gclose(file->groups[group]) >= 0) && closed;
    }
    return (file->file < 0 || H5Fclose(file->file) >= 0) && closed;
}

static void release(export_file_t *file) {
    free(file->path);
    free(file->first_legal);
    free(file);
}

/* Whether the dataset has the rows that were written, by their number and checksum. */
static bool reads_back_column(const export_file_t *file, hid_t group,
                              const output_t *output, int i) {
    enum { READ_BYTES = 4 << 20 };
    const chunk_buffer_t *buffer = &output->buffers[i];
    uint64_t rows = rows_of(&output->size, &export_columns[i]);
    uint32_t sum = 0;
    chunk_reader_t reader = {0};
    hid_t dataset = H5Dopen2(group, export_columns[i].name, H5P_DEFAULT);
    bool ok = dataset >= 0 && chunk_reader_init(&reader, dataset) &&
              reader.rows == rows && reader.row_bytes == buffer->row_bytes;
    size_t chunk = buffer->chunk_rows * buffer->row_bytes;
    uint64_t most = (READ_BYTES / chunk + 1) * buffer->chunk_rows;
    unsigned char *values =
        memory_resize(NULL, most < rows ? most : rows, buffer->row_bytes);
    for (uint64_t first = 0; ok && first < rows; first += most) {
        uint64_t count = rows - first < most ? rows - first : most;
        const chunk_read_t read = {&reader, first, count, values};
        ok = chunk_reads(&read, 1, file->queue) == 1;
        sum = libdeflate_crc32(sum, values, count * buffer->row_bytes);
    }
    free(values);
    chunk_reader_clear(&reader);
    if (dataset >= 0)
        H5Dclose(dataset);
    return ok && sum == output->sums[i];
}

static bool reads_back(const export_file_t *file, failure_t *error) {
    bool is_damaged;
    hid_t root = hdf5_open(file->unfinished, &is_damaged, error);
    bool same = root >= 0;
    for (int group = 0; same && group < GROUP_COUNT; group++) {
        hid_t opened = H5Gopen2(root, export_group_names[group], H5P_DEFAULT);
        same = opened >= 0;
        for (int i = 0; same && i < EXPORT_COLUMNS; i++)
            if (export_column_exists(&export_columns[i], file->layout.options))
                same = reads_back_column(file, opened, &file->outputs[group], i);
        if (opened >= 0)
            H5Gclose(opened);
    }
    if (root >= 0)
        same = H5Fclose(root) >= 0 && same;
    return same ||
           (!hdf5_read_failed(file->path, error) &&
            error_set(error, "%s: the data read back differ from the data written",
                      file->path));
}

bool export_file_is_one(const char *path) {
    char format[64] = "";
    bool is_damaged;
    hid_t file = hdf5_open(path, &is_damaged, NULL);
    if (file < 0)
        return false;
    (void)hdf5_read_text_into(file, "format", format, sizeof format);
    H5Fclose(file);
    return strcmp(format, EXPORT_FORMAT) == 0;
}

bool export_file_finish(export_file_t *file, bool may_replace, uint64_t *bytes,
                        failure_t *error) {
    struct stat status;
    for (int group = 0; group < GROUP_COUNT; group++)
        REQUIRE(file->outputs[group].added.rows == file->outputs[group].size.rows &&
                file->outputs[group].added.legal == file->outputs[group].size.legal);
    bool written = (close_outputs(file) || export_file_failed(file, error)) &&
                   reads_back(file, error);
    if (written)
        written = (may_replace ? publish_finish : publish_finish_new)(file->unfinished,
                                                                      file->path, error);
    else
        (void)unlink(file->unfinished);
    *bytes = written && stat(file->path, &status) == 0 ? (uint64_t)status.st_size : 0;
    release(file);
    return written;
}

/* The file, which is discarded, is truncated first: on a full disk, HDF5 could otherwise
 * not write its tables, and not close the file. */
void export_file_abandon(export_file_t *file) {
    (void)!truncate(file->unfinished, 0);
    (void)close_outputs(file);
    (void)unlink(file->unfinished);
    release(file);
}
