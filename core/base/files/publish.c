#define _GNU_SOURCE /* renameat2 */
#include "core/base/files/publish.h"

#include "core/base/files/file.h"
#include "core/base/files/process_name.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNFINISHED ".tmp"

bool publish_failed(const char *path, const char *what, size_t size, failure_t *error) {
    int reason = errno;
    if (reason == ENOSPC || reason == EDQUOT)
        return error_set(error,
                         "%s: %s: the disk is full (%zu bytes were to be written); free "
                         "some space and start the same command again",
                         path, what, size);
    return error_set(error, "%s: %s: %s", path, what, strerror(reason));
}

bool publish_bytes(int file, const void *image, size_t size) {
    const char *bytes = image;
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Makes the rename itself last; file systems that cannot sync a folder are let be. */
static void sync_folder_of(const char *path) {
    char copy[PUBLISH_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
}

bool publish_unfinished(const char *path, char unfinished[PUBLISH_PATH],
                        failure_t *error) {
    int length =
        snprintf(unfinished, PUBLISH_PATH, "%s.%s" UNFINISHED, path, process_name());
    return length < PUBLISH_PATH ||
           error_set(error, "%.200s...: the path is too long", path);
}

static bool rename_finished(const char *unfinished, const char *path, size_t size,
                            failure_t *error) {
    if (rename(unfinished, path) != 0)
        return publish_failed(path, "cannot be renamed to", size, error);
    sync_folder_of(path);
    return true;
}

bool publish_finish(const char *unfinished, const char *path, failure_t *error) {
    int file = open(unfinished, O_RDWR);
    bool synced = file >= 0 && fsync(file) == 0;
    if (!synced)
        publish_failed(path, "cannot be written", 0, error);
    if (file >= 0)
        close(file);
    bool published = synced && rename_finished(unfinished, path, 0, error);
    if (!published)
        unlink(unfinished);
    return published;
}

bool publish_cannot_write(const char *unfinished, const char *path, failure_t *error) {
    static const char more[1 << 16] = "";
    int file = open(unfinished, O_WRONLY | O_APPEND);
    bool written =
        file >= 0 && publish_bytes(file, more, sizeof more) && fsync(file) == 0;
    if (written)
        error_set(error, "%s: HDF5 could not write the file", path);
    else
        publish_failed(path, "cannot be written", sizeof more, error);
    if (file >= 0)
        close(file);
    return false;
}

bool publish_write(const char *path, const void *bytes, size_t size,
                   char unfinished[PUBLISH_PATH], failure_t *error) {
    if (!publish_unfinished(path, unfinished, error))
        return false;
    int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return publish_failed(path, "cannot be created", size, error);
    bool written = publish_bytes(file, bytes, size) && fsync(file) == 0;
    if (!written)
        publish_failed(path, "cannot be written", size, error);
    if (close(file) != 0 && written)
        written = publish_failed(path, "cannot be written", size, error);
    if (!written)
        unlink(unfinished);
    return written;
}

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    if (!publish_write(path, bytes, size, unfinished, error))
        return false;
    bool renamed = rename_finished(unfinished, path, size, error);
    if (!renamed)
        unlink(unfinished);
    return renamed;
}

bool publish_new(const char *unfinished, const char *path, bool *exists,
                 failure_t *error) {
    bool linked = link(unfinished, path) == 0;
    *exists = !linked && (errno == EEXIST || access(path, F_OK) == 0);
    if (*exists)
        return true;
    if (linked)
        sync_folder_of(path);
    bool published = linked || rename_finished(unfinished, path, 0, error);
    unlink(unfinished);
    return published;
}

bool publish_exchange(const char *unfinished, const char *path) {
#ifdef RENAME_EXCHANGE
    if (renameat2(AT_FDCWD, unfinished, AT_FDCWD, path, RENAME_EXCHANGE) != 0)
        return false;
    sync_folder_of(path);
    return true;
#else
    (void)unfinished, (void)path;
    return false;
#endif
}

bool publish_folder(const char *path, failure_t *error) {
    char part[PUBLISH_PATH];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return error_set(error, "%.200s...: the path is too long", path);
    if (mkdir(part, 0777) == 0) /* one call where all above it is there, as mostly */
        return true;
    for (char *p = part; *p; p++)
        if (*p == '/' && p > part) {
            *p = 0;
            if (mkdir(part, 0777) != 0 && errno != EEXIST)
                return publish_failed(part, "the folder cannot be made", 0, error);
            *p = '/';
        }
    if (mkdir(part, 0777) != 0 && !(errno == EEXIST && file_is_folder(part)))
        return publish_failed(part, "the folder cannot be made", 0, error);
    return true;
}

/* The writer in "shard-000007.h5.WRITER.tmp", where the machine's name may have dots:
 * whatever follows one of them. */
static bool was_left(const char *file) {
    size_t length = strlen(file), suffix = strlen(UNFINISHED);
    if (length <= suffix || strcmp(file + length - suffix, UNFINISHED) != 0)
        return false;
    for (const char *dot = strchr(file, '.'); dot; dot = strchr(dot + 1, '.'))
        if (process_is_gone(dot + 1))
            return true;
    return false;
}

int publish_sweep(const char *folder) {
    int swept = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;)
        if (was_left(entry->d_name) && unlinkat(dirfd(open), entry->d_name, 0) == 0)
            swept++;
    if (open)
        closedir(open);
    return swept;
}
