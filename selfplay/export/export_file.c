#include "selfplay/export/export_file.h"

#include "core/base/build_info.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/process/task_queue.h"
#include "core/base/text.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/export_layout.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_read_back.h"
#include "selfplay/export/symmetry_maps.h"
#include "selfplay/store/chunks/chunk_buffer.h"
#include "selfplay/store/games_header.h"

#include <cjson/cJSON.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
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
    chunk_buffer_t buffers[EXPORT_DATASETS]; /* dataset -1: none */
    uint32_t sums[EXPORT_DATASETS];          /* CRC-32 of what is written */
} output_t;

struct export_file {
    export_layout_t layout;
    char *path, unfinished[PUBLISH_PATH];
    hid_t file, groups[GROUP_COUNT];
    output_t outputs[GROUP_COUNT];
    task_queue_t *queue; /* its threads fill in and compress */
    size_t block_rows;
    uint64_t *first_legal; /* of each row of a block and the end, in the group */
};

static const char *const group_names[GROUP_COUNT] = {"train", "validation"};

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
    case EXPORT_TYPES:
        break;
    }
    return -1;
}

static size_t chunk_rows_of(export_dataset_id_t id, size_t row_bytes) {
    size_t rows = CHUNK_ROWS;
    if (export_dataset_is_flat(id))
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

static uint64_t rows_of(const export_size_t *size, export_dataset_id_t id) {
    return export_dataset_is_flat(id) ? size->legal : size->rows;
}

static bool make_dataset(export_file_t *file, int group, export_dataset_id_t id) {
    const export_dataset_t *about = &export_datasets[id];
    chunk_buffer_t *buffer = &file->outputs[group].buffers[id];
    int rank = export_dataset_is_wide(id) ? 2 : 1;
    uint64_t rows = rows_of(&file->outputs[group].size, id);
    hsize_t dimensions[2] = {rows, export_dataset_width(&file->layout, id)};
    buffer->filters = (chunk_filters_t){.value_bytes = export_type_bytes(about->type),
                                        .level = file->layout.options->deflate};
    buffer->row_bytes = export_dataset_bytes(&file->layout, id);
    buffer->chunk_rows = chunk_rows_of(id, buffer->row_bytes);
    if (buffer->chunk_rows > rows && rows > 0)
        buffer->chunk_rows = rows;
    hid_t type = type_of(about->type), space = H5Screate_simple(rank, dimensions, NULL);
    hid_t properties = properties_of(buffer, rank, dimensions[1], rows == 0);
    if (type >= 0 && properties >= 0)
        buffer->dataset = H5Dcreate2(file->groups[group], about->name, type, space,
                                     H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    H5Tclose(type);
    return buffer->dataset >= 0 &&
           hdf5_write_text(buffer->dataset, "meaning", about->meaning);
}

static bool make_group(export_file_t *file, int group) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    file->groups[group] =
        H5Gcreate2(file->file, group_names[group], H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    bool made = file->groups[group] >= 0;
    for (export_dataset_id_t id = 0; made && id < EXPORT_DATASETS; id++)
        if (export_dataset_exists(&file->layout, id))
            made = make_dataset(file, group, id);
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

/* The network output of each action, for either side to move. */
static bool write_heads(hid_t file, const game_t *game) {
    enum { SIDES = 2, NUMBERS = 4 };
    const hsize_t dimensions[] = {SIDES, (hsize_t)game->num_actions, NUMBERS};
    int32_t *heads =
        memory_new(SIDES * NUMBERS * (size_t)game->num_actions, sizeof *heads);
    int32_t *next = heads;
    for (int side = 0; side < SIDES; side++)
        for (int action = 0; action < game->num_actions; action++, next += NUMBERS) {
            policy_output_t output = planes_output(game, side, (action_t)action);
            next[0] = output.kind;
            next[1] = output.head;
            next[2] = output.from;
            next[3] = output.to;
        }
    bool written = hdf5_write_dataset(file, "heads", H5T_STD_I32LE, H5T_NATIVE_INT32, 3,
                                      dimensions, heads);
    free(heads);
    return written;
}

/* What a learner needs for the planes (mcts/evaluate/convolution/NETWORK.md). */
static bool write_planes(hid_t file, const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    const struct {
        const char *name;
        int value;
    } numbers[] = {{"planes_version", shape.version},
                   {"planes", shape.planes},
                   {"cell_heads", shape.cell_heads},
                   {"pair_heads", shape.pair_heads},
                   {"whole_heads", shape.whole_heads}};
    float scales[PLANES_MAX];
    const hsize_t count = (hsize_t)shape.planes;
    bool written = true;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        written = written &&
                  hdf5_write_number(file, numbers[i].name, (uint64_t)numbers[i].value);
    for (int p = 0; p < shape.planes; p++)
        scales[p] = planes_scale(game, p);
    return written &&
           hdf5_write_dataset(file, "plane_scales", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, 1,
                              &count, scales) &&
           write_heads(file, game);
}

/* The grid of planes and final boards. */
static bool write_grid(hid_t file, const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    return hdf5_write_number(file, "height", (uint64_t)shape.height) &&
           hdf5_write_number(file, "width", (uint64_t)shape.width);
}

/* What a learner needs for the features (mcts/evaluate/integer/INTEGER.md). */
static bool write_features(hid_t file, const game_t *game, bool with_planes) {
    enum { SIDES = 2 };
    const hsize_t count = (hsize_t)features_count(game);
    const hsize_t dimensions[] = {SIDES, (hsize_t)game->num_actions};
    uint16_t seen[FEATURES_MAX];
    action_t *actions = memory_new(SIDES * (size_t)game->num_actions, sizeof *actions);
    features_seen_all(game, 1, seen);
    for (int side = 0; side < SIDES; side++)
        features_seen_actions(game, side, actions + side * game->num_actions);
    bool written =
        hdf5_write_number(file, "features_version", (uint64_t)features_version(game)) &&
        hdf5_write_number(file, "features", (uint64_t)count) &&
        hdf5_write_dataset(file, "features_seen", H5T_STD_U16LE, H5T_NATIVE_UINT16, 1,
                           &count, seen) &&
        hdf5_write_dataset(file, "actions_seen", H5T_STD_U16LE, H5T_NATIVE_UINT16, 2,
                           dimensions, actions);
    free(actions);
    return written &&
           (with_planes || hdf5_write_number(file, "planes_version",
                                             (uint64_t)planes_shape(game).version));
}

/* Tables for a learner to make images of rows (symmetry_maps.h). */
static bool write_symmetries(hid_t file, const export_layout_t *layout) {
    const game_t *game = layout->game;
    const export_options_t *options = layout->options;
    bool with_places = options->planes || options->final_board;
    const hsize_t count = (hsize_t)game->num_symmetries;
    const hsize_t actions[] = {count, (hsize_t)game->num_actions};
    const hsize_t places[] = {count, 2, (hsize_t)(game->grid_height * game->grid_width)};
    const hsize_t features[] = {count, 2, (hsize_t)game->features.count};
    symmetry_maps_t maps;
    failure_t error;
    if (!symmetry_maps_make(&maps, game, with_places, options->features, &error))
        return false;
    bool written =
        hdf5_write_dataset(file, "symmetry_sides", H5T_STD_U8LE, H5T_NATIVE_UINT8, 1,
                           &count, maps.sides) &&
        hdf5_write_dataset(file, "symmetry_actions", H5T_STD_U16LE, H5T_NATIVE_UINT16, 2,
                           actions, maps.actions) &&
        (!with_places || hdf5_write_dataset(file, "symmetry_places", H5T_STD_U16LE,
                                            H5T_NATIVE_UINT16, 3, places, maps.places)) &&
        (!options->features ||
         hdf5_write_dataset(file, "symmetry_features", H5T_STD_U16LE, H5T_NATIVE_UINT16,
                            3, features, maps.features));
    symmetry_maps_clear(&maps);
    return written;
}

static bool write_about(hid_t file, const export_layout_t *layout) {
    cJSON *json = export_options_json(layout->options);
    char *options = json_text(json);
    uint64_t symmetries = (uint64_t)layout->game->num_symmetries;
    bool written = hdf5_write_text(file, "format", EXPORT_FORMAT) &&
                   hdf5_write_number(file, "schema_version", EXPORT_VERSION) &&
                   games_header_write_game(file, layout->game) &&
                   hdf5_write_number(file, "num_symmetries", symmetries) &&
                   hdf5_write_number(file, "max_legal", layout->max_legal) &&
                   hdf5_write_text(file, "options", options) &&
                   hdf5_write_text(file, "program", build_program) &&
                   (!(layout->options->planes || layout->options->final_board) ||
                    write_grid(file, layout->game)) &&
                   (!layout->options->planes || write_planes(file, layout->game)) &&
                   (!layout->options->features ||
                    write_features(file, layout->game, layout->options->planes)) &&
                   (layout->options->symmetries != SYMMETRIES_MAPS ||
                    write_symmetries(file, layout));
    free(options);
    cJSON_Delete(json);
    return written;
}

/* The number of rows whose values, in all datasets, fit into a block. */
static size_t rows_of_block(const export_layout_t *layout) {
    size_t bytes = 1, rows;
    for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++)
        if (export_dataset_exists(layout, id))
            bytes += export_dataset_bytes(layout, id) *
                     (export_dataset_is_flat(id) ? layout->max_legal : 1);
    for (rows = BLOCK_ROWS; rows > 1 && rows * bytes > BLOCK_BYTES; rows /= 2)
        ;
    return rows;
}

export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT],
                               task_queue_t *queue, failure_t *error) {
    export_file_t *file = memory_new(1, sizeof *file);
    file->layout = *layout;
    file->path = text_copy(path);
    file->file = -1;
    file->queue = queue;
    file->block_rows = rows_of_block(layout);
    file->first_legal = memory_new(file->block_rows + 1, sizeof *file->first_legal);
    for (int group = 0; group < GROUP_COUNT; group++) {
        file->outputs[group].size = sizes[group];
        for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++)
            file->outputs[group].buffers[id] =
                (chunk_buffer_t){.dataset = -1, .chunk_rows = 1};
    }
    bool made = publish_begin(path, file->unfinished, error);
    if (made) {
        file->file = create_file(file->unfinished);
        made = file->file >= 0;
        if (!made)
            export_file_failed(file, error);
    }
    if (made) {
        made = write_about(file->file, layout);
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
    for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++) {
        free(output->buffers[id].rows);
        output->buffers[id].rows = NULL;
        output->buffers[id].capacity = 0;
    }
}

/* Rows of a block, filled in concurrently; and their place in each dataset. */
typedef struct block {
    const export_file_t *file;
    output_t *output;
    unsigned char *at[EXPORT_DATASETS]; /* NULL: it is not there */
    const void **rows;                  /* export_row_t */
    size_t count;
    const uint64_t *first_legal; /* one more than rows */
} block_t;

/* The number of rows before row i of a block, in a dataset. */
static size_t rows_before(const block_t *block, export_dataset_id_t id, size_t i) {
    return export_dataset_is_flat(id)
               ? (size_t)(block->first_legal[i] - block->first_legal[0])
               : i;
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
    for (size_t i = 0; i < count; i++) {
        const export_row_t *row = rows[i];
        REQUIRE(row->legal <= file->layout.max_legal);
        file->first_legal[i + 1] = file->first_legal[i] + row->legal;
    }
    output->added.rows += count;
    output->added.legal = file->first_legal[count];
    REQUIRE(output->added.rows <= output->size.rows &&
            output->added.legal <= output->size.legal);
    for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++)
        if (output->buffers[id].dataset >= 0)
            block->at[id] =
                chunk_buffer_room(&output->buffers[id], rows_before(block, id, count));
}

static void fill_row(const block_t *block, size_t i) {
    for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++)
        if (block->at[id])
            export_dataset_fill(&block->file->layout, id, block->rows[i],
                                (int64_t)block->first_legal[i],
                                block->at[id] + rows_before(block, id, i) *
                                                    block->output->buffers[id].row_bytes);
}

enum { ROWS_AT_ONCE = 64 };

static void fill_rows(void *context, size_t index, int thread) {
    const block_t *block = context;
    (void)thread;
    for (size_t i = index * ROWS_AT_ONCE;
         i < block->count && i < (index + 1) * ROWS_AT_ONCE; i++)
        fill_row(block, i);
}

static void add_to_sum(void *context, size_t id, int thread) {
    const block_t *block = context;
    chunk_buffer_t *buffer = &block->output->buffers[id];
    size_t rows = rows_before(block, (export_dataset_id_t)id, block->count);
    (void)thread;
    block->output->sums[id] = libdeflate_crc32(block->output->sums[id], block->at[id],
                                               rows * buffer->row_bytes);
    buffer->count += rows;
}

static void fill_block(export_file_t *file, block_t *block) {
    task_group_t group = {0};
    task_queue_do_all(file->queue, false, block->count, ROWS_AT_ONCE, fill_rows, block);
    for (size_t id = 0; id < EXPORT_DATASETS; id++)
        if (block->at[id])
            task_queue_add(file->queue, &group, add_to_sum, block, id);
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
            !chunk_buffers_write(output->buffers, EXPORT_DATASETS, is_last, file->queue))
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
        for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++)
            closed = (output->buffers[id].dataset < 0 ||
                      H5Dclose(output->buffers[id].dataset) >= 0) &&
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

/* --- Reading back ------------------------------------------------------------------- */

static bool reads_back_dataset(const export_file_t *file, hid_t group,
                               const output_t *output, export_dataset_id_t id) {
    const chunk_buffer_t *buffer = &output->buffers[id];
    const export_rows_t rows = {.rows = rows_of(&output->size, id),
                                .row_bytes = buffer->row_bytes,
                                .queue = file->queue};
    uint32_t sum = 0;
    hid_t dataset = H5Dopen2(group, export_datasets[id].name, H5P_DEFAULT);
    bool same =
        dataset >= 0 && export_rows_sum(dataset, &rows, &sum) && sum == output->sums[id];
    if (dataset >= 0)
        H5Dclose(dataset);
    return same;
}

static bool reads_back_group(const export_file_t *file, hid_t root, int group) {
    hid_t opened = H5Gopen2(root, group_names[group], H5P_DEFAULT);
    bool same = opened >= 0;
    for (export_dataset_id_t id = 0; same && id < EXPORT_DATASETS; id++)
        if (export_dataset_exists(&file->layout, id))
            same = reads_back_dataset(file, opened, &file->outputs[group], id);
    if (opened >= 0)
        H5Gclose(opened);
    return same;
}

/* Compares the closed file with what was written. */
static bool reads_back(const export_file_t *file, uint32_t about, failure_t *error) {
    uint32_t sum = 0;
    bool is_damaged;
    hid_t root = hdf5_open(file->unfinished, &is_damaged, error);
    bool same = root >= 0 && export_about_sum(root, &sum) && sum == about;
    for (int group = 0; same && group < GROUP_COUNT; group++)
        same = reads_back_group(file, root, group);
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
    uint32_t about = 0;
    struct stat status;
    for (int group = 0; group < GROUP_COUNT; group++)
        REQUIRE(file->outputs[group].added.rows == file->outputs[group].size.rows &&
                file->outputs[group].added.legal == file->outputs[group].size.legal);
    bool closed = export_about_sum(file->file, &about);
    closed = close_outputs(file) && closed;
    bool written =
        (closed || export_file_failed(file, error)) && reads_back(file, about, error);
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
