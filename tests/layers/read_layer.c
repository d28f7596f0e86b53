/* read_layer.c - a preloaded library that counts the calls by which a program reads files
 * and folders below FAULT_FOLDER, and fails one of them with EIO or READ_ERRNO
 * (place_layer.h), or all those named READ_CALL. For tests only.
 * Counted are the program's own calls, not those of its libraries: open for reading,
 * fopen, fdopen, opendir, readdir, scandir, read, pread, fread, fseeko, stat, fstat,
 * access, realpath, statvfs, getcwd and socket pairs to children; and anyone's flock. */
#define _GNU_SOURCE
#include "tests/layers/open_mode.h"
#include "tests/layers/place_layer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static char folder[PATH_MAX];
static const char *all = ""; /* calls of this name fail */
static int reason = EIO;

__attribute__((constructor)) static void begin(void) {
    const char *where = getenv("FAULT_FOLDER");
    const char *number = getenv("READ_ERRNO");
    snprintf(folder, sizeof folder, "%s", where ? where : "");
    if (number)
        reason = atoi(number);
    if (getenv("READ_CALL"))
        all = getenv("READ_CALL");
}

/* Whether the caller is the program itself. */
static bool is_own(const void *caller) {
    Dl_info about;
    return dladdr(caller, &about) && about.dli_fname && !strstr(about.dli_fname, ".so");
}

static bool is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && (path[0] != '/' || strncmp(path, folder, length) == 0);
}

static bool is_inside(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return length > 0 && path[0] == '/' && is_below(path);
}

static bool fails(const char *name) {
    bool failed = place_fails(name) || strcmp(name, all) == 0;
    if (failed)
        errno = reason;
    return failed;
}

#define OWN is_own(__builtin_return_address(0))
/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define REAL(type, name, parameters)                                                     \
    static type(*real) parameters;                                                       \
    if (!real)                                                                           \
    place_find(#name, &real, sizeof real)
/* NOLINTEND(bugprone-macro-parentheses) */

/* --- Opening ------------------------------------------------------------------------ */

static int open_it(bool own, int at, const char *name, int flags, mode_t mode) {
    bool reads = (flags & O_ACCMODE) == O_RDONLY && (flags & O_CREAT) == 0;
    if (own && reads && is_below(name) && fails("open"))
        return -1;
    return (int)syscall(SYS_openat, at, name, flags, mode);
}

int open(const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return open_it(OWN, AT_FDCWD, name, flags, mode);
}

int openat(int at, const char *name, int flags, ...) {
    OPEN_MODE(flags, mode)
    return open_it(OWN, at, name, flags, mode);
}

FILE *fopen(const char *name, const char *how) {
    REAL(FILE *, fopen, (const char *, const char *));
    return OWN && how[0] == 'r' && is_below(name) && fails("fopen") ? NULL
                                                                    : real(name, how);
}

FILE *fdopen(int file, const char *how) {
    REAL(FILE *, fdopen, (int, const char *));
    return OWN && is_inside(file) && fails("fdopen") ? NULL : real(file, how);
}

DIR *opendir(const char *name) {
    REAL(DIR *, opendir, (const char *));
    return OWN && is_below(name) && fails("opendir") ? NULL : real(name);
}

struct dirent *readdir(DIR *open) {
    REAL(struct dirent *, readdir, (DIR *));
    return OWN && is_inside(dirfd(open)) && fails("readdir") ? NULL : real(open);
}

int scandir(const char *name, struct dirent ***list, int (*want)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **)) {
    REAL(int, scandir,
         (const char *, struct dirent ***, int (*)(const struct dirent *),
          int (*)(const struct dirent **, const struct dirent **)));
    return OWN && is_below(name) && fails("scandir") ? -1 : real(name, list, want, order);
}

/* --- Reading ------------------------------------------------------------------------ */

ssize_t read(int file, void *bytes, size_t size) {
    if (OWN && is_inside(file) && fails("read"))
        return -1;
    return syscall(SYS_read, file, bytes, size);
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    if (OWN && is_inside(file) && fails("pread"))
        return -1;
    return syscall(SYS_pread64, file, bytes, size, offset);
}

int flock(int file, int operation) {
    REAL(int, flock, (int, int));
    return is_inside(file) && fails("flock") ? -1 : real(file, operation);
}

/* Makes the library's own read fail: a folder cannot be read. */
size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
    REAL(size_t, fread, (void *, size_t, size_t, FILE *));
    if (OWN && is_inside(fileno(file)) && fails("fread")) {
        int nothing = (int)syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY, 0);
        (void)dup2(nothing, fileno(file));
        (void)syscall(SYS_close, nothing);
    }
    return real(bytes, size, count, file);
}

int fseeko(FILE *file, off_t offset, int from) {
    REAL(int, fseeko, (FILE *, off_t, int));
    return OWN && is_inside(fileno(file)) && fails("fseeko") ? -1
                                                             : real(file, offset, from);
}

/* --- Attributes --------------------------------------------------------------------- */

int stat(const char *name, struct stat *status) {
    REAL(int, stat, (const char *, struct stat *));
    return OWN && is_below(name) && fails("stat") ? -1 : real(name, status);
}

int fstat(int file, struct stat *status) {
    REAL(int, fstat, (int, struct stat *));
    return OWN && is_inside(file) && fails("fstat") ? -1 : real(file, status);
}

int access(const char *name, int how) {
    REAL(int, access, (const char *, int));
    return OWN && is_below(name) && fails("access") ? -1 : real(name, how);
}

char *realpath(const char *name, char *resolved) {
    REAL(char *, realpath, (const char *, char *));
    return OWN && is_below(name) && fails("realpath") ? NULL : real(name, resolved);
}

int statvfs(const char *name, struct statvfs *status) {
    REAL(int, statvfs, (const char *, struct statvfs *));
    return OWN && is_below(name) && fails("statvfs") ? -1 : real(name, status);
}

char *getcwd(char *path, size_t size) {
    REAL(char *, getcwd, (char *, size_t));
    return OWN && fails("getcwd") ? NULL : real(path, size);
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
    REAL(int, socketpair, (int, int, int, int *));
    return OWN && fails("socketpair") ? -1 : real(domain, type, protocol, ends);
}
