#define _XOPEN_SOURCE 700 /* S_IFMT */
#include "core/game/source/object_cache.h"

#include "core/base/files/publish.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_own(const char *path, mode_t kind, mode_t forbidden) {
    struct stat status;
    return stat(path, &status) == 0 && (status.st_mode & S_IFMT) == kind &&
           status.st_uid == geteuid() && (status.st_mode & forbidden) == 0;
}

bool object_cache_path(const char *name, char path[FILE_PATH]) {
    const char *set = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[FILE_PATH];
    bool named = set && *set == '/'     ? file_path(folder, NULL, "%s", set)
                 : home && *home == '/' ? file_path(folder, NULL, "%s/.cache", home)
                                        : false;
    if (!named || !publish_folder(folder, NULL) ||
        !file_path(path, NULL, "%s/fulcrum", folder))
        return false;
    (void)mkdir(path, S_IRWXU);
    return is_own(path, S_IFDIR, S_IWGRP | S_IWOTH) && access(path, W_OK) == 0 &&
           file_path(path, NULL, "%s/fulcrum/%s.so", folder, name);
}

bool object_cache_has(const char *path) {
    return is_own(path, S_IFREG, 0);
}

/* Removes the oldest object if there are many. */
static void sweep(const char *folder) {
    enum { MOST_OBJECTS = 300 };
    file_names_t names;
    char path[FILE_PATH], oldest[FILE_PATH] = "";
    time_t since = 0;
    if (!file_names_list(&names, folder))
        return;
    for (size_t i = 0; names.count > MOST_OBJECTS && i < names.count; i++) {
        struct stat status;
        if (file_path(path, NULL, "%s/%s", folder, names.of[i]) &&
            stat(path, &status) == 0 && (!*oldest || status.st_mtime < since)) {
            since = status.st_mtime;
            memcpy(oldest, path, sizeof oldest);
        }
    }
    if (*oldest)
        unlink(oldest);
    file_names_clear(&names);
}

bool object_cache_add(const char *path, const void *bytes, size_t size) {
    char folder[FILE_PATH];
    if (!publish_file(path, bytes, size, NULL))
        return false;
    if (file_path(folder, NULL, "%.*s", (int)(strrchr(path, '/') - path), path))
        sweep(folder);
    return true;
}
