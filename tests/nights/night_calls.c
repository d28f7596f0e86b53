/* Simulated system calls: the linker redirects the program's calls here (--wrap). Outside
 * of a simulated process they go to the real system. */
#define _GNU_SOURCE /* RENAME_EXCHANGE */
#include "core/base/error.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
#define WRAP(result, name, ...)                                                          \
    result __real_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__)

static world_t *world(void) {
    return process_world(process_now());
}

static int node(void) {
    return process_node(process_now());
}

static double now(void) {
    return world_now(world());
}

static int fails(int reason) {
    errno = reason;
    return -1;
}

/* Takes a call's time: usually little, sometimes much, and now and then the server hangs.
 * False if the process has been killed meanwhile, or the call fails. */
static bool begin(const char *call, const char *path) {
    process_t *process = process_now();
    if (!process_is_killed(process)) {
        const world_traits_t *traits = world_traits(world());
        double seconds = traits->call_s * world_real(world(), 0, 2);
        if (world_chance(world(), 100) == 0)
            seconds *= 100;
        if (world_chance(world(), 20000) == 0)
            seconds += 60;
        if (traits->on_call)
            seconds += traits->on_call(traits->context, call, path);
        if (traits->hangs_until[node()] > now())
            seconds += traits->hangs_until[node()] - now();
        process_sleep(seconds);
    }
    if (process_is_killed(process)) {
        errno = EIO;
        return false;
    }
    uint32_t share = world_traits(world())->one_fails_in;
    if (share > 0 && world_chance(world(), share) == 0) {
        world_log(world(), "a call fails");
        errno = EIO;
        return false;
    }
    return true;
}

/* The same for a call that needs disk space. */
static bool begin_taking_room(const char *call, const char *path) {
    if (!begin(call, path))
        return false;
    if (!world_traits(world())->disk_is_full)
        return true;
    errno = ENOSPC;
    return false;
}

static int done(int reason) {
    return reason == 0 ? 0 : fails(reason);
}

/* --- Opening and closing ------------------------------------------------------------ */

static int open_path(const char *path, int flags, const char *call) {
    inode_t *inode;
    int how = (flags & O_CREAT ? DISK_CREATE : 0) |
              (flags & O_EXCL ? DISK_EXCLUSIVE : 0) | (flags & O_TRUNC ? DISK_CUT : 0);
    if (!(flags & O_CREAT ? begin_taking_room("create", path) : begin(call, path)))
        return -1;
    int reason = disk_open(world_disk(world()), node(), path, how, now(), &inode);
    world_log(world(), "open %s%s: %s", path, flags & O_CREAT ? " (new)" : "",
              reason == 0 ? "done" : strerror(reason));
    if (reason != 0)
        return fails(reason);
    if (inode->is_folder && (flags & O_ACCMODE) != O_RDONLY)
        return fails(EISDIR);
    if (!inode->is_folder && (flags & O_DIRECTORY))
        return fails(ENOTDIR);
    return process_open(inode, path, (flags & O_APPEND) != 0);
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    return process_now() ? open_path(path, flags, "open")
                         : __real_open(path, flags, 0666);
}

WRAP(int, close, int number) {
    open_file_t *file = process_now() ? process_file(number) : NULL;
    if (!file)
        return __real_close(number);
    inode_t *inode = file->inode;
    file->inode = NULL;
    if (!begin("close", file->path))
        return -1;
    disk_close(world_disk(world()), node(), inode);
    return 0;
}

/* --- Contents ----------------------------------------------------------------------- */

/* The file of a descriptor, after the call's time; NULL, with errno, if the process was
 * killed or the file is gone because another node removed its last name. */
static open_file_t *begin_at(int number, const char *call, bool takes_room) {
    open_file_t *file = process_file(number);
    const char *path = file ? file->path : "";
    if (!(takes_room ? begin_taking_room(call, path) : begin(call, path)))
        return NULL;
    const inode_t *inode = file ? file->inode : NULL;
    if (inode && inode->names == 0 && inode->unlinked_by != node()) {
        errno = ESTALE;
        return NULL;
    }
    if (!file)
        errno = EBADF;
    return file;
}

static ssize_t read_at(int number, void *bytes, size_t size, off_t offset) {
    open_file_t *file = begin_at(number, "read", false);
    if (!file)
        return -1;
    const image_t *image = disk_image(file->inode, node());
    size_t from = offset < 0 ? file->offset : (size_t)offset;
    size_t left = from < image->size ? image->size - from : 0;
    size_t got = size < left ? size : left;
    if (got > 0)
        memcpy(bytes, image->bytes + from, got);
    if (offset < 0)
        file->offset += got;
    return (ssize_t)got;
}

static ssize_t write_at(int number, const void *bytes, size_t size, off_t offset) {
    open_file_t *file = begin_at(number, "write", true);
    if (!file)
        return -1;
    /* A short write, which every caller must handle. */
    if (size > 1 && world_chance(world(), 200) == 0)
        size /= 2;
    size_t at = file->appends ? disk_image(file->inode, node())->size
                : offset < 0  ? file->offset
                              : (size_t)offset;
    disk_write(world_disk(world()), node(), file->inode, at, bytes, size, now());
    file->offset = at + size;
    world_log(world(), "write %zu bytes at %zu of %s", size, at, file->path);
    return (ssize_t)size;
}

WRAP(ssize_t, read, int number, void *bytes, size_t size) {
    return process_now() ? read_at(number, bytes, size, -1)
                         : __real_read(number, bytes, size);
}

WRAP(ssize_t, pread, int number, void *bytes, size_t size, off_t offset) {
    return process_now() ? read_at(number, bytes, size, offset)
                         : __real_pread(number, bytes, size, offset);
}

WRAP(ssize_t, write, int number, const void *bytes, size_t size) {
    return process_now() && number >= PROCESS_FILES ? write_at(number, bytes, size, -1)
                                                    : __real_write(number, bytes, size);
}

WRAP(ssize_t, pwrite, int number, const void *bytes, size_t size, off_t offset) {
    return process_now() ? write_at(number, bytes, size, offset)
                         : __real_pwrite(number, bytes, size, offset);
}

WRAP(off_t, lseek, int number, off_t offset, int whence) {
    open_file_t *file = process_now() ? process_file(number) : NULL;
    if (!file)
        return __real_lseek(number, offset, whence);
    size_t size = disk_image(file->inode, node())->size;
    off_t from = whence == SEEK_SET   ? 0
                 : whence == SEEK_CUR ? (off_t)file->offset
                                      : (off_t)size;
    file->offset = (size_t)(from + offset);
    return from + offset;
}

WRAP(int, ftruncate, int number, off_t size) {
    if (!process_now())
        return __real_ftruncate(number, size);
    open_file_t *file = begin_at(number, "cut", false);
    if (!file)
        return -1;
    disk_cut(world_disk(world()), node(), file->inode, (size_t)size, now());
    return 0;
}

static int sync_file(int number) {
    const open_file_t *open = process_file(number);
    const bool is_folder = open && open->inode->is_folder;
    open_file_t *file = begin_at(number, is_folder ? "sync folder" : "sync", false);
    if (!file)
        return -1;
    plant_t plant = file->inode->is_folder ? PLANT_NO_FOLDER_SYNC : PLANT_NO_FILE_SYNC;
    if (planted != plant)
        disk_sync(world_disk(world()), node(), file->inode);
    world_log(world(), "sync %s", file->path);
    return 0;
}

WRAP(int, fsync, int number) {
    return process_now() ? sync_file(number) : __real_fsync(number);
}

WRAP(int, fdatasync, int number) {
    return process_now() ? sync_file(number) : __real_fdatasync(number);
}

/* --- File attributes ---------------------------------------------------------------- */

static void fill(struct stat *status, const inode_t *inode, const image_t *image) {
    memset(status, 0, sizeof *status);
    status->st_ino = inode->number;
    status->st_dev = 1;
    status->st_mode = inode->is_folder ? S_IFDIR | 0755 : S_IFREG | 0644;
    status->st_nlink = (nlink_t)inode->names;
    status->st_size = (off_t)image->size;
    status->st_mtim.tv_sec = (time_t)inode->modified;
    status->st_mtim.tv_nsec =
        (long)((inode->modified - (double)status->st_mtim.tv_sec) * 1e9);
}

static int look(const char *path, struct stat *status) {
    inode_t *inode;
    if (!begin("look", path))
        return -1;
    int reason = disk_find(world_disk(world()), node(), path, false, now(), &inode);
    world_log(world(), "look at %s: %s", path, reason == 0 ? "there" : strerror(reason));
    if (reason == 0 && status)
        fill(status, inode, disk_image(inode, node()));
    return done(reason);
}

WRAP(int, access, const char *path, int how) {
    return process_now() ? look(path, NULL) : __real_access(path, how);
}

WRAP(int, stat, const char *path, struct stat *status) {
    return process_now() ? look(path, status) : __real_stat(path, status);
}

WRAP(int, fstat, int number, struct stat *status) {
    if (!process_now())
        return __real_fstat(number, status);
    open_file_t *file = begin_at(number, "look", false);
    if (!file)
        return -1;
    fill(status, file->inode, disk_image(file->inode, node()));
    return 0;
}

WRAP(int, statvfs, const char *path, struct statvfs *status) {
    if (!process_now())
        return __real_statvfs(path, status);
    memset(status, 0, sizeof *status);
    status->f_frsize = 4096;
    status->f_bavail = 1 << 20;
    return begin("look", path) ? 0 : -1;
}

/* --- Names -------------------------------------------------------------------------- */

static int rename_path(const char *from, const char *to, name_how_t how) {
    bool is_ignored = planted == PLANT_RENAME_IGNORED;
    if (!begin("rename", to))
        return is_ignored ? 0 : -1;
    int reason = disk_rename(world_disk(world()), node(), from, to, how, now());
    world_log(world(), "rename %s to %s%s: %s", from, to,
              how == NAME_EXCHANGES ? " (exchange)"
              : how == NAME_IS_NEW  ? " (new)"
                                    : "",
              reason == 0 ? "done" : strerror(reason));
    return is_ignored ? 0 : done(reason);
}

WRAP(int, rename, const char *from, const char *to) {
    return process_now() ? rename_path(from, to, NAME_REPLACES) : __real_rename(from, to);
}

WRAP(int, renameat2, int from_folder, const char *from, int to_folder, const char *to,
     unsigned flags) {
    if (!process_now())
        return __real_renameat2(from_folder, from, to_folder, to, flags);
    return rename_path(from, to,
                       flags & RENAME_EXCHANGE    ? NAME_EXCHANGES
                       : flags & RENAME_NOREPLACE ? NAME_IS_NEW
                                                  : NAME_REPLACES);
}

WRAP(int, link, const char *from, const char *to) {
    if (!process_now())
        return __real_link(from, to);
    if (!begin_taking_room("link", to))
        return -1;
    int reason = disk_link(world_disk(world()), node(), from, to, now());
    if (reason == EEXIST && planted == PLANT_SETTLES_LATE &&
        disk_unlink(world_disk(world()), node(), to, false, now()) == 0)
        reason = disk_link(world_disk(world()), node(), from, to, now());
    world_log(world(), "link %s to %s: %s", from, to,
              reason == 0 ? "done" : strerror(reason));
    return done(reason);
}

static int remove_path(const char *path, bool is_folder) {
    if (!begin("remove", path))
        return -1;
    int reason = disk_unlink(world_disk(world()), node(), path, is_folder, now());
    world_log(world(), "remove %s: %s", path, reason == 0 ? "done" : strerror(reason));
    return done(reason);
}

WRAP(int, unlink, const char *path) {
    return process_now() ? remove_path(path, false) : __real_unlink(path);
}

WRAP(int, rmdir, const char *path) {
    return process_now() ? remove_path(path, true) : __real_rmdir(path);
}

WRAP(int, mkdir, const char *path, mode_t mode) {
    if (!process_now())
        return __real_mkdir(path, mode);
    if (!begin_taking_room("make folder", path))
        return -1;
    int reason = disk_make_folder(world_disk(world()), node(), path, now());
    world_log(world(), "make folder %s: %s", path,
              reason == 0 ? "done" : strerror(reason));
    return done(reason);
}

/* --- Folders ------------------------------------------------------------------------ */

/* The contents of a DIR. */
typedef struct listing {
    folder_t names;
    size_t next;
    int number;
    struct dirent entry;
} listing_t;

WRAP(DIR *, opendir, const char *path) {
    if (!process_now())
        return __real_opendir(path);
    int number = open_path(path, O_RDONLY | O_DIRECTORY, "list");
    if (number < 0)
        return NULL;
    listing_t *listing = memory_new(1, sizeof *listing);
    listing->number = number;
    listing->names =
        disk_list(world_disk(world()), node(), process_file(number)->inode, now());
    return (DIR *)listing;
}

WRAP(struct dirent *, readdir, DIR *folder) {
    listing_t *listing = (listing_t *)folder;
    if (!process_now())
        return __real_readdir(folder);
    if (process_is_killed(process_now()) || listing->next == listing->names.count)
        return NULL;
    const entry_t *entry = &listing->names.entries[listing->next++];
    snprintf(listing->entry.d_name, sizeof listing->entry.d_name, "%s", entry->name);
    return &listing->entry;
}

WRAP(int, closedir, DIR *folder) {
    listing_t *listing = (listing_t *)folder;
    if (!process_now())
        return __real_closedir(folder);
    open_file_t *file = process_file(listing->number);
    if (file)
        file->inode = NULL;
    folder_clear(&listing->names);
    free(listing);
    return 0;
}

/* --- Memory ------------------------------------------------------------------------- */

/* Huge pages are cleared whole, and little of them is used here. */
WRAP(int, madvise, void *start, size_t size, int advice) {
    return process_now() ? 0 : __real_madvise(start, size, advice);
}

/* --- Clocks and names --------------------------------------------------------------- */

enum { TONIGHT = 1800000000 /* seconds since 1970 */ };

/* For a killed process every time limit is over, so that its loops end. */
static double clock_of_node(void) {
    double late = process_is_killed(process_now()) ? 1e9 : 0;
    return now() + late + 1000.0 * node();
}

WRAP(int, clock_gettime, clockid_t clock, struct timespec *time) {
    if (!process_now())
        return __real_clock_gettime(clock, time);
    double seconds = clock_of_node();
    time->tv_sec = (time_t)seconds;
    time->tv_nsec = (long)((seconds - (double)time->tv_sec) * 1e9);
    return 0;
}

WRAP(time_t, time, time_t *result) {
    if (!process_now())
        return __real_time(result);
    time_t seconds =
        TONIGHT + (time_t)(now() + world_traits(world())->clock_error_s[node()]);
    if (result)
        *result = seconds;
    return seconds;
}

WRAP(int, nanosleep, const struct timespec *time, struct timespec *left) {
    if (!process_now())
        return __real_nanosleep(time, left);
    process_sleep((double)time->tv_sec + 1e-9 * (double)time->tv_nsec);
    return 0;
}

WRAP(pid_t, getpid, void) {
    return process_now() ? (pid_t)process_number(process_now()) : __real_getpid();
}

WRAP(int, gethostname, char *name, size_t size) {
    if (!process_now())
        return __real_gethostname(name, size);
    snprintf(name, size, "node%d", node());
    return 0;
}

WRAP(ssize_t, getrandom, void *bytes, size_t size, unsigned flags) {
    if (!process_now())
        return __real_getrandom(bytes, size, flags);
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)world_chance(world(), 256);
    return (ssize_t)size;
}

WRAP(char *, getenv, const char *name) {
    return process_now() ? NULL : __real_getenv(name);
}

/* --- Signals ------------------------------------------------------------------------ */

WRAP(int, sigaction, int number, const struct sigaction *action,
     struct sigaction *before) {
    if (!process_now())
        return __real_sigaction(number, action, before);
    if (before) {
        memset(before, 0, sizeof *before);
        before->sa_handler = SIG_DFL;
    }
    if (action)
        process_listen(number, action->sa_handler);
    return 0;
}

WRAP(unsigned, alarm, unsigned seconds) {
    return process_now() ? 0 : __real_alarm(seconds);
}

WRAP(int, kill, pid_t number, int signal) {
    if (!process_now())
        return __real_kill(number, signal);
    REQUIRE(signal == 0);
    if (planted == PLANT_SWEEPS_LIVING)
        return fails(ESRCH);
    return world_has_process(world(), node(), number) ? 0 : fails(ESRCH);
}
/* NOLINTEND(bugprone-reserved-identifier) */
