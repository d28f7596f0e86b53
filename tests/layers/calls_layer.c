#define _GNU_SOURCE
#include "tests/layers/calls_layer.h"
#include "tests/layers/open_mode.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char looked_at[PATH_MAX];

void layer_begin(const char *variable) {
    const char *where = getenv(variable);
    if (!where || !realpath(where, looked_at))
        looked_at[0] = 0;
}

int layer_open_log(const char *variable) {
    const char *log = getenv(variable);
    return !log ? -1
                : (int)syscall(SYS_openat, AT_FDCWD, log,
                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

/* --- Paths -------------------------------------------------------------------------- */

bool layer_is_below(const char *path) {
    size_t length = strlen(looked_at);
    return length > 0 && strncmp(path, looked_at, length) == 0 &&
           (path[length] == '/' || path[length] == 0);
}

bool layer_path_of(int file, char path[PATH_MAX]) {
    static const char removed[] = " (deleted)";
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    size_t rest = sizeof removed - 1;
    if (length > (ssize_t)rest && strcmp(path + length - rest, removed) == 0)
        path[length - (ssize_t)rest] = 0;
    return length > 0;
}

bool layer_absolute(int folder, const char *name, char path[PATH_MAX]) {
    char base[PATH_MAX] = "", whole[2 * PATH_MAX];
    path[0] = 0;
    if (name[0] != '/' &&
        (folder == AT_FDCWD ? !getcwd(base, sizeof base) : !layer_path_of(folder, base)))
        return false;
    while (strncmp(name, "./", 2) == 0)
        name += 2;
    int length = name[0] == '/' ? snprintf(whole, sizeof whole, "%s", name)
                                : snprintf(whole, sizeof whole, "%s/%s", base, name);
    if (length >= PATH_MAX)
        return false;
    while (length > 1 && whole[length - 1] == '/')
        whole[--length] = 0;
    memcpy(path, whole, (size_t)length + 1);
    return true;
}

/* --- Files -------------------------------------------------------------------------- */

int open(const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return layer_open(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return layer_open(AT_FDCWD, name, flags, mode);
}

int openat(int folder, const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return layer_open(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return layer_open(folder, name, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t size) {
    return layer_write(file, bytes, size, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return layer_write(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    return layer_write(file, bytes, size, offset);
}

int ftruncate(int file, off_t size) {
    return layer_cut(file, size);
}

int ftruncate64(int file, off64_t size) {
    return layer_cut(file, size);
}

int truncate(const char *path, off_t size) {
    int file = open(path, O_WRONLY);
    int result = file < 0 ? -1 : ftruncate(file, size);
    if (file >= 0 && close(file) != 0)
        result = -1;
    return result;
}

int truncate64(const char *path, off64_t size) {
    return truncate(path, size);
}

int fsync(int file) {
    return layer_sync(file, false);
}

int fdatasync(int file) {
    return layer_sync(file, true);
}

/* --- Names -------------------------------------------------------------------------- */

int renameat2(int folder, const char *path, int to_folder, const char *to,
              unsigned flags) {
    return layer_change_name(
        &(layer_name_t){.call = flags & RENAME_EXCHANGE ? "exchange" : "rename",
                        .folder = folder,
                        .path = path,
                        .to_folder = to_folder,
                        .to = to,
                        .number = SYS_renameat2,
                        .words = {folder, (long)path, to_folder, (long)to, (long)flags}});
}

int renameat(int folder, const char *path, int to_folder, const char *to) {
    return renameat2(folder, path, to_folder, to, 0);
}

int rename(const char *path, const char *to) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, to, 0);
}

int linkat(int folder, const char *path, int to_folder, const char *to, int flags) {
    return layer_change_name(
        &(layer_name_t){.call = "link",
                        .folder = folder,
                        .path = path,
                        .to_folder = to_folder,
                        .to = to,
                        .number = SYS_linkat,
                        .words = {folder, (long)path, to_folder, (long)to, flags}});
}

int link(const char *path, const char *to) {
    return linkat(AT_FDCWD, path, AT_FDCWD, to, 0);
}

int symlinkat(const char *text, int folder, const char *path) {
    return layer_change_name(&(layer_name_t){.call = "symlink",
                                             .folder = folder,
                                             .path = path,
                                             .text = text,
                                             .number = SYS_symlinkat,
                                             .words = {(long)text, folder, (long)path}});
}

int symlink(const char *text, const char *path) {
    return symlinkat(text, AT_FDCWD, path);
}

int unlinkat(int folder, const char *path, int flags) {
    return layer_change_name(
        &(layer_name_t){.call = flags & AT_REMOVEDIR ? "rmdir" : "unlink",
                        .folder = folder,
                        .path = path,
                        .number = SYS_unlinkat,
                        .words = {folder, (long)path, flags}});
}

int unlink(const char *path) {
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path) {
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return layer_change_name(&(layer_name_t){.call = "mkdir",
                                             .folder = folder,
                                             .path = path,
                                             .number = SYS_mkdirat,
                                             .words = {folder, (long)path, (long)mode}});
}

int mkdir(const char *path, mode_t mode) {
    return mkdirat(AT_FDCWD, path, mode);
}
