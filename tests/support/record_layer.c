/* record_layer.c - a shared library to be preloaded: it writes down, call by call, what a
 * program and its children change in a folder and what they sync. Of the tests alone.
 * Use: RECORD_FOLDER=/tmp/x RECORD_LOG=log LD_PRELOAD=record_layer.so program
 * A line a call that succeeded, of words between tabs:
 *   create INODE PATH             a file that was not there
 *   write INODE PATH OFFSET HEX   cut INODE PATH SIZE
 *   sync INODE PATH               of a folder, too
 *   rename FROM TO   exchange FROM TO   link FROM TO   unlink PATH   rmdir PATH
 *   mkdir PATH   symlink TARGET PATH
 * tests/tools/reorder_campaign.py reads it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    const char *where = getenv("RECORD_FOLDER"), *log = getenv("RECORD_LOG");
    if (!where || !realpath(where, folder))
        folder[0] = 0;
    if (log)
        log_file = (int)syscall(SYS_openat, AT_FDCWD, log,
                                O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static bool is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == 0);
}

static void name_of_file(int file, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
}

static void absolute(int at_folder, const char *name, char path[PATH_MAX]) {
    char base[PATH_MAX] = "";
    if (at_folder != AT_FDCWD && name[0] != '/')
        name_of_file(at_folder, base);
    else if (name[0] != '/' && !getcwd(base, sizeof base))
        base[0] = 0;
    while (strncmp(name, "./", 2) == 0)
        name += 2;
    int length = name[0] == '/' ? snprintf(path, PATH_MAX, "%s", name)
                                : snprintf(path, PATH_MAX, "%.2000s/%.2000s", base, name);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = 0;
}

static void put(const char *line, size_t length) {
    int saved = errno;
    if (log_file >= 0)
        (void)!syscall(SYS_write, log_file, line, length);
    errno = saved;
}

static void record(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void record(const char *format, ...) {
    char line[2 * PATH_MAX + 128];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    put(line, (size_t)length);
}

/* The inode of an open file below the folder, and its path; 0: it is none. */
static unsigned long inode_of(int file, char path[PATH_MAX]) {
    struct stat status;
    int saved = errno;
    name_of_file(file, path);
    char *deleted = strstr(path, " (deleted)");
    if (deleted)
        *deleted = 0;
    bool inside = is_below(path) && fstat(file, &status) == 0;
    errno = saved;
    return inside ? (unsigned long)status.st_ino : 0;
}

/* --- Files -------------------------------------------------------------------------- */

static int open_it(int at_folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat before;
    absolute(at_folder, name, path);
    if (!is_below(path) || !(flags & (O_CREAT | O_TRUNC)))
        return (int)syscall(SYS_openat, at_folder, name, flags, mode);
    pthread_mutex_lock(&lock);
    bool existed = stat(path, &before) == 0;
    int file = (int)syscall(SYS_openat, at_folder, name, flags, mode);
    unsigned long inode = file >= 0 ? inode_of(file, path) : 0;
    if (inode && !existed)
        record("create\t%lu\t%s\n", inode, path);
    else if (inode && (flags & O_TRUNC))
        record("cut\t%lu\t%s\t0\n", inode, path);
    pthread_mutex_unlock(&lock);
    return file;
}

#define WITH_MODE(flags, mode)                                                           \
    mode_t mode = 0;                                                                     \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                               \
        va_list more;                                                                    \
        va_start(more, flags);                                                           \
        (mode) = va_arg(more, mode_t);                                                   \
        va_end(more);                                                                    \
    }

int open(const char *name, int flags, ...) {
    WITH_MODE(flags, mode)
    return open_it(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    WITH_MODE(flags, mode)
    return open_it(AT_FDCWD, name, flags, mode);
}

int openat(int at_folder, const char *name, int flags, ...) {
    WITH_MODE(flags, mode)
    return open_it(at_folder, name, flags, mode);
}

static ssize_t write_it(int file, const void *bytes, size_t size, off_t offset) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    if (!inode)
        return offset < 0 ? syscall(SYS_write, file, bytes, size)
                          : syscall(SYS_pwrite64, file, bytes, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t result = offset < 0 ? syscall(SYS_write, file, bytes, size)
                                : syscall(SYS_pwrite64, file, bytes, size, offset);
    if (result > 0) {
        size_t length = (size_t)result;
        off_t at = offset < 0 ? lseek(file, 0, SEEK_CUR) - result : offset;
        char *line = malloc(PATH_MAX + 64 + 2 * length);
        if (!line)
            abort();
        int used = sprintf(line, "write\t%lu\t%s\t%lld\t", inode, path, (long long)at);
        char *end = line + used;
        for (size_t i = 0; i < length; i++)
            end += sprintf(end, "%02x", ((const unsigned char *)bytes)[i]);
        *end++ = '\n';
        put(line, (size_t)(end - line));
        free(line);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t write(int file, const void *bytes, size_t size) {
    return write_it(file, bytes, size, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return write_it(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    return write_it(file, bytes, size, offset);
}

int ftruncate(int file, off_t size) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && inode)
        record("cut\t%lu\t%s\t%lld\n", inode, path, (long long)size);
    return result;
}

int ftruncate64(int file, off64_t size) {
    return ftruncate(file, size);
}

static int sync_it(long number, int file) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    int result = (int)syscall(number, file);
    if (result == 0 && inode)
        record("sync\t%lu\t%s\n", inode, path);
    return result;
}

int fsync(int file) {
    return sync_it(SYS_fsync, file);
}

int fdatasync(int file) {
    return sync_it(SYS_fdatasync, file);
}

/* --- Names -------------------------------------------------------------------------- */

static int note(int result, const char *call, int at_folder, const char *first,
                const char *second) {
    char path[PATH_MAX], other[PATH_MAX] = "";
    absolute(at_folder, first, path);
    if (second)
        absolute(AT_FDCWD, second, other);
    if (result == 0 && (is_below(path) || is_below(other)))
        record("%s\t%s%s%s\n", call, path, second ? "\t" : "", other);
    return result;
}

int rename(const char *from, const char *to) {
    return note((int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), "rename",
                AT_FDCWD, from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned flags) {
    return note((int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags),
                flags & RENAME_EXCHANGE ? "exchange" : "rename", from_folder, from, to);
}

int link(const char *from, const char *to) {
    return note((int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), "link",
                AT_FDCWD, from, to);
}

int unlink(const char *name) {
    return note((int)syscall(SYS_unlinkat, AT_FDCWD, name, 0), "unlink", AT_FDCWD, name,
                NULL);
}

int unlinkat(int at_folder, const char *name, int flags) {
    return note((int)syscall(SYS_unlinkat, at_folder, name, flags),
                flags & AT_REMOVEDIR ? "rmdir" : "unlink", at_folder, name, NULL);
}

int rmdir(const char *name) {
    return note((int)syscall(SYS_unlinkat, AT_FDCWD, name, AT_REMOVEDIR), "rmdir",
                AT_FDCWD, name, NULL);
}

int mkdir(const char *name, mode_t mode) {
    return note((int)syscall(SYS_mkdirat, AT_FDCWD, name, mode), "mkdir", AT_FDCWD, name,
                NULL);
}

int symlink(const char *target, const char *name) {
    char path[PATH_MAX];
    int result = (int)syscall(SYS_symlinkat, target, AT_FDCWD, name);
    absolute(AT_FDCWD, name, path);
    if (result == 0 && is_below(path))
        record("symlink\t%s\t%s\n", target, path);
    return result;
}
