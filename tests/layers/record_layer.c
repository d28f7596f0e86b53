/* record_layer.c - a preloaded library that logs, call by call, what a program and its
 * children change in a folder and what they sync. For tests only.
 * Use: RECORD_FOLDER=/tmp/x RECORD_LOG=log LD_PRELOAD=record_layer.so program
 * One line per successful call, tab-separated:
 *   create INODE PATH             a new file
 *   write INODE PATH OFFSET HEX   cut INODE PATH SIZE
 *   sync INODE PATH               of a folder, too
 *   rename FROM TO   exchange FROM TO   link FROM TO   unlink PATH   rmdir PATH
 *   mkdir PATH   symlink TARGET PATH
 * tests/tools/reorder_campaign.py reads it. */
#define _GNU_SOURCE
#include "tests/layers/calls_layer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    layer_begin("RECORD_FOLDER");
    log_file = layer_open_log("RECORD_LOG");
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

/* The inode and path of an open file below the folder; 0 for others. */
static unsigned long inode_of(int file, char path[PATH_MAX]) {
    struct stat status;
    int saved = errno;
    bool inside =
        layer_path_of(file, path) && layer_is_below(path) && fstat(file, &status) == 0;
    errno = saved;
    return inside ? (unsigned long)status.st_ino : 0;
}

int layer_open(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat before;
    if (!layer_absolute(folder, name, path) || !layer_is_below(path) ||
        !(flags & (O_CREAT | O_TRUNC)))
        return (int)syscall(SYS_openat, folder, name, flags, mode);
    pthread_mutex_lock(&lock);
    bool existed = stat(path, &before) == 0;
    int file = (int)syscall(SYS_openat, folder, name, flags, mode);
    unsigned long inode = file >= 0 ? inode_of(file, path) : 0;
    if (inode && !existed)
        record("create\t%lu\t%s\n", inode, path);
    else if (inode && (flags & O_TRUNC))
        record("cut\t%lu\t%s\t0\n", inode, path);
    pthread_mutex_unlock(&lock);
    return file;
}

static ssize_t write_it(int file, const void *bytes, size_t size, off_t offset) {
    return offset < 0 ? syscall(SYS_write, file, bytes, size)
                      : syscall(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t layer_write(int file, const void *bytes, size_t size, off_t offset) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    if (!inode)
        return write_it(file, bytes, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t result = write_it(file, bytes, size, offset);
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

int layer_cut(int file, off_t size) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && inode)
        record("cut\t%lu\t%s\t%lld\n", inode, path, (long long)size);
    return result;
}

int layer_sync(int file, bool only_data) {
    char path[PATH_MAX];
    unsigned long inode = inode_of(file, path);
    int result = (int)syscall(only_data ? SYS_fdatasync : SYS_fsync, file);
    if (result == 0 && inode)
        record("sync\t%lu\t%s\n", inode, path);
    return result;
}

int layer_change_name(const layer_name_t *call) {
    const long *words = call->words;
    char path[PATH_MAX], other[PATH_MAX] = "";
    int result =
        (int)syscall(call->number, words[0], words[1], words[2], words[3], words[4]);
    int saved = errno;
    (void)layer_absolute(call->folder, call->path, path);
    if (call->to)
        (void)layer_absolute(call->to_folder, call->to, other);
    if (result == 0 && (layer_is_below(path) || layer_is_below(other))) {
        if (call->text)
            record("%s\t%s\t%s\n", call->call, call->text, path);
        else
            record("%s\t%s%s%s\n", call->call, path, call->to ? "\t" : "", other);
    }
    errno = saved;
    return result;
}
