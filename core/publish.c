#include "core/publish.h"

#include "core/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    char copy[PUBLISH_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
}

static bool name_unfinished(const char *path, char unfinished[PUBLISH_PATH],
                            failure_t *error) {
    int length = snprintf(unfinished, PUBLISH_PATH, "%s.%ld.tmp", path, (long)getpid());
    return length < PUBLISH_PATH ||
           error_set(error, "%.200s...: the path is too long", path);
}

static bool rename_finished(const char *path, const char *unfinished, size_t size,
                            failure_t *error) {
    if (rename(unfinished, path) != 0)
        return system_error(error, path, "cannot be renamed to", size);
    sync_folder_of(path);
    return true;
}

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    if (!name_unfinished(path, unfinished, error))
        return false;
    int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return system_error(error, path, "cannot be created", size);
    bool written = write_all(file, bytes, size) && fsync(file) == 0;
    if (!written)
        system_error(error, path, "cannot be written", size);
    if (close(file) != 0 && written)
        written = system_error(error, path, "cannot be written", size);
    written = written && rename_finished(path, unfinished, size, error);
    if (!written)
        unlink(unfinished);
    return written;
}

/* Whether `entry` is `name` and ".PID.tmp" of a process that is no more. */
static bool is_left_over(const char *entry, const char *name) {
    size_t length = strlen(name);
    const char *digits = entry + length + 1;
    long pid;
    return strncmp(entry, name, length) == 0 && entry[length] == '.' &&
           text_read_number(&digits, INT_MAX, &pid) && strcmp(digits, ".tmp") == 0 &&
           pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static void remove_left_over(const char *path) {
    char folder_copy[PUBLISH_PATH], name_copy[PUBLISH_PATH];
    snprintf(folder_copy, sizeof folder_copy, "%s", path);
    snprintf(name_copy, sizeof name_copy, "%s", path);
    const char *folder_name = dirname(folder_copy), *name = basename(name_copy);
    DIR *folder = opendir(folder_name);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (is_left_over(entry->d_name, name))
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
}

bool publish_begin(const char *path, char unfinished[PUBLISH_PATH], failure_t *error) {
    if (!name_unfinished(path, unfinished, error))
        return false;
    remove_left_over(path);
    return true;
}

bool publish_finish(const char *path, const char *unfinished, failure_t *error) {
    int file = open(unfinished, O_RDONLY);
    bool synced = file >= 0 && fsync(file) == 0;
    if (!synced)
        system_error(error, path, "cannot be written", 0);
    if (file >= 0)
        close(file);
    bool published = synced && rename_finished(path, unfinished, 0, error);
    if (!published)
        unlink(unfinished);
    return published;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool publish_folder(const char *path, failure_t *error) {
    char part[PUBLISH_PATH];
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
