#include "selfplay/convert/convert_export.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/files/publish.h"
#include "core/base/process/contained.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "selfplay/convert/convert.h"
#include "selfplay/export/export_layout.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

static const contained_limits_t limits = {.seconds = 3600, .memory = 1 << 30};

enum { PIECE_ROWS = 1 << 14, GROUPS = 2 };
static const char *const groups[GROUPS] = {"train", "validation"};

typedef struct work {
    const char *from, *to;
} work_t;

static bool is_damaged(const work_t *work, const char *what, failure_t *error) {
    return error_set(error, "%s: the dataset \"%s\" is missing or damaged", work->from,
                     what);
}

/* Rows of a group, from `root_visits`, which is opened; -1: it is missing. */
static int64_t open_visits(hid_t group, hid_t *visits) {
    hsize_t rows = 0;
    *visits = H5Lexists(group, "root_visits", H5P_DEFAULT) > 0
                  ? hdf5_open_dataset(group, "root_visits")
                  : -1;
    if (*visits < 0)
        return -1;
    hid_t space = H5Dget_space(*visits);
    bool right = H5Sget_simple_extent_ndims(space) == 1 &&
                 H5Sget_simple_extent_dims(space, &rows, NULL) == 1 && rows <= INT64_MAX;
    H5Sclose(space);
    return right ? (int64_t)rows : -1;
}

static hid_t make_dataset(hid_t group, export_dataset_id_t id, hid_t type, hsize_t rows) {
    hsize_t chunk = rows < PIECE_ROWS ? rows : PIECE_ROWS;
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(1, &rows, NULL);
    hid_t dataset = -1;
    if (H5Pset_obj_track_times(properties, false) >= 0 &&
        (rows == 0 || (H5Pset_chunk(properties, 1, &chunk) >= 0 &&
                       H5Pset_deflate(properties, 1) >= 0)))
        dataset = H5Dcreate2(group, export_datasets[id].name, type, space, H5P_DEFAULT,
                             properties, H5P_DEFAULT);
    if (dataset >= 0)
        (void)hdf5_write_text(dataset, "meaning", export_datasets[id].meaning);
    H5Pclose(properties);
    H5Sclose(space);
    return dataset;
}

/* 1 where a row's visits are above 0. */
static bool write_full(hid_t visits, hid_t full, hsize_t rows) {
    uint32_t *counts = memory_new(PIECE_ROWS, sizeof *counts);
    unsigned char *flags = memory_new(PIECE_ROWS, 1);
    bool right = true;
    for (hsize_t first = 0; right && first < rows; first += PIECE_ROWS) {
        hsize_t count = rows - first < PIECE_ROWS ? rows - first : PIECE_ROWS;
        hid_t memory = H5Screate_simple(1, &count, NULL), space = H5Dget_space(visits);
        right =
            H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0 &&
            H5Dread(visits, H5T_NATIVE_UINT32, memory, space, H5P_DEFAULT, counts) >= 0;
        for (hsize_t i = 0; i < count; i++)
            flags[i] = counts[i] > 0;
        right = right &&
                H5Dwrite(full, H5T_NATIVE_UINT8, memory, space, H5P_DEFAULT, flags) >= 0;
        H5Sclose(space);
        H5Sclose(memory);
    }
    free(flags);
    free(counts);
    return right;
}

/* Zeros, which HDF5 reads where nothing was written. */
static bool add_zeros(hid_t group, export_dataset_id_t id, hid_t type, hsize_t rows) {
    if (H5Lexists(group, export_datasets[id].name, H5P_DEFAULT) > 0)
        return true;
    hid_t dataset = make_dataset(group, id, type, rows);
    return dataset >= 0 && H5Dclose(dataset) >= 0;
}

static bool add_columns(const work_t *work, hid_t group, failure_t *error) {
    hid_t visits;
    int64_t rows = open_visits(group, &visits);
    bool right = rows >= 0 || is_damaged(work, "root_visits", error);
    hid_t full =
        right ? make_dataset(group, EXPORT_FULL, H5T_STD_U8LE, (hsize_t)rows) : -1;
    if (right)
        right = (full >= 0 && write_full(visits, full, (hsize_t)rows) &&
                 add_zeros(group, EXPORT_SURPRISE, H5T_IEEE_F32LE, (hsize_t)rows) &&
                 add_zeros(group, EXPORT_AGENT, H5T_STD_U8LE, (hsize_t)rows)) ||
                is_damaged(work, "root_visits", error);
    if (full >= 0)
        right = H5Dclose(full) >= 0 && right;
    if (visits >= 0)
        H5Dclose(visits);
    return right;
}

static hid_t create_file(const char *path) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0)
        file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

/* The current ones, which extend the old ones, so that rows can be combined with newer
 * ones. */
static bool write_reasons(hid_t to, const char *old) {
    char reasons[256];
    text_t out = text_into(reasons, sizeof reasons);
    for (int i = 0; i < REASON_COUNT; i++)
        text_add(&out, "%s%s", i ? "|" : "", reason_names[i]);
    bool begins = strncmp(reasons, old, strlen(old)) == 0;
    return hdf5_write_text(to, "reasons", begins ? reasons : old);
}

static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info,
                             void *context) {
    hid_t to = *(hid_t *)context;
    uint64_t number;
    (void)info;
    if (hdf5_read_number(from, name, &number)) {
        bool is_version = strcmp(name, "schema_version") == 0;
        return hdf5_write_number(to, name, is_version ? EXPORT_VERSION : number) ? 0 : -1;
    }
    char *text = hdf5_read_text(from, name);
    bool written = text && strcmp(name, "reasons") == 0
                       ? write_reasons(to, text)
                       : text && hdf5_write_text(to, name, text);
    free(text);
    return written ? 0 : -1;
}

/* Copies would refer to other files, too. */
static herr_t check_link(hid_t from, const char *name, const H5L_info_t *info,
                         void *context) {
    (void)context;
    hid_t object = info->type == H5L_TYPE_HARD ? H5Oopen(from, name, H5P_DEFAULT) : -1;
    bool is_dataset = H5Iget_type(object) == H5I_DATASET, right = object >= 0;
    if (right)
        H5Oclose(object);
    hid_t dataset = is_dataset ? hdf5_open_dataset(from, name) : -1;
    if (dataset >= 0)
        H5Dclose(dataset);
    return right && (!is_dataset || dataset >= 0) ? 0 : -1;
}

static herr_t copy_link(hid_t from, const char *name, const H5L_info_t *info,
                        void *context) {
    hid_t to = *(hid_t *)context;
    (void)info;
    return H5Ocopy(from, name, to, name, H5P_DEFAULT, H5P_DEFAULT) < 0 ? -1 : 0;
}

static bool fill(const work_t *work, hid_t old, hid_t new, failure_t *error) {
    if (H5Lvisit(old, H5_INDEX_NAME, H5_ITER_INC, check_link, NULL) < 0 ||
        H5Literate(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_link, &new) < 0 ||
        H5Aiterate2(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_attribute, &new) < 0)
        return error_set(error,
                         "%s: cannot be copied: the file is damaged, or the disk is full",
                         work->from);
    bool right = true;
    for (int i = 0; right && i < GROUPS; i++) {
        hid_t group = H5Gopen2(new, groups[i], H5P_DEFAULT);
        right = group >= 0 ? add_columns(work, group, error)
                           : is_damaged(work, groups[i], error);
        if (group >= 0)
            H5Gclose(group);
    }
    return right;
}

static bool write_new(void *context, failure_t *error) {
    const work_t *work = context;
    bool is_damaged;
    hid_t old = hdf5_open(work->from, &is_damaged, error);
    if (old < 0)
        return false;
    hid_t new = create_file(work->to);
    bool right = new >= 0 || publish_cannot_write(work->to, work->to, error);
    right = right && fill(work, old, new, error);
    if (new >= 0 && H5Fclose(new) < 0 && right)
        right = publish_cannot_write(work->to, work->to, error);
    H5Fclose(old);
    return right;
}

bool convert_export_file(const char *from, const char *to, convert_result_t *result,
                         failure_t *error) {
    work_t work = {from, to};
    failure_t disk;
    result->files++;
    if (contained_call(from, &limits, write_new, &work, error))
        return true;
    /* On a full disk the library crashes when closing the file: that is not damage. */
    publish_cannot_write(to, to, &disk);
    if (strstr(disk.message, "the disk is full"))
        *error = disk;
    return false;
}
