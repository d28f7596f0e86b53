/* fault_layer.c - a preloaded library that counts the calls by which a program changes
 * files, and fails one of them or ends the process there. For tests only.
 * Use: FAULT_FOLDER=/tmp/x FAULT_LOG=log LD_PRELOAD=fault_layer.so program
 *      FAULT_FOLDER=/tmp/x FAULT=eio:12 LD_PRELOAD=fault_layer.so program
 * FAULT_LOG gets a line per call: its name and file. FAULT=eio:12 fails the 12th. Counted
 * are the program's calls, not those of processes that it starts, on files below
 * FAULT_FOLDER: open for writing, mkdir, write, pwrite, ftruncate, fsync, fdatasync,
 * close (for reading, too), rename, link, symlink, unlink, rmdir. FAULT=KIND:N, from 1
 * on:
 *   eio     call N fails with EIO          (a close closes and then fails)
 *   eintr   call N fails with EINTR
 *   nosupp  call N fails with EOPNOTSUPP
 *   stop    the process gets SIGTERM before call N
 *   enospc  call N, and all later ones that need disk space, fail with ENOSPC
 *   short   call N, if it writes, writes half of its bytes
 *   kill    the process is killed before call N
 *   torn    the process is killed after call N; a write writes half
 *   power   the process is killed before call N, and every file below the folder is
 *           truncated to what was synced: names survive, unsynced data does not
 */
#define _GNU_SOURCE
#include "tests/layers/calls_layer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES = 1024, SHOWN = 4096 };

typedef enum {
    NONE,
    EIO_ONCE,
    ENOSPC_ON,
    SHORT,
    KILL,
    TORN,
    POWER,
    EINTR_ONCE,
    NOSUPP_ONCE,
    STOP
} fault_kind_t;

/* A changed file, and what of it is on the disk. */
typedef struct changed {
    dev_t device;
    ino_t inode;
    off_t synced;
    bool dirty;
    char path[PATH_MAX], other[PATH_MAX]; /* other: a hard link */
} changed_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static fault_kind_t kind;
static long at, calls;
static bool is_inside[FILES]; /* by descriptor */
static changed_t changed[FILES];
static int num_changed;

/* Stores the next function of that name in a function pointer. */
static void find_real(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {"",     "eio",   "enospc", "short",  "kill",
                                        "torn", "power", "eintr",  "nosupp", "stop"};
    const char *fault = getenv("FAULT");
    layer_begin("FAULT_FOLDER");
    log_file = layer_open_log("FAULT_LOG");
    for (int i = 1; fault && i < (int)(sizeof names / sizeof names[0]); i++)
        if (strncmp(fault, names[i], strlen(names[i])) == 0 &&
            fault[strlen(names[i])] == ':') {
            kind = (fault_kind_t)i;
            at = atol(fault + strlen(names[i]) + 1);
        }
    unsetenv("LD_PRELOAD"); /* not for children */
}

/* --- Synced data -------------------------------------------------------------------- */

static changed_t *find(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    for (int i = 0; i < num_changed; i++)
        if (changed[i].inode == status.st_ino && changed[i].device == status.st_dev)
            return &changed[i];
    if (num_changed == FILES)
        return NULL;
    changed_t *one = &changed[num_changed++];
    *one = (changed_t){
        .device = status.st_dev, .inode = status.st_ino, .synced = status.st_size};
    (void)layer_path_of(file, one->path);
    return one;
}

static void note_change(int file) {
    changed_t *one = find(file);
    if (one)
        one->dirty = true;
}

static void note_sync(int file) {
    struct stat status;
    changed_t *one = find(file);
    if (one && fstat(file, &status) == 0) {
        one->synced = status.st_size;
        one->dirty = false;
    }
}

static void note_name(const char *from, const char *to, bool is_link) {
    for (int i = 0; i < num_changed; i++)
        if (strcmp(changed[i].path, from) == 0)
            snprintf(is_link ? changed[i].other : changed[i].path, PATH_MAX, "%s", to);
}

static void lose_unsynced(void) {
    for (int i = 0; i < num_changed; i++) {
        struct stat status;
        const char *paths[] = {changed[i].path, changed[i].other};
        for (int p = 0; p < 2 && changed[i].dirty; p++)
            if (stat(paths[p], &status) == 0 && status.st_ino == changed[i].inode &&
                status.st_size > changed[i].synced)
                (void)syscall(SYS_truncate, paths[p], changed[i].synced);
    }
}

/* --- The fault ---------------------------------------------------------------------- */

static void end_now(void) {
    (void)syscall(SYS_kill, getpid(), SIGKILL);
    for (;;)
        pause();
}

typedef enum { GOES_ON, FAILS, HALF, ENDS_AFTER } fate_t;

static void write_log(const char *call, const char *path) {
    char line[SHOWN];
    int length = snprintf(line, sizeof line, "%s %.2000s\n", call, path);
    if (log_file >= 0)
        (void)!syscall(SYS_write, log_file, line, (size_t)length);
}

/* Called with the lock held. takes_room: fails on a full disk; is_write: can be short. */
static fate_t fate_of(const char *call, const char *path, bool takes_room,
                      bool is_write) {
    const long number = ++calls;
    write_log(call, path);
    if (kind == ENOSPC_ON && number >= at && takes_room) {
        errno = ENOSPC;
        return FAILS;
    }
    if (kind == NONE || number != at)
        return GOES_ON;
    switch (kind) {
    case EIO_ONCE:
        errno = EIO;
        return FAILS;
    case EINTR_ONCE:
        errno = EINTR;
        return FAILS;
    case NOSUPP_ONCE:
        errno = EOPNOTSUPP;
        return FAILS;
    case STOP:
        (void)raise(SIGTERM);
        break;
    case SHORT:
        return is_write ? HALF : GOES_ON;
    case POWER:
        lose_unsynced();
        end_now();
        break;
    case KILL:
        end_now();
        break;
    case TORN:
        return is_write ? HALF : ENDS_AFTER;
    case NONE:
    case ENOSPC_ON:
        break;
    }
    return GOES_ON;
}

static fate_t fate_of_file(const char *call, int file, bool takes_room, bool is_write) {
    char path[PATH_MAX] = "";
    if (file < 0 || file >= FILES || !is_inside[file] || !layer_path_of(file, path))
        return GOES_ON;
    return fate_of(call, path, takes_room, is_write);
}

static fate_t fate_of_path(const char *call, const char *path, bool takes_room) {
    return layer_is_below(path) ? fate_of(call, path, takes_room, false) : GOES_ON;
}

static void end_after(fate_t fate) {
    if (fate == ENDS_AFTER || (fate == HALF && kind == TORN))
        end_now();
}

/* --- Opening and closing ------------------------------------------------------------ */

int layer_open(int at_folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    bool below = layer_absolute(at_folder, name, path) && layer_is_below(path);
    bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
    pthread_mutex_lock(&lock);
    fate_t fate =
        below && writes ? fate_of("open", path, (flags & O_CREAT) != 0, false) : GOES_ON;
    int reason = errno;
    int file =
        fate == FAILS ? -1 : (int)syscall(SYS_openat, at_folder, name, flags, mode);
    if (fate == FAILS)
        errno = reason;
    if (file >= 0 && file < FILES) {
        is_inside[file] = below && (flags & O_DIRECTORY) == 0;
        if (below && writes && (flags & O_TRUNC))
            note_change(file);
    }
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return file;
}

int close(int file) {
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file("close", file, false, false);
    int reason = errno;
    if (file >= 0 && file < FILES)
        is_inside[file] = false;
    int result = (int)syscall(SYS_close, file);
    if (fate == FAILS) {
        errno = reason;
        result = -1;
    }
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

FILE *fopen(const char *name, const char *how) {
    FILE *(*real_fopen)(const char *, const char *);
    find_real("fopen", &real_fopen, sizeof real_fopen);
    FILE *file = real_fopen(name, how);
    char path[PATH_MAX];
    if (file && fileno(file) < FILES)
        is_inside[fileno(file)] =
            layer_absolute(AT_FDCWD, name, path) && layer_is_below(path);
    return file;
}

int fclose(FILE *file) {
    int number = fileno(file);
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file("close", number, false, false);
    int reason = errno;
    if (number >= 0 && number < FILES)
        is_inside[number] = false;
    pthread_mutex_unlock(&lock);
    int (*real_fclose)(FILE *);
    find_real("fclose", &real_fclose, sizeof real_fclose);
    int result = real_fclose(file);
    if (fate == FAILS) {
        errno = reason;
        result = EOF;
    }
    end_after(fate);
    return result;
}

/* --- Writing ------------------------------------------------------------------------ */

ssize_t layer_write(int file, const void *bytes, size_t size, off_t offset) {
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file(offset < 0 ? "write" : "pwrite", file, true, true);
    ssize_t result = -1;
    if (fate == HALF && size > 1)
        size /= 2;
    if (fate != FAILS) {
        result = offset < 0 ? syscall(SYS_write, file, bytes, size)
                            : syscall(SYS_pwrite64, file, bytes, size, offset);
        int reason = errno;
        if (file >= 0 && file < FILES && is_inside[file])
            note_change(file);
        errno = reason;
    }
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

int layer_cut(int file, off_t size) {
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file("ftruncate", file, false, false);
    int result = fate == FAILS ? -1 : (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && file < FILES && is_inside[file])
        note_change(file);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

int layer_sync(int file, bool only_data) {
    pthread_mutex_lock(&lock);
    char path[PATH_MAX];
    bool below = layer_path_of(file, path) && layer_is_below(path);
    fate_t fate =
        below ? fate_of(only_data ? "fdatasync" : "fsync", path, false, false) : GOES_ON;
    int result =
        fate == FAILS ? -1 : (int)syscall(only_data ? SYS_fdatasync : SYS_fsync, file);
    if (result == 0 && below)
        note_sync(file);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

/* --- Names -------------------------------------------------------------------------- */

int layer_change_name(const layer_name_t *call) {
    static const char taking[] = " link symlink mkdir ";
    const long *words = call->words;
    char path[PATH_MAX], second[PATH_MAX];
    pthread_mutex_lock(&lock);
    (void)layer_absolute(call->folder, call->path, path);
    fate_t fate = fate_of_path(call->call, path, strstr(taking, call->call) != NULL);
    int result = fate == FAILS ? -1
                               : (int)syscall(call->number, words[0], words[1], words[2],
                                              words[3], words[4]);
    if (result == 0 && call->to && layer_absolute(call->to_folder, call->to, second))
        note_name(path, second, call->number == SYS_linkat);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}
