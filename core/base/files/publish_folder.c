#define _GNU_SOURCE /* renameat2, nftw */
#include "core/base/files/publish_folder.h"

#include "core/base/files/file.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNFINISHED ".tmp"

enum { DESCRIPTORS = 8 };

static bool exists(const char *path, failure_t *error) {
    return error_set(error, "%s: already exists and is not replaced: choose another name",
                     path);
}

/* --- Trees -------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *facts, int kind,
                      struct FTW *place) {
    (void)facts, (void)kind, (void)place;
    (void)remove(path);
    return 0;
}

void publish_folder_abandon(const char *unfinished) {
    (void)nftw(unfinished, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

static int sync_one(const char *path, const struct stat *facts, int kind,
                    struct FTW *place) {
    (void)facts, (void)kind, (void)place;
    int file = open(path, O_RDONLY);
    if (file < 0)
        return -1;
    bool synced =
        kind == FTW_DP ? publish_sync_names(file, path, NULL) : fsync(file) == 0;
    return close(file) == 0 && synced ? 0 : -1;
}

/* Removes unfinished folders whose processes no longer exist. */
static void sweep(const char *path) {
    char copy[FILE_PATH], name[FILE_PATH], left[2 * FILE_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(name, sizeof name, "%s", path);
    const char *folder = dirname(copy), *base = basename(name);
    size_t length = strlen(base);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        const char *other = entry->d_name;
        size_t size = strlen(other);
        if (strncmp(other, base, length) == 0 && other[length] == '.' &&
            size > strlen(UNFINISHED) &&
            strcmp(other + size - strlen(UNFINISHED), UNFINISHED) == 0 &&
            process_is_gone(other + length + 1)) {
            snprintf(left, sizeof left, "%s/%s", folder, other);
            publish_folder_abandon(left);
        }
    }
    if (open)
        closedir(open);
}

/* --- Publishing --------------------------------------------------------------------- */

bool publish_folder_begin(const char *path, char unfinished[FILE_PATH],
                          failure_t *error) {
    char plain[FILE_PATH];
    struct stat there;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (!file_path(plain, error, "%.*s", (int)length, path) ||
        !file_path(unfinished, error, "%s.%s" UNFINISHED, plain, process_name()))
        return false;
    if (lstat(path, &there) == 0)
        return exists(path, error);
    sweep(plain);
    return mkdir(unfinished, 0777) == 0 ||
           publish_failed(path, "cannot be created", 0, error);
}

/* Returns 0, or errno. */
static int take_name(const char *unfinished, const char *path) {
    struct stat there;
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, unfinished, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
#endif
    if (lstat(path, &there) == 0)
        return EEXIST;
    return rename(unfinished, path) == 0 ? 0 : errno;
}

bool publish_folder_finish(const char *unfinished, const char *path, failure_t *error) {
    char plain[FILE_PATH];
    snprintf(plain, sizeof plain, "%s", path);
    for (size_t end = strlen(plain); end > 1 && plain[end - 1] == '/'; end--)
        plain[end - 1] = 0;
    bool ok = nftw(unfinished, sync_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS) == 0 ||
              publish_failed(path, "cannot be written", 0, error);
    int reason = ok ? take_name(unfinished, plain) : 0;
    if (reason == EEXIST) {
        ok = exists(path, error);
    } else if (reason != 0) {
        errno = reason;
        ok = publish_failed(path, "cannot be renamed into place", 0, error);
    }
    if (ok)
        return publish_sync_name(plain, error);
    publish_folder_abandon(unfinished);
    return false;
}
