#define _XOPEN_SOURCE 700 /* realpath */
#include "selfplay/merge/virtual_columns.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/hdf5_values.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>

void virtual_columns_add(virtual_columns_t *list, const char *name,
                         const uint64_t rows[TABLE_COUNT]) {
    if ((list->count & (list->count - 1)) == 0) /* full if its length is a power of two */
        list->sources = memory_resize(list->sources, list->count ? 2 * list->count : 1,
                                      sizeof *list->sources);
    games_source_t *source = &list->sources[list->count++];
    source->path = memory_new(strlen(name) + 1, 1);
    memcpy(source->path, name, strlen(name));
    for (table_t table = 0; table < TABLE_COUNT; table++) {
        source->first[table] = list->rows[table];
        source->rows[table] = rows[table];
        list->rows[table] += rows[table];
    }
}

void virtual_columns_clear(virtual_columns_t *list) {
    for (uint64_t s = 0; s < list->count; s++)
        free(list->sources[s].path);
    free(list->sources);
    *list = (virtual_columns_t){0};
}

/* --- Names -------------------------------------------------------------------------- */

static char *folder_of(const char *path) {
    char copy[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s", path) >= (int)sizeof copy)
        return NULL;
    return realpath(dirname(copy), NULL);
}

/* Length of the common prefix of two folders, up to a '/'. */
static size_t common_folder(const char *a, const char *b) {
    size_t i = 0, common = 0;
    for (; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            common = i + 1;
    if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/'))
        common = i;
    return common;
}

char *virtual_columns_name(const char *from, const char *path) {
    char *folder = folder_of(from), *file = realpath(path, NULL), *name = NULL;
    if (folder && file) {
        /* "/" is the only folder whose path ends in one */
        size_t common = common_folder(folder, file);
        const char *up = folder + common, *down = file + common;
        size_t levels = *up == '/' || !*up ? 0 : 1;
        for (const char *p = up; *p; p++)
            levels += *p == '/' && p[1];
        name = memory_new(3 * levels + strlen(down) + 1, 1);
        for (size_t i = 0; i < levels; i++)
            memcpy(name + 3 * i, "../", 3);
        strcpy(name + 3 * levels, *down == '/' ? down + 1 : down);
    }
    free(folder);
    free(file);
    return name;
}

/* The library interprets "%b" as the number of a block, and "%%" as "%". */
static char *escape(const char *name) {
    char *escaped = memory_new(2 * strlen(name) + 1, 1), *to = escaped;
    for (; *name; name++) {
        *to++ = *name;
        if (*name == '%')
            *to++ = '%';
    }
    return escaped;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Maps rows of a virtual dataset to rows of a source. */
static bool map_source(hid_t properties, hid_t space, const games_source_t *source,
                       column_id_t id, const game_t *game) {
    table_t table = schema_columns[id].table;
    hsize_t start[2] = {source->first[table], 0};
    hsize_t size[2] = {source->rows[table], column_width(id, game)};
    if (size[0] == 0)
        return true;
    char *name = escape(source->path);
    hid_t there = H5Screate_simple(hdf5_rank(id), size, NULL);
    bool mapped =
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
        H5Pset_virtual(properties, space, name, schema_columns[id].path, there) >= 0;
    H5Sclose(there);
    free(name);
    return mapped;
}

static bool write_column(const virtual_columns_t *list, hid_t file, column_id_t id,
                         const game_t *game) {
    hsize_t size[2] = {list->rows[schema_columns[id].table], column_width(id, game)};
    hid_t space = H5Screate_simple(hdf5_rank(id), size, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE), dataset = -1;
    bool ok = space >= 0 && H5Pset_obj_track_times(properties, false) >= 0;
    for (uint64_t s = 0; ok && s < list->count; s++)
        ok = map_source(properties, space, &list->sources[s], id, game);
    if (ok)
        dataset = H5Dcreate2(file, schema_columns[id].path,
                             hdf5_file_type(schema_columns[id].type), space, H5P_DEFAULT,
                             properties, H5P_DEFAULT);
    H5Pclose(properties);
    H5Sclose(space);
    return dataset >= 0 && H5Dclose(dataset) >= 0;
}

/* Writes the list as datasets: names of equal length, and rows. */
static bool write_list(const virtual_columns_t *list, hid_t file) {
    size_t longest = 1;
    for (uint64_t s = 0; s < list->count; s++)
        if (strlen(list->sources[s].path) + 1 > longest)
            longest = strlen(list->sources[s].path) + 1;
    char *names = memory_new(list->count, longest);
    uint64_t *rows = memory_new(list->count, sizeof list->sources->rows);
    for (uint64_t s = 0; s < list->count; s++) {
        strcpy(names + s * longest, list->sources[s].path);
        memcpy(rows + s * TABLE_COUNT, list->sources[s].rows,
               sizeof list->sources[s].rows);
    }
    hsize_t size[2] = {list->count, TABLE_COUNT};
    hid_t type = H5Tcopy(H5T_C_S1);
    bool written =
        hdf5_make_group(file, GAMES_SOURCES) && H5Tset_size(type, longest) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
        hdf5_write_dataset(file, GAMES_SOURCES_FILE, type, type, 1, size, names) &&
        hdf5_write_dataset(file, GAMES_SOURCES_ROWS, H5T_STD_U64LE, H5T_NATIVE_UINT64, 2,
                           size, rows);
    H5Tclose(type);
    free(names);
    free(rows);
    return written;
}

bool virtual_columns_write(const virtual_columns_t *list, hid_t file,
                           const game_t *game) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (!virtual_column_is_copied(id) && !write_column(list, file, id, game))
            return false;
    return write_list(list, file);
}

/* --- Reading back ------------------------------------------------------------------- */

/* Whether a part of a virtual dataset refers to the rows of a source. */
static bool is_source(hid_t properties, size_t part, const games_source_t *source,
                      column_id_t id, const game_t *game) {
    table_t table = schema_columns[id].table;
    hsize_t low[2] = {0}, high[2] = {0};
    char *name = escape(source->path);
    size_t bytes = strlen(name) + 2; /* one more than is to be there */
    char *there = memory_new(bytes, 1);
    hid_t space = H5Pget_virtual_vspace(properties, part);
    bool same = space >= 0 && H5Sget_select_bounds(space, low, high) >= 0 &&
                low[0] == source->first[table] &&
                high[0] == source->first[table] + source->rows[table] - 1 &&
                high[1] == (hdf5_rank(id) > 1 ? column_width(id, game) - 1 : 0) &&
                H5Pget_virtual_filename(properties, part, there, bytes) >= 0 &&
                strcmp(there, name) == 0;
    H5Sclose(space);
    free(there);
    free(name);
    return same;
}

bool virtual_columns_refers(const virtual_columns_t *list, hid_t file, column_id_t id,
                            const game_t *game) {
    table_t table = schema_columns[id].table;
    size_t parts = 0, next = 0;
    hid_t dataset = H5Dopen2(file, schema_columns[id].path, H5P_DEFAULT);
    if (dataset < 0)
        return false;
    hid_t properties = H5Dget_create_plist(dataset);
    bool same = properties >= 0 &&
                (list->rows[table] == 0 || H5Pget_virtual_count(properties, &parts) >= 0);
    for (uint64_t s = 0; same && s < list->count; s++)
        if (list->sources[s].rows[table] > 0)
            same = next < parts &&
                   is_source(properties, next++, &list->sources[s], id, game);
    H5Pclose(properties);
    H5Dclose(dataset);
    return same && next == parts;
}
