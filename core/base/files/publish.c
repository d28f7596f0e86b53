#define _GNU_SOURCE /* renameat2 */
#include "core/base/files/publish.h"

#include "core/base/files/file.h"
#include "core/base/files/process_name.h"

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
                         "%s: %s: the disk is full (%zu bytes to be written); free some "
                         "space and run the same command again",
                         path, what, size);
    return error_set(error, "%s: %s: %s", path, what, strerror(reason));
}

bool publish_sync_names(int folder, const char *path, failure_t *error) {
    bool is_done = fsync(folder) == 0 || errno == EINVAL || errno == EISDIR ||
                   errno == ENOSYS || errno == EOPNOTSUPP;
    return is_done || publish_failed(path, "its folder cannot be synced", 0, error);
}

/* Makes the new name itself durable; folders that cannot be read are skipped. */
bool publish_sync_name(const char *path, failure_t *error) {
    char copy[FILE_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (folder < 0)
        return errno == EACCES ||
               publish_failed(path, "its folder cannot be synced", 0, error);
    bool synced = publish_sync_names(folder, path, error);
    close(folder);
    return synced;
}

static bool name_unfinished(const char *path, char unfinished[FILE_PATH],
                            failure_t *error) {
    return file_path(unfinished, error, "%s.%s" UNFINISHED, path, process_name());
}

static void sweep_beside(const char *path) {
    char copy[FILE_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    (void)publish_sweep(dirname(copy));
}

bool publish_begin(const char *path, char unfinished[FILE_PATH], failure_t *error) {
    if (!name_unfinished(path, unfinished, error))
        return false;
    sweep_beside(path);
    int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return publish_failed(path, "cannot be created", 0, error);
    if (close(file) == 0)
        return true;
    publish_failed(path, "cannot be created", 0, error);
    unlink(unfinished);
    return false;
}

static bool rename_finished(const char *unfinished, const char *path, size_t size,
                            failure_t *error) {
    return rename(unfinished, path) == 0 ||
           publish_failed(path, "cannot be renamed into place", size, error);
}

static bool sync_finished(const char *unfinished, const char *path, failure_t *error) {
    int file = open(unfinished, O_RDWR);
    bool synced = file >= 0 && fsync(file) == 0;
    if (!synced)
        publish_failed(path, "cannot be written", 0, error);
    if (file >= 0 && close(file) != 0 && synced)
        synced = publish_failed(path, "cannot be written", 0, error);
    return synced;
}

bool publish_finish(const char *unfinished, const char *path, failure_t *error) {
    bool published = sync_finished(unfinished, path, error) &&
                     rename_finished(unfinished, path, 0, error);
    if (!published)
        unlink(unfinished);
    return published && publish_sync_name(path, error);
}

bool publish_finish_new(const char *unfinished, const char *path, failure_t *error) {
    bool exists = false;
    bool published = sync_finished(unfinished, path, error) &&
                     publish_new(unfinished, path, &exists, error);
    if (exists)
        published = error_set(error,
                              "%s: was created by another process meanwhile and is not "
                              "replaced",
                              path);
    if (!published)
        unlink(unfinished);
    return published;
}

bool publish_cannot_write(const char *unfinished, const char *path, failure_t *error) {
    static const char more[1 << 16] = "";
    int file = open(unfinished, O_WRONLY | O_APPEND);
    bool written = file >= 0 && file_write(file, more, sizeof more) && fsync(file) == 0;
    if (written)
        error_set(error, "%s: HDF5 could not write the file", path);
    else
        publish_failed(path, "cannot be written", sizeof more, error);
    if (file >= 0)
        close(file);
    return false;
}

/* Whether the file holds exactly the bytes. */
static bool reads_back(int file, const void *bytes, size_t size) {
    enum { PIECE = 1 << 16 };
    char piece[PIECE];
    const char *expected = bytes;
    for (size_t at = 0;;) {
        ssize_t got = pread(file, piece, sizeof piece, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 && at == size;
        if ((size_t)got > size - at || memcmp(piece, expected + at, (size_t)got) != 0)
            return false;
        at += (size_t)got;
    }
}

bool publish_write(const char *path, const void *bytes, size_t size,
                   char unfinished[FILE_PATH], failure_t *error) {
    if (!name_unfinished(path, unfinished, error))
        return false;
    int file = open(unfinished, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return publish_failed(path, "cannot be created", size, error);
    bool written = file_write(file, bytes, size) && fsync(file) == 0;
    if (!written)
        publish_failed(path, "cannot be written", size, error);
    else if (!reads_back(file, bytes, size))
        written = error_set(error, "%s: the data read back differs from the data written",
                            path);
    if (close(file) != 0 && written)
        written = publish_failed(path, "cannot be written", size, error);
    if (!written)
        unlink(unfinished);
    return written;
}

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error) {
    sweep_beside(path);
    return publish_again(path, bytes, size, error) && publish_sync_name(path, error);
}

bool publish_again(const char *path, const void *bytes, size_t size, failure_t *error) {
    char unfinished[FILE_PATH];
    if (!publish_write(path, bytes, size, unfinished, error))
        return false;
    bool renamed = rename_finished(unfinished, path, size, error);
    if (!renamed)
        unlink(unfinished);
    return renamed;
}

bool publish_once(const char *path, const char *text, char **other, failure_t *error) {
    char unfinished[FILE_PATH];
    bool exists = access(path, F_OK) == 0;
    *other = NULL;
    if (!exists) {
        sweep_beside(path);
        if (!publish_write(path, text, strlen(text), unfinished, error) ||
            !publish_new(unfinished, path, &exists, error))
            return false;
        if (!exists)
            return true;
        unlink(unfinished);
    }
    *other = file_read_text(path, error);
    if (!*other)
        return false;
    if (strcmp(*other, text) == 0) {
        free(*other);
        *other = NULL;
    }
    return true;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

/* Renames atomically if the final name does not exist: by a rename that does not replace,
 * or, if there is none (NFS), by a hard link, whose other name remains for a moment, and
 * for good after a crash in that moment. Returns 0, or errno. */
static int take_name(const char *unfinished, const char *path) {
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, unfinished, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno == EEXIST)
        return EEXIST;
#endif
    int reason = link(unfinished, path) == 0 ? 0 : errno;
    if (reason == EEXIST && is_same_file(unfinished, path))
        reason = 0; /* over NFS, the reply to a first attempt may have been lost */
    if (reason == 0)
        unlink(unfinished);
    if (reason == 0 || reason == EEXIST)
        return reason;
    bool cannot_link = reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS;
    if (!cannot_link)
        return reason;
    if (access(path, F_OK) == 0)
        return EEXIST;
    return rename(unfinished, path) == 0 ? 0 : errno;
}

bool publish_new(const char *unfinished, const char *path, bool *exists,
                 failure_t *error) {
    int reason = take_name(unfinished, path);
    *exists = reason == EEXIST;
    if (*exists)
        return true;
    errno = reason;
    if (reason == 0)
        return publish_sync_name(path, error);
    publish_failed(path, "cannot be renamed into place", 0, error);
    unlink(unfinished);
    return false;
}

bool publish_exchange(const char *unfinished, const char *path) {
#ifdef RENAME_EXCHANGE /* both names exist, whichever way a crash leaves them */
    if (renameat2(AT_FDCWD, unfinished, AT_FDCWD, path, RENAME_EXCHANGE) != 0)
        return false;
    (void)publish_sync_name(path, NULL);
    return true;
#else
    (void)unfinished, (void)path;
    return false;
#endif
}

/* Creates the folders of a path whose names end after its first `there` characters. Syncs
 * their names, and that of the last one even if another process created it, which may
 * have been killed since: what is synced inside a folder is lost with its name. */
static bool make_folders(const char *path, size_t there, bool syncs, failure_t *error) {
    char part[FILE_PATH];
    if (!file_path(part, error, "%s", path))
        return false;
    if (mkdir(part, 0777) == 0) /* suffices where all parents exist, the usual case */
        return !syncs || publish_sync_name(part, error);
    for (char *p = part + there; *p; p++)
        if (*p == '/' && p > part + there) {
            *p = 0;
            bool made = mkdir(part, 0777) == 0;
            if (!made && errno != EEXIST)
                return publish_failed(part, "the folder cannot be created", 0, error);
            if (made && syncs && !publish_sync_name(part, error))
                return false;
            *p = '/';
        }
    /* Another process may remove a folder while it is empty. */
    for (int left = 3; mkdir(part, 0777) != 0; left--) {
        if (errno == EEXIST && file_is_folder(part))
            break;
        if (left == 0 || errno != ENOENT)
            return publish_failed(part, "the folder cannot be created", 0, error);
    }
    return !syncs || publish_sync_name(part, error);
}

bool publish_folder(const char *path, failure_t *error) {
    return make_folders(path, 0, true, error);
}

bool publish_folder_below(const char *folder, const char *path, failure_t *error) {
    size_t length = strlen(folder);
    REQUIRE(strncmp(path, folder, length) == 0);
    return make_folders(path, length, false, error);
}

/* Whether the WRITER in "shard-000007.h5.WRITER.tmp" no longer exists. Its machine's name
 * may have dots, so the text after each dot is tried. */
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
    char path[FILE_PATH];
    file_names_t names;
    int swept = 0;
    (void)file_names_list(&names, folder);
    for (size_t i = 0; i < names.count; i++)
        if (was_left(names.of[i]) &&
            file_path(path, NULL, "%s/%s", folder, names.of[i]) && unlink(path) == 0)
            swept++;
    file_names_clear(&names);
    return swept;
}
