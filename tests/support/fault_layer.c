/* fault_layer.c - a shared library to be preloaded: it counts the calls by which a
 * program changes files, and fails one of them or ends the process at it. Of the tests
 * alone.
 * Use: FAULT_FOLDER=/tmp/x FAULT_LOG=log LD_PRELOAD=fault_layer.so program
 *      FAULT_FOLDER=/tmp/x FAULT=eio:12 LD_PRELOAD=fault_layer.so program
 * FAULT_LOG gets a line a call; FAULT=eio:12 fails the 12th.
 * Counted are calls about files below FAULT_FOLDER: open for writing, mkdir, write,
 * pwrite, ftruncate, truncate, fsync, fdatasync, close (for reading, too), rename, link,
 * unlink, rmdir. FAULT=KIND:N, from 1 on:
 *   eio     call N fails with EIO          (a close closes and then fails)
 *   eintr   call N fails with EINTR
 *   nosupp  call N fails with EOPNOTSUPP
 *   enospc  call N, and all later ones that take room, fail with ENOSPC
 *   short   call N, where it writes, writes half of what it was given
 *   kill    the process is killed before call N
 *   torn    the process is killed after call N; a write writes half
 *   power   the process is killed before call N, and every file below the folder is cut
 *           to what had been synced of it: names last, data does not
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
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
    NOSUPP_ONCE
} fault_kind_t;

/* A file that was changed: what of it is on the disk. */
typedef struct changed {
    dev_t device;
    ino_t inode;
    off_t synced;
    bool dirty;
    char path[PATH_MAX], other[PATH_MAX]; /* other: by a hard link */
} changed_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int log_file = -1;
static fault_kind_t kind;
static long at, calls;
static bool is_inside[FILES]; /* by descriptor */
static changed_t changed[FILES];
static int num_changed;

/* The next function of a name, into a pointer to one. */
static void find_real(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {"",     "eio",   "enospc", "short", "kill",
                                        "torn", "power", "eintr",  "nosupp"};
    const char *where = getenv("FAULT_FOLDER"), *log = getenv("FAULT_LOG");
    const char *fault = getenv("FAULT");
    if (!where || !realpath(where, folder))
        folder[0] = 0;
    if (log)
        log_file =
            (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    for (int i = 1; fault && i < (int)(sizeof names / sizeof names[0]); i++)
        if (strncmp(fault, names[i], strlen(names[i])) == 0 &&
            fault[strlen(names[i])] == ':') {
            kind = (fault_kind_t)i;
            at = atol(fault + strlen(names[i]) + 1);
        }
    unsetenv("LD_PRELOAD"); /* children are not meant */
}

/* --- Paths -------------------------------------------------------------------------- */

static bool is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == 0);
}

/* The absolute path of a name that need not be there. */
static bool absolute(int at_folder, const char *name, char path[PATH_MAX]) {
    char link[64], base[PATH_MAX], whole[2 * PATH_MAX];
    if (name[0] == '/')
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
    snprintf(link, sizeof link, "/proc/self/fd/%d", at_folder);
    ssize_t length = at_folder == AT_FDCWD ? -1 : readlink(link, base, sizeof base - 1);
    if (at_folder == AT_FDCWD) {
        if (!getcwd(base, sizeof base))
            return false;
    } else if (length > 0) {
        base[length] = 0;
    } else {
        return false;
    }
    while (strncmp(name, "./", 2) == 0)
        name += 2;
    snprintf(whole, sizeof whole, "%s/%s", base, name);
    return snprintf(path, PATH_MAX, "%.*s", PATH_MAX - 1, whole) < PATH_MAX;
}

static bool path_of(int file, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length > 0)
        path[length] = 0;
    return length > 0;
}

/* --- What is on the disk ------------------------------------------------------------ */

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
    (void)path_of(file, one->path);
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

/* Called with the lock. takes_room: a full disk stops it; is_write: it can be cut in two.
 */
static fate_t fate_of(const char *call, const char *path, bool takes_room,
                      bool is_write) {
    calls++;
    write_log(call, path);
    if (kind == ENOSPC_ON && calls >= at && takes_room) {
        errno = ENOSPC;
        return FAILS;
    }
    if (kind == NONE || calls != at)
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
    if (file < 0 || file >= FILES || !is_inside[file] || !path_of(file, path))
        return GOES_ON;
    return fate_of(call, path, takes_room, is_write);
}

static fate_t fate_of_path(const char *call, const char *path, bool takes_room) {
    return is_below(path) ? fate_of(call, path, takes_room, false) : GOES_ON;
}

static void end_after(fate_t fate) {
    if (fate == ENDS_AFTER || (fate == HALF && kind == TORN))
        end_now();
}

/* --- Opening and closing ------------------------------------------------------------ */

static int open_it(int at_folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    bool below = absolute(at_folder, name, path) && is_below(path);
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
        is_inside[fileno(file)] = absolute(AT_FDCWD, name, path) && is_below(path);
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

static ssize_t write_it(const char *call, int file, const void *bytes, size_t size,
                        off_t offset) {
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file(call, file, true, true);
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

ssize_t write(int file, const void *bytes, size_t size) {
    return write_it("write", file, bytes, size, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return write_it("pwrite", file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    return write_it("pwrite", file, bytes, size, offset);
}

static int cut_it(int file, off_t size) {
    pthread_mutex_lock(&lock);
    fate_t fate = fate_of_file("ftruncate", file, false, false);
    int result = fate == FAILS ? -1 : (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && file < FILES && is_inside[file])
        note_change(file);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int file, off_t size) {
    return cut_it(file, size);
}

int ftruncate64(int file, off64_t size) {
    return cut_it(file, size);
}

static int sync_it(const char *call, long number, int file) {
    pthread_mutex_lock(&lock);
    char path[PATH_MAX] = "";
    bool below = path_of(file, path) && is_below(path);
    fate_t fate = below ? fate_of(call, path, false, false) : GOES_ON;
    int result = fate == FAILS ? -1 : (int)syscall(number, file);
    if (result == 0 && below)
        note_sync(file);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int file) {
    return sync_it("fsync", SYS_fsync, file);
}

int fdatasync(int file) {
    return sync_it("fdatasync", SYS_fdatasync, file);
}

/* --- Names -------------------------------------------------------------------------- */

/* A call about a path, and perhaps another one. */
static int name_it(const char *call, int at_folder, const char *name, const char *to,
                   bool takes_room, long number, long a, long b, long c, long d, long e) {
    char path[PATH_MAX] = "", second[PATH_MAX] = "";
    pthread_mutex_lock(&lock);
    (void)absolute(at_folder, name, path);
    fate_t fate = fate_of_path(call, path, takes_room);
    int result = fate == FAILS ? -1 : (int)syscall(number, a, b, c, d, e);
    if (result == 0 && to && absolute(AT_FDCWD, to, second))
        note_name(path, second, number == SYS_linkat);
    end_after(fate);
    pthread_mutex_unlock(&lock);
    return result;
}

int rename(const char *from, const char *to) {
    return name_it("rename", AT_FDCWD, from, to, false, SYS_renameat2, AT_FDCWD,
                   (long)from, AT_FDCWD, (long)to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned flags) {
    return name_it("renameat2", from_folder, from, to, false, SYS_renameat2, from_folder,
                   (long)from, to_folder, (long)to, (long)flags);
}

int link(const char *from, const char *to) {
    return name_it("link", AT_FDCWD, from, to, true, SYS_linkat, AT_FDCWD, (long)from,
                   AT_FDCWD, (long)to, 0);
}

int unlink(const char *name) {
    return name_it("unlink", AT_FDCWD, name, NULL, false, SYS_unlinkat, AT_FDCWD,
                   (long)name, 0, 0, 0);
}

int unlinkat(int at_folder, const char *name, int flags) {
    return name_it("unlink", at_folder, name, NULL, false, SYS_unlinkat, at_folder,
                   (long)name, flags, 0, 0);
}

int rmdir(const char *name) {
    return name_it("rmdir", AT_FDCWD, name, NULL, false, SYS_unlinkat, AT_FDCWD,
                   (long)name, AT_REMOVEDIR, 0, 0);
}

int mkdir(const char *name, mode_t mode) {
    return name_it("mkdir", AT_FDCWD, name, NULL, true, SYS_mkdirat, AT_FDCWD, (long)name,
                   (long)mode, 0, 0);
}

int truncate(const char *name, off_t size) {
    return name_it("truncate", AT_FDCWD, name, NULL, false, SYS_truncate, (long)name,
                   size, 0, 0, 0);
}

int truncate64(const char *name, off64_t size) {
    return truncate(name, size);
}
