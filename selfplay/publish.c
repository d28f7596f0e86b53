#include "selfplay/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool system_error(failure_t *error, const char *path, const char *what,
                         size_t size) {
    int reason = errno;
    if (reason == ENOSPC || reason == EDQUOT)
        return error_set(error,
                         "%s: %s: the disk is full (%zu bytes were to be written); free "
                         "some space and start the same command again",
                         path, what, size);
    return error_set(error, "%s: %s: %s", path, what, strerror(reason));
}

static bool write_all(int file, const char *bytes, size_t size) {
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
    char copy[PATH_BYTES];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
}

bool publish_unfinished(const char *path, char unfinished[PUBLISH_PATH],
                        failure_t *error) {
    int length = snprintf(unfinished, PUBLISH_PATH, "%s.%ld.tmp", path, (long)getpid());
    return length < PUBLISH_PATH ||
           error_set(error, "%.200s...: the path is too long", path);
}

bool publish_finish(const char *unfinished, const char *path, failure_t *error) {
    int file = open(unfinished, O_RDWR);
    bool written = file >= 0 && fsync(file) == 0;
    if (!written)
        system_error(error, path, "cannot be written", 0);
    if (file >= 0)
        close(file);
    if (written && rename(unfinished, path) != 0)
        written = system_error(error, path, "cannot be renamed to", 0);
    if (written)
        sync_folder_of(path);
    return written;
}

bool publish_cannot_write(const char *unfinished, const char *path, failure_t *error) {
    static const char more[1 << 16] = "";
    int file = open(unfinished, O_WRONLY | O_APPEND);
    bool written = file >= 0 && write_all(file, more, sizeof more) && fsync(file) == 0;
    if (written)
        error_set(error, "%s: HDF5 could not write the file", path);
    else
        system_error(error, path, "cannot be written", sizeof more);
    if (file >= 0)
        close(file);
    return false;
}

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    if (!publish_unfinished(path, unfinished, error))
        return false;
    int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return system_error(error, path, "cannot be created", size);
    bool written = write_all(file, bytes, size) && fsync(file) == 0;
    if (!written)
        system_error(error, path, "cannot be written", size);
    if (close(file) != 0 && written)
        written = system_error(error, path, "cannot be written", size);
    if (written && rename(unfinished, path) != 0)
        written = system_error(error, path, "cannot be renamed to", size);
    if (written)
        sync_folder_of(path);
    else
        unlink(unfinished);
    return written;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool publish_folder(const char *path, failure_t *error) {
    char part[PATH_BYTES];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return error_set(error, "%.200s...: the path is too long", path);
    for (char *p = part + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            if (mkdir(part, 0777) != 0 && errno != EEXIST)
                return system_error(error, part, "the folder cannot be made", 0);
            *p = '/';
        }
    if (mkdir(part, 0777) != 0 && !(errno == EEXIST && is_folder(part)))
        return system_error(error, part, "the folder cannot be made", 0);
    return true;
}

bool publish_line(const char *path, const char *line, failure_t *error) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0)
        return system_error(error, path, "cannot be opened", 0);
    bool written = write_all(file, line, strlen(line));
    if (!written)
        system_error(error, path, "cannot be written", strlen(line));
    close(file);
    return written;
}
