#include "selfplay/export/npz/npz_shards.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/export/npz/zip_queue.h"
#include "selfplay/store/chunks/chunk_reader.h"
#include "selfplay/store/hdf5_values.h"

#include <cjson/cJSON.h>
#include <hdf5.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

static const char *const group_names[GROUP_COUNT] = {"train", "validation"};

typedef struct writing {
    npz_shards_t *shards;
    const char *from, *folder;
    hid_t file;
    zip_queue_t *zips;
    failure_t *error;
} writing_t;

static bool cannot_read(const writing_t *writing, const char *what) {
    return !hdf5_read_failed(writing->from, writing->error) &&
           error_set(writing->error, "%s: \"%s\" cannot be read back", writing->from,
                     what);
}

/* --- Arrays ------------------------------------------------------------------------- */

/* A dataset as stored in the file. */
typedef struct array {
    char name[NAME];
    chunk_reader_t reader;
    int rank;
    hsize_t size[HDF5_MOST_RANK];
    H5T_class_t class;
    H5T_sign_t sign;
    size_t value_bytes;
} array_t;

static void close_array(array_t *array) {
    hid_t dataset = array->reader.dataset;
    chunk_reader_clear(&array->reader);
    H5Dclose(dataset);
}

static bool open_array(hid_t group, const char *name, array_t *array) {
    *array = (array_t){.class = H5T_NO_CLASS};
    hid_t dataset = H5Dopen2(group, name, H5P_DEFAULT);
    if (dataset < 0 || strlen(name) >= NAME)
        return false;
    snprintf(array->name, NAME, "%s", name);
    if (!chunk_reader_init(&array->reader, dataset)) {
        H5Dclose(dataset);
        return false;
    }
    hid_t type = array->reader.type, space = H5Dget_space(dataset);
    array->rank = hdf5_extent(space, array->size);
    array->class = H5Tget_class(type);
    array->sign = array->class == H5T_INTEGER ? H5Tget_sign(type) : H5T_SGN_NONE;
    array->value_bytes = H5Tget_size(type);
    H5Sclose(space);
    bool ok = array->class != H5T_NO_CLASS && array->sign != H5T_SGN_ERROR &&
              array->value_bytes > 0 && array->rank > 0;
    if (!ok)
        close_array(array);
    return ok;
}

/* "<u4": NumPy's name of the type, all little-endian. */
static void write_kind(const array_t *array, text_t *out) {
    text_add(out, "%s%c%zu", array->value_bytes > 1 ? "<" : "|",
             array->class == H5T_FLOAT  ? 'f'
             : array->sign == H5T_SGN_2 ? 'i'
                                        : 'u',
             array->value_bytes);
}

/* A .npy file: magic, version, length of the header, a dictionary of Python that is
 * filled up to a multiple of 64 bytes. */
static size_t write_header(const array_t *array, uint64_t rows, char header[256]) {
    enum { START = 10, MULTIPLE = 64 };
    char dictionary[256];
    text_t out = text_into(dictionary, sizeof dictionary);
    text_add(&out, "{'descr': '");
    write_kind(array, &out);
    text_add(&out, "', 'fortran_order': False, 'shape': (%llu,",
             (unsigned long long)rows);
    for (int i = 1; i < array->rank; i++)
        text_add(&out, " %llu%s", (unsigned long long)array->size[i],
                 i + 1 < array->rank ? "," : "");
    text_add(&out, "), }");
    size_t length = strlen(dictionary);
    size_t whole = (START + length + MULTIPLE) / MULTIPLE * MULTIPLE;
    memset(header, ' ', whole);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)((whole - START) & 0xff);
    header[9] = (char)((whole - START) >> 8);
    memcpy(header + START, dictionary, length);
    header[whole - 1] = '\n';
    return whole;
}

/* Rows of an array, after its header; *size: bytes of both. NULL: cannot be read. */
static unsigned char *read_rows(const writing_t *writing, array_t *array, uint64_t first,
                                uint64_t rows, size_t *size, size_t *header_bytes) {
    char header[256];
    *header_bytes = write_header(array, rows, header);
    *size = *header_bytes + (size_t)rows * array->reader.row_bytes;
    unsigned char *bytes = memory_resize(NULL, *size, 1);
    memcpy(bytes, header, *header_bytes);
    const chunk_read_t read = {&array->reader, first, rows, bytes + *header_bytes};
    if (chunk_reads(&read, 1, writing->shards->queue) == 1)
        return bytes;
    free(bytes);
    return NULL;
}

/* Writes queued entries before reporting a read error. */
static bool add_rows(const writing_t *writing, array_t *array, uint64_t first,
                     uint64_t rows, int64_t shift) {
    char name[NAME + 8];
    size_t size, header;
    unsigned char *bytes = read_rows(writing, array, first, rows, &size, &header);
    if (!bytes)
        return zip_queue_flush(writing->zips, writing->error) &&
               cannot_read(writing, array->name);
    for (size_t at = header; shift != 0 && at < size; at += sizeof(int64_t)) {
        int64_t value;
        memcpy(&value, bytes + at, sizeof value);
        value -= shift;
        memcpy(bytes + at, &value, sizeof value);
    }
    snprintf(name, sizeof name, "%s.npy", array->name);
    return zip_queue_add(writing->zips, name, bytes, size, writing->error);
}

static bool begin_archive(const writing_t *writing, const char *name) {
    char path[PUBLISH_PATH];
    snprintf(path, sizeof path, "%s/%s", writing->folder, name);
    return zip_queue_begin(writing->zips, path, writing->error);
}

/* --- Groups ------------------------------------------------------------------------- */

/* The arrays of a group, and where rows of legal actions are, if they are flat. */
typedef struct group {
    array_t *arrays;
    int count, first_legal; /* -1: policies are in rows */
    uint64_t rows;
} group_t;

static void close_group(group_t *group) {
    for (int i = 0; i < group->count; i++)
        close_array(&group->arrays[i]);
    free(group->arrays);
}

static bool open_group(const writing_t *writing, hid_t where, group_t *group) {
    H5G_info_t info = {0};
    *group = (group_t){.first_legal = -1};
    if (H5Gget_info(where, &info) < 0)
        return cannot_read(writing, "a group");
    group->arrays = memory_new((size_t)info.nlinks + 1, sizeof *group->arrays);
    for (hsize_t i = 0; i < info.nlinks; i++) {
        char name[NAME] = "";
        (void)H5Lget_name_by_idx(where, ".", H5_INDEX_NAME, H5_ITER_INC, i, name,
                                 sizeof name, H5P_DEFAULT);
        if (!open_array(where, name, &group->arrays[group->count]))
            return cannot_read(writing, name);
        if (strcmp(name, "first_legal") == 0)
            group->first_legal = group->count;
        if (strcmp(name, "side") == 0)
            group->rows = group->arrays[group->count].size[0];
        group->count++;
    }
    return true;
}

/* Where the legal actions of a row begin; after the last row, where they end. */
static bool find_legal(const writing_t *writing, const group_t *group, uint64_t row,
                       int64_t *first) {
    array_t *firsts = &group->arrays[group->first_legal];
    if (row < group->rows) {
        const chunk_read_t read = {&firsts->reader, row, 1, first};
        return chunk_reads(&read, 1, writing->shards->queue) == 1 ||
               (zip_queue_flush(writing->zips, writing->error) &&
                cannot_read(writing, firsts->name));
    }
    for (int i = 0; i < group->count; i++)
        if (strcmp(group->arrays[i].name, "action") == 0)
            *first = (int64_t)group->arrays[i].size[0];
    return true;
}

static bool write_shard(const writing_t *writing, const group_t *group, const char *name,
                        uint64_t first, uint64_t rows) {
    int64_t from = 0, end = 0;
    bool is_sparse = group->first_legal >= 0;
    if (is_sparse && (!find_legal(writing, group, first, &from) ||
                      !find_legal(writing, group, first + rows, &end)))
        return false;
    bool ok = begin_archive(writing, name);
    for (int i = 0; ok && i < group->count; i++) {
        array_t *array = &group->arrays[i];
        bool is_flat = is_sparse && (strcmp(array->name, "action") == 0 ||
                                     strcmp(array->name, "visits") == 0);
        ok = is_flat ? add_rows(writing, array, (uint64_t)from, (uint64_t)(end - from), 0)
                     : add_rows(writing, array, first, rows,
                                i == group->first_legal ? from : 0);
    }
    return ok && zip_queue_end(writing->zips, writing->error);
}

/* Attributes as members; texts, and whole numbers below 2^53. */
static herr_t tell_attribute(hid_t object, const char *name, const H5A_info_t *info,
                             void *json) {
    uint64_t number;
    (void)info;
    if (hdf5_read_number(object, name, &number)) {
        json_add_number(json, name, number);
        return 0;
    }
    char *text = hdf5_read_text(object, name);
    cJSON *parsed =
        text && *text == '{' ? json_read(text, name, NULL) : NULL; /* options */
    if (text)
        cJSON_AddItemToObject(json, name, parsed ? parsed : cJSON_CreateString(text));
    free(text);
    return text ? 0 : -1;
}

static bool write_group(const writing_t *writing, int which, cJSON *json) {
    hid_t where = H5Gopen2(writing->file, group_names[which], H5P_DEFAULT);
    group_t group;
    if (where < 0)
        return cannot_read(writing, group_names[which]);
    cJSON *about = cJSON_AddObjectToObject(json, group_names[which]);
    bool ok =
        open_group(writing, where, &group) &&
        H5Aiterate2(where, H5_INDEX_NAME, H5_ITER_INC, NULL, tell_attribute, about) >= 0;
    json_add_number(about, "rows", group.rows);
    cJSON *files = cJSON_AddArrayToObject(about, "files");
    uint64_t step = writing->shards->rows, number = 0;
    for (uint64_t first = 0; ok && first < group.rows; first += step, number++) {
        uint64_t left = group.rows - first;
        char name[NAME];
        snprintf(name, sizeof name, "%s-%05llu.npz", group_names[which],
                 (unsigned long long)number);
        ok = write_shard(writing, &group, name, first, left < step ? left : step);
        cJSON_AddItemToArray(files, cJSON_CreateString(name));
    }
    close_group(&group);
    H5Gclose(where);
    return ok;
}

/* --- Description of the data -------------------------------------------------------- */

/* The texts of a dataset of texts of fixed length, or numbers. */
static bool tell_column(const writing_t *writing, hid_t where, const char *name,
                        cJSON *json) {
    array_t array;
    size_t size, header;
    if (!open_array(where, name, &array))
        return cannot_read(writing, name);
    bool is_text = array.class == H5T_STRING;
    unsigned char *bytes = read_rows(writing, &array, 0, array.size[0], &size, &header);
    cJSON *values = cJSON_AddArrayToObject(json, name);
    for (hsize_t i = 0; bytes && i < array.size[0]; i++) {
        const unsigned char *at = bytes + header + i * array.reader.row_bytes;
        uint64_t number = 0;
        if (!is_text)
            memcpy(&number, at, sizeof number);
        cJSON_AddItemToArray(values, is_text ? cJSON_CreateString((const char *)at)
                                             : json_number(number));
    }
    free(bytes);
    close_array(&array);
    return bytes || cannot_read(writing, name);
}

static bool tell_sources(const writing_t *writing, cJSON *json) {
    static const char *const columns[] = {"config", "path", "program", "games"};
    hid_t where = H5Gopen2(writing->file, "sources", H5P_DEFAULT);
    bool ok = where >= 0 || cannot_read(writing, "sources");
    cJSON *sources = cJSON_AddObjectToObject(json, "sources");
    for (size_t i = 0; ok && i < sizeof columns / sizeof columns[0]; i++)
        ok = tell_column(writing, where, columns[i], sources);
    if (where >= 0)
        H5Gclose(where);
    return ok;
}

/* Arrays other than those of rows, if any. */
static bool write_tables(const writing_t *writing, cJSON *json) {
    static const char *const names[] = {
        "actions_seen",     "features_seen",     "heads",           "plane_scales",
        "symmetry_actions", "symmetry_features", "symmetry_places", "symmetry_sides"};
    bool ok = true, begun = false;
    for (size_t i = 0; ok && i < sizeof names / sizeof names[0]; i++) {
        array_t array;
        if (H5Lexists(writing->file, names[i], H5P_DEFAULT) <= 0)
            continue;
        if (!open_array(writing->file, names[i], &array))
            return cannot_read(writing, names[i]);
        ok = begun || begin_archive(writing, "about.npz");
        begun = true;
        ok = ok && add_rows(writing, &array, 0, array.size[0], 0);
        close_array(&array);
    }
    if (begun)
        cJSON_AddStringToObject(json, "tables", "about.npz");
    return ok && (!begun || zip_queue_end(writing->zips, writing->error));
}

static bool write_all(const writing_t *writing) {
    char path[PUBLISH_PATH];
    cJSON *json = cJSON_CreateObject();
    bool ok = H5Aiterate2(writing->file, H5_INDEX_NAME, H5_ITER_INC, NULL, tell_attribute,
                          json) >= 0 ||
              cannot_read(writing, "attributes");
    ok = ok && write_tables(writing, json);
    for (int group = 0; ok && group < GROUP_COUNT; group++)
        ok = write_group(writing, group, json);
    ok = ok && zip_queue_flush(writing->zips, writing->error);
    ok = ok && tell_sources(writing, json);
    char *text = json_text(json);
    snprintf(path, sizeof path, "%s/about.json", writing->folder);
    ok = ok && publish_file(path, text, strlen(text), writing->error);
    free(text);
    cJSON_Delete(json);
    return ok;
}

bool npz_shards_write(npz_shards_t *shards, const char *from, const char *folder,
                      failure_t *error) {
    enum { LEAST_MEMORY = 32 << 20 };
    char too_large[128];
    zip_setting_t setting = {.queue = shards->queue,
                             .level = shards->deflate,
                             .memory = shards->memory / 2, /* and as much is packed */
                             .too_large = too_large};
    writing_t writing = {shards, from, folder, -1, NULL, error};
    REQUIRE(shards->rows > 0);
    shards->files = shards->bytes = 0;
    if (setting.memory < LEAST_MEMORY)
        setting.memory = LEAST_MEMORY;
    snprintf(too_large, sizeof too_large,
             "--shard-rows: a file of %llu rows would exceed 4 GiB; choose fewer",
             (unsigned long long)shards->rows);
    bool is_damaged;
    if (strlen(folder) + NAME >= PUBLISH_PATH)
        return error_set(error, "%.100s...: the path is too long", folder);
    writing.file = hdf5_open(from, &is_damaged, error);
    if (writing.file < 0)
        return false;
    writing.zips = zip_queue_new(&setting);
    bool ok = write_all(&writing);
    zip_queue_count(writing.zips, &shards->files, &shards->bytes);
    zip_queue_free(writing.zips);
    H5Fclose(writing.file);
    return ok;
}
