#include "selfplay/shard_files.h"

#include "selfplay/run.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_shard(const struct dirent *entry) {
    uint64_t shard;
    return run_shard_of_name(entry->d_name, &shard);
}

/* folder: NULL for none. */
static void add_path(shard_files_t *files, const char *folder, const char *name) {
    size_t size = strlen(name) + (folder ? strlen(folder) + 1 : 0) + 1;
    char *path = memory_new(size, 1);
    snprintf(path, size, "%s%s%s", folder ? folder : "", folder ? "/" : "", name);
    files->paths = memory_resize(files->paths, files->count + 1, sizeof *files->paths);
    files->paths[files->count++] = path;
}

static bool add_folder(shard_files_t *files, const char *folder, failure_t *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_shard, alphasort);
    if (count < 0)
        return error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        add_path(files, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return count > 0 || error_set(error, "%s: holds no files of games", folder);
}

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return add_folder(files, path, error);
    add_path(files, NULL, path);
    return true;
}

void shard_files_clear(shard_files_t *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (shard_files_t){0};
}
