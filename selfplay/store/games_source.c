#include "selfplay/store/games_source.h"

#include "selfplay/store/games_file.h"

#include <stdlib.h>

/* Longer names and more files than these are damage. */
enum { MAX_NAME = 4096, MAX_SOURCES = 1 << 24 };

static bool damaged_list(games_file_t *file, failure_t *error) {
    file->damaged = true;
    return error_set(error, "%s: the list of its files is missing or damaged",
                     file->path);
}

/* --- The list --------------------------------------------------------------------------
 */

/* The number of entries of a list of one or two dimensions, or -1. */
static int64_t list_length(hid_t list, int rank, uint64_t width) {
    hsize_t dimensions[2] = {0, width};
    hid_t space = H5Dget_space(list);
    bool right = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                 H5Sget_simple_extent_dims(space, dimensions, NULL) == rank &&
                 dimensions[1] == width && dimensions[0] <= MAX_SOURCES;
    H5Sclose(space);
    return right ? (int64_t)dimensions[0] : -1;
}

/* The path of a name, which is relative to the folder of the virtual file. */
static char *path_beside(const char *file, const char *name) {
    const char *slash = *name == '/' ? NULL : strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash + 1 - file) : 0;
    char *path = memory_new(folder + strlen(name) + 1, 1);
    memcpy(path, file, folder);
    memcpy(path + folder, name, strlen(name));
    return path;
}

static bool read_names(games_file_t *file, hid_t list) {
    hid_t type = H5Dget_type(list);
    bool right = type >= 0 && H5Tget_class(type) == H5T_STRING &&
                 H5Tis_variable_str(type) == 0 && H5Tget_size(type) <= MAX_NAME;
    size_t size = right ? H5Tget_size(type) : 0;
    char *names = memory_new(file->num_sources * size + 1, 1);
    right = right && (file->num_sources == 0 ||
                      H5Dread(list, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
    for (uint64_t s = 0; right && s < file->num_sources; s++) {
        char name[MAX_NAME + 1] = "";
        memcpy(name, names + s * size, size);
        file->sources[s].path = path_beside(file->path, name);
    }
    free(names);
    H5Tclose(type);
    return right;
}

static bool read_counts(games_file_t *file, hid_t list) {
    uint64_t *counts = memory_new(file->num_sources + 1, sizeof(uint64_t[TABLE_COUNT]));
    uint64_t sums[TABLE_COUNT] = {0};
    bool right = file->num_sources == 0 || H5Dread(list, H5T_NATIVE_UINT64, H5S_ALL,
                                                   H5S_ALL, H5P_DEFAULT, counts) >= 0;
    for (uint64_t s = 0; right && s < file->num_sources; s++)
        for (table_t table = 0; table < TABLE_COUNT; table++) {
            uint64_t rows = counts[s * TABLE_COUNT + table];
            file->sources[s].first[table] = sums[table];
            file->sources[s].rows[table] = rows;
            right = right && rows <= INT64_MAX - sums[table];
            sums[table] += rows;
        }
    free(counts);
    memcpy(file->rows, sums, sizeof sums);
    return right;
}

bool games_source_list(games_file_t *file, failure_t *error) {
    hid_t names = H5Dopen2(file->handle, GAMES_FILE_SOURCES_FILE, H5P_DEFAULT);
    hid_t counts = H5Dopen2(file->handle, GAMES_FILE_SOURCES_ROWS, H5P_DEFAULT);
    int64_t length = names >= 0 ? list_length(names, 1, 1) : -1;
    bool right =
        length >= 0 && counts >= 0 && list_length(counts, 2, TABLE_COUNT) == length;
    if (right) {
        file->num_sources = (uint64_t)length;
        file->sources = memory_new(file->num_sources + 1, sizeof *file->sources);
        right = read_names(file, names) && read_counts(file, counts);
    }
    if (names >= 0)
        H5Dclose(names);
    if (counts >= 0)
        H5Dclose(counts);
    return right || damaged_list(file, error);
}

static void close_source(games_file_t *file) {
    if (file->source)
        games_file_close(file->source);
    free(file->source);
    file->source = NULL;
}

void games_source_clear(games_file_t *file) {
    close_source(file);
    for (uint64_t s = 0; s < file->num_sources; s++)
        free(file->sources[s].path);
    free(file->sources);
    file->sources = NULL;
    file->num_sources = 0;
}

/* --- The games -------------------------------------------------------------------------
 */

/* The source that holds a row of games: the last that begins at it or before and has one.
 */
static uint64_t source_of(const games_file_t *file, uint64_t row) {
    uint64_t low = 0, high = file->num_sources;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (file->sources[middle].first[TABLE_GAMES] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool open_source(games_file_t *file, uint64_t number, failure_t *error) {
    const games_source_t *source = &file->sources[number];
    if (file->source && file->open_source == number)
        return true;
    close_source(file);
    file->source = memory_new(1, sizeof *file->source);
    file->open_source = number;
    if (!games_file_open(file->source, source->path, &file->header, GAMES_FILE_WHOLE,
                         error)) {
        free(file->source);
        file->source = NULL;
        return error_prefix(error, "%s", file->path);
    }
    bool right = !file->source->sources &&
                 memcmp(file->source->rows, source->rows, sizeof source->rows) == 0;
    if (!right)
        close_source(file);
    return right || error_set(error,
                              "%s: %s: does not hold what it held when the files were "
                              "put together",
                              file->path, source->path);
}

games_file_t *games_source_of_row(games_file_t *file, uint64_t *row, failure_t *error) {
    uint64_t number = source_of(file, *row);
    if (!open_source(file, number, error))
        return NULL;
    *row -= file->sources[number].first[TABLE_GAMES];
    return file->source;
}
