#include "selfplay/export/export_file.h"

#include "core/base/build_info.h"
#include "core/base/files/foreign_hdf5.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/export_layout.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_read_back.h"
#include "selfplay/store/games_header.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rows are filled in as little-endian bytes"
#endif

/* As many rows as fit, a power of two; measured: experiments/storage/README.md. */
enum { CHUNK_BYTES = 1 << 18, CHUNK_ROWS = 1 << 14, FLAT_CHUNK_ROWS = 1 << 16 };

/* A dataset of a group, and the chunk that is being filled. */
typedef struct output {
    hid_t dataset, type;
    unsigned char *chunk;
    size_t row_bytes, chunk_rows, filled; /* rows */
    size_t width;
    uint64_t written, rows;
    uint32_t sum; /* CRC-32 of what is written */
} output_t;

struct export_file {
    export_layout_t layout;
    char *path, unfinished[PUBLISH_PATH];
    hid_t file, groups[GROUP_COUNT];
    output_t outputs[GROUP_COUNT][EXPORT_DATASETS];
    uint64_t legal[GROUP_COUNT]; /* legal actions of the rows so far */
    unsigned char *row;          /* room for a row of a flat dataset */
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
    case EXPORT_F16: { /* the fields before the size, which must still hold them */
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

/* Creation properties: chunks, byte-shuffled where a value has several bytes, deflated.
 * An empty dataset is contiguous. */
static hid_t properties_of(const output_t *output, int rank, size_t value_bytes,
                           int deflate) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk[2] = {output->chunk_rows, output->width};
    bool right = H5Pset_obj_track_times(properties, false) >= 0 &&
                 H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER) >= 0;
    if (output->rows > 0)
        right = right && H5Pset_chunk(properties, rank, chunk) >= 0;
    if (output->rows > 0 && deflate > 0)
        right = right && (value_bytes == 1 || H5Pset_shuffle(properties) >= 0) &&
                H5Pset_deflate(properties, (unsigned)deflate) >= 0;
    if (right)
        return properties;
    H5Pclose(properties);
    return -1;
}

static bool make_dataset(export_file_t *file, int group, export_dataset_id_t id,
                         uint64_t rows) {
    output_t *output = &file->outputs[group][id];
    const export_dataset_t *about = &export_datasets[id];
    int rank = export_dataset_is_wide(id) ? 2 : 1;
    *output = (output_t){.dataset = -1, .rows = rows, .type = type_of(about->type)};
    output->width = export_dataset_width(&file->layout, id);
    output->row_bytes = export_dataset_bytes(&file->layout, id);
    output->chunk_rows = chunk_rows_of(id, output->row_bytes);
    if (output->chunk_rows > rows && rows > 0)
        output->chunk_rows = rows;
    output->chunk = memory_new(output->chunk_rows, output->row_bytes);
    hsize_t dimensions[2] = {rows, output->width};
    hid_t space = H5Screate_simple(rank, dimensions, NULL);
    hid_t properties = properties_of(output, rank, export_type_bytes(about->type),
                                     file->layout.options->deflate);
    if (output->type >= 0 && properties >= 0)
        output->dataset = H5Dcreate2(file->groups[group], about->name, output->type,
                                     space, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    return output->dataset >= 0 &&
           hdf5_write_text(output->dataset, "meaning", about->meaning);
}

static bool make_group(export_file_t *file, int group, const export_size_t *size) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    file->groups[group] =
        H5Gcreate2(file->file, group_names[group], H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    bool made = file->groups[group] >= 0;
    for (export_dataset_id_t id = 0; made && id < EXPORT_DATASETS; id++)
        if (export_dataset_exists(&file->layout, id))
            made = make_dataset(file, group, id,
                                export_dataset_is_flat(id) ? size->legal : size->rows);
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

/* Which of a network's outputs speaks of each action, for either side to move. */
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

/* What a learner has to know of the planes (mcts/evaluate/NETWORK.md). */
static bool write_planes(hid_t file, const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    const struct {
        const char *name;
        int value;
    } numbers[] = {{"planes_version", shape.version}, {"planes", shape.planes},
                   {"height", shape.height},          {"width", shape.width},
                   {"cell_heads", shape.cell_heads},  {"pair_heads", shape.pair_heads},
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

/* What a learner has to know of the features (mcts/evaluate/integer/INTEGER.md). */
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
                   (!layout->options->planes || write_planes(file, layout->game)) &&
                   (!layout->options->features ||
                    write_features(file, layout->game, layout->options->planes));
    free(options);
    cJSON_Delete(json);
    return written;
}

export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT], failure_t *error) {
    export_file_t *file = memory_new(1, sizeof *file);
    file->layout = *layout;
    file->path = text_copy(path);
    file->row = memory_new((size_t)layout->max_legal + 1, sizeof(uint32_t));
    file->file = -1;
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
            made = make_group(file, group, &sizes[group]);
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

static bool flush(export_file_t *file, output_t *output, failure_t *error) {
    hsize_t start[2] = {output->written, 0}, count[2] = {output->filled, output->width};
    hid_t in_file = H5Dget_space(output->dataset);
    int rank = H5Sget_simple_extent_ndims(in_file);
    hid_t in_memory = H5Screate_simple(rank, count, NULL);
    bool written =
        H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
        H5Dwrite(output->dataset, output->type, in_memory, in_file, H5P_DEFAULT,
                 output->chunk) >= 0;
    if (!written)
        export_file_failed(file, error);
    output->sum =
        (uint32_t)crc32_z(output->sum, output->chunk, output->filled * output->row_bytes);
    H5Sclose(in_memory);
    H5Sclose(in_file);
    output->written += output->filled;
    output->filled = 0;
    return written;
}

/* Rows of a flat dataset may go on in the next chunk. */
static bool append(export_file_t *file, output_t *output, const unsigned char *bytes,
                   size_t rows, failure_t *error) {
    while (rows > 0) {
        size_t room = output->chunk_rows - output->filled;
        size_t some = rows < room ? rows : room;
        memcpy(output->chunk + output->filled * output->row_bytes, bytes,
               some * output->row_bytes);
        output->filled += some;
        bytes += some * output->row_bytes;
        rows -= some;
        if (output->filled == output->chunk_rows && !flush(file, output, error))
            return false;
    }
    return true;
}

bool export_file_add(export_file_t *file, int group, const export_row_t *row,
                     failure_t *error) {
    int64_t first_legal = (int64_t)file->legal[group];
    REQUIRE(row->legal <= file->layout.max_legal);
    for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++) {
        output_t *output = &file->outputs[group][id];
        if (!output->chunk)
            continue;
        size_t rows = export_dataset_is_flat(id) ? row->legal : 1;
        REQUIRE(output->written + output->filled + rows <= output->rows);
        if (rows == 1 && !export_dataset_is_flat(id)) {
            export_dataset_fill(&file->layout, id, row, first_legal,
                                output->chunk + output->filled * output->row_bytes);
            if (++output->filled == output->chunk_rows && !flush(file, output, error))
                return false;
            continue;
        }
        export_dataset_fill(&file->layout, id, row, first_legal, file->row);
        if (!append(file, output, file->row, rows, error))
            return false;
    }
    file->legal[group] += row->legal;
    return true;
}

/* --- The end ------------------------------------------------------------------------ */

static bool close_outputs(export_file_t *file) {
    bool closed = true;
    for (int group = 0; group < GROUP_COUNT; group++) {
        for (export_dataset_id_t id = 0; id < EXPORT_DATASETS; id++) {
            output_t *output = &file->outputs[group][id];
            if (!output->chunk)
                continue;
            free(output->chunk);
            output->chunk = NULL;
            H5Tclose(output->type);
            closed = (output->dataset < 0 || H5Dclose(output->dataset) >= 0) && closed;
        }
        closed =
            (file->groups[group] <= 0 || H5Gclose(file->groups[group]) >= 0) && closed;
    }
    return (file->file < 0 || H5Fclose(file->file) >= 0) && closed;
}

static void release(export_file_t *file) {
    free(file->path);
    free(file->row);
    free(file);
}

/* --- Reading back ------------------------------------------------------------------- */

static bool reads_back_dataset(hid_t group, const output_t *output, const char *name) {
    uint32_t sum = 0;
    hid_t dataset = H5Dopen2(group, name, H5P_DEFAULT);
    bool same = dataset >= 0 &&
                export_rows_sum(dataset, output->rows, output->chunk_rows, &sum) &&
                sum == output->sum;
    if (dataset >= 0)
        H5Dclose(dataset);
    return same;
}

static bool reads_back_group(const export_file_t *file, hid_t root, int group) {
    hid_t opened = H5Gopen2(root, group_names[group], H5P_DEFAULT);
    bool same = opened >= 0;
    for (export_dataset_id_t id = 0; same && id < EXPORT_DATASETS; id++)
        if (export_dataset_exists(&file->layout, id))
            same = reads_back_dataset(opened, &file->outputs[group][id],
                                      export_datasets[id].name);
    if (opened >= 0)
        H5Gclose(opened);
    return same;
}

/* The closed file against what was written. */
static bool reads_back(const export_file_t *file, uint32_t about, failure_t *error) {
    uint32_t sum = 0;
    hid_t root = H5Fopen(file->unfinished, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool same = root >= 0 && export_about_sum(root, &sum) && sum == about;
    for (int group = 0; same && group < GROUP_COUNT; group++)
        same = reads_back_group(file, root, group);
    if (root >= 0)
        same = H5Fclose(root) >= 0 && same;
    return same ||
           error_set(error, "%s: what was written is not what is read back", file->path);
}

bool export_file_is_one(const char *path) {
    foreign_hdf5_t *file = foreign_hdf5_open(path, NULL);
    if (!file)
        return false;
    char *format = foreign_hdf5_text(file, "format");
    bool is_one = format && strcmp(format, EXPORT_FORMAT) == 0;
    free(format);
    return foreign_hdf5_close(file, NULL) && is_one;
}

bool export_file_finish(export_file_t *file, bool may_replace, uint64_t *bytes,
                        failure_t *error) {
    bool written = true;
    uint32_t about = 0;
    struct stat status;
    for (int group = 0; group < GROUP_COUNT; group++)
        for (export_dataset_id_t id = 0; written && id < EXPORT_DATASETS; id++) {
            output_t *output = &file->outputs[group][id];
            if (output->chunk && output->filled > 0)
                written = flush(file, output, error);
            REQUIRE(!written || !output->chunk || output->written == output->rows);
        }
    bool closed = export_about_sum(file->file, &about);
    closed = close_outputs(file) && closed;
    if (written && !closed)
        written = export_file_failed(file, error);
    written = written && reads_back(file, about, error);
    if (written)
        written = (may_replace ? publish_finish : publish_finish_new)(file->unfinished,
                                                                      file->path, error);
    else
        (void)unlink(file->unfinished);
    *bytes = written && stat(file->path, &status) == 0 ? (uint64_t)status.st_size : 0;
    release(file);
    return written;
}

/* On a full disk HDF5 has tables that it cannot write: it gets the file of what is thrown
 * away. */
void export_file_abandon(export_file_t *file) {
    (void)!truncate(file->unfinished, 0);
    (void)close_outputs(file);
    (void)unlink(file->unfinished);
    release(file);
}
