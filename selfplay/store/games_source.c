#include "selfplay/store/games_source.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"

#include <stdlib.h>
#include <string.h>

/* Longer names or more files than these are damage. */
enum { MAX_NAME = 4096, MAX_SOURCES = 1 << 24 };

/* The number of entries of a list of one or two dimensions, or -1. */
static int64_t list_length(hid_t list, int rank, uint64_t width) {
    hsize_t dimensions[2] = {0, width};
    hid_t space = H5Dget_space(list);
    bool ok = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
              H5Sget_simple_extent_dims(space, dimensions, NULL) == rank &&
              dimensions[1] == width && dimensions[0] <= MAX_SOURCES &&
              hdf5_fits_file(list, dimensions[0]); /* a byte a name at least */
    H5Sclose(space);
    return ok ? (int64_t)dimensions[0] : -1;
}

/* The path of a name relative to the folder of the virtual file. */
static char *path_beside(const char *file, const char *name) {
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash + 1 - file) : 0;
    char *path = memory_new(folder + strlen(name) + 1, 1);
    memcpy(path, file, folder);
    memcpy(path + folder, name, strlen(name));
    return path;
}

static bool read_names(games_sources_t *sources, const char *path, hid_t list) {
    hid_t type = H5Dget_type(list);
    size_t size = H5Tget_size(type);
    bool ok = H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
              size > 0 && size <= MAX_NAME && hdf5_fits_file(list, sources->count * size);
    char *names = memory_new(ok ? sources->count * size + 1 : 1, 1);
    ok = ok && (sources->count == 0 ||
                H5Dread(list, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
    for (uint64_t s = 0; ok && s < sources->count; s++) {
        char name[MAX_NAME + 1] = "";
        memcpy(name, names + s * size, size);
        ok = *name && *name != '/'; /* merge writes none of these */
        sources->of[s].path = path_beside(path, name);
    }
    free(names);
    H5Tclose(type);
    return ok;
}

static bool read_counts(games_sources_t *sources, hid_t list) {
    uint64_t *counts = memory_new(sources->count + 1, sizeof(uint64_t[TABLE_COUNT]));
    uint64_t *sums = sources->rows;
    bool ok = sources->count == 0 || H5Dread(list, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL,
                                             H5P_DEFAULT, counts) >= 0;
    for (uint64_t s = 0; ok && s < sources->count; s++)
        for (table_t table = 0; table < TABLE_COUNT; table++) {
            uint64_t rows = counts[s * TABLE_COUNT + table];
            sources->of[s].first[table] = sums[table];
            sources->of[s].rows[table] = rows;
            ok = ok && rows <= INT64_MAX - sums[table];
            sums[table] += rows;
        }
    free(counts);
    return ok;
}

bool games_sources_read(games_sources_t *sources, const char *path, hid_t file) {
    hid_t names = hdf5_open_dataset(file, GAMES_SOURCES_FILE);
    hid_t counts = hdf5_open_dataset(file, GAMES_SOURCES_ROWS);
    int64_t length = names >= 0 ? list_length(names, 1, 1) : -1;
    bool ok = length >= 0 && counts >= 0 && list_length(counts, 2, TABLE_COUNT) == length;
    if (ok) {
        *sources = (games_sources_t){.count = (uint64_t)length};
        sources->of = memory_new(sources->count + 1, sizeof *sources->of);
        ok = read_names(sources, path, names) && read_counts(sources, counts);
    }
    if (names >= 0)
        H5Dclose(names);
    if (counts >= 0)
        H5Dclose(counts);
    return ok;
}

void games_sources_clear(games_sources_t *sources) {
    for (uint64_t s = 0; s < sources->count; s++)
        free(sources->of[s].path);
    free(sources->of);
    *sources = (games_sources_t){0};
}

uint64_t games_sources_find(const games_sources_t *sources, uint64_t row) {
    uint64_t low = 0, high = sources->count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (sources->of[middle].first[TABLE_GAMES] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}
