#include "core/base/files/file.h"

#include "core/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sets the error for a failed call and closes the file, unless it is negative; errno
 * stays. */
static void fail_at(int file, const char *path, const char *what, failure_t *error) {
    const int reason = errno;
    error_set_system(error, path, what);
    if (file >= 0)
        close(file);
    errno = reason;
}

/* Opens without waiting for a pipe's writer, and returns the mode of the file. */
static int open_at_once(const char *path, mode_t *mode, failure_t *error) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0) {
        *mode = status.st_mode;
        return file;
    }
    fail_at(file, path, "cannot be opened", error);
    return -1;
}

static int refuse(int file, const char *path, mode_t mode, failure_t *error) {
    close(file);
    error_set(error, "%s: is %s, not a file", path,
              S_ISDIR(mode)    ? "a folder"
              : S_ISFIFO(mode) ? "a pipe"
              : S_ISSOCK(mode) ? "a socket"
                               : "a device");
    return -1;
}

int file_open(const char *path, failure_t *error) {
    mode_t mode;
    int file = open_at_once(path, &mode, error);
    return file < 0 || S_ISREG(mode) ? file : refuse(file, path, mode, error);
}

/* Waits briefly for a pipe's writer; false: it has closed the pipe. */
static bool wait_for_writer(int file) {
    enum { WAIT_MS = 100 };
    struct pollfd pipe = {.fd = file, .events = POLLIN};
    return poll(&pipe, 1, WAIT_MS) <= 0 || (pipe.revents & POLLIN) != 0;
}

/* Reads all bytes, at most `most`; negative on an error. Waits for a pipe's writer to
 * appear for at most five seconds, but for an existing one without limit. */
static ssize_t read_all(int file, bool is_pipe, char *bytes, size_t most) {
    enum { WAITS = 50 };
    size_t length = 0;
    for (int waits = 0; length < most;) {
        ssize_t got = read(file, bytes + length, most - length);
        bool exists = got < 0 && errno == EAGAIN;
        if (exists && fcntl(file, F_SETFL, 0) != 0)
            return -1;
        if (exists || (got < 0 && errno == EINTR))
            continue;
        if (got < 0)
            return -1;
        if (got == 0 && is_pipe && length == 0 && waits++ < WAITS &&
            wait_for_writer(file))
            continue;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

/* Reads a file of at most `most` bytes. */
typedef void *(*reader_t)(const char *path, size_t most, size_t *size, failure_t *error);

/* Over NFS, a file that another machine replaces while it is read is gone (ESTALE): the
 * one that has the name then is read. */
static void *read_until_it_stays(reader_t reader, const char *path, size_t most,
                                 size_t *size, failure_t *error) {
    enum { MOST_TIMES = 4 };
    void *got = NULL;
    for (int times = 0; !got && times < MOST_TIMES && (times == 0 || errno == ESTALE);
         times++) {
        errno = 0;
        got = reader(path, most, size, error);
    }
    return got;
}

static void *read_text(const char *path, size_t most, size_t *size, failure_t *error) {
    mode_t mode;
    int file = open_at_once(path, &mode, error);
    if (file >= 0 && S_ISCHR(mode))
        file = refuse(file, path, mode, error);
    if (file < 0)
        return NULL;
    char *text = memory_new(most + 1, 1);
    ssize_t read = read_all(file, S_ISFIFO(mode), text, most);
    size_t length = *size = read > 0 ? (size_t)read : 0;
    bool is_text = false;
    if (read < 0) {
        fail_at(file, path, "cannot be read", error);
        free(text);
        return NULL;
    }
    if (length == 0 && S_ISFIFO(mode))
        error_set(error, "%s: is a pipe that nobody writes to", path);
    else if (length == most)
        error_set(error, "%s: is too large", path);
    else if (memchr(text, 0, length))
        error_set(error, "%s: is not a text file", path);
    else
        is_text = true;
    close(file);
    if (is_text)
        return text;
    free(text);
    return NULL;
}

char *file_read_text(const char *path, failure_t *error) {
    size_t size;
    return read_until_it_stays(read_text, path, FILE_READ_LIMIT, &size, error);
}

static void *read_bytes(const char *path, size_t most, size_t *size, failure_t *error) {
    struct stat status = {0};
    unsigned char *bytes = NULL;
    *size = 0;
    int file = file_open(path, error);
    if (file < 0)
        return NULL;
    ssize_t got = fstat(file, &status);
    const size_t there = (size_t)status.st_size;
    if (there <= most && got == 0) {
        bytes = memory_new(there, 1);
        got = file_read_at(file, bytes, there, 0);
    }
    if (got < 0) {
        fail_at(file, path, "cannot be read", error);
        free(bytes);
        return NULL;
    }
    if (!bytes)
        error_set(error, "%s: is too large", path);
    close(file);
    *size = (size_t)got;
    return bytes;
}

unsigned char *file_read_bytes(const char *path, size_t most, size_t *size,
                               failure_t *error) {
    return read_until_it_stays(read_bytes, path, most, size, error);
}

bool file_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_ends(const char *path, const char *end) {
    const size_t length = strlen(path), size = strlen(end);
    return length > size && strcmp(path + length - size, end) == 0;
}

const char *file_stem(const char *path, int *length) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    *length = (int)(strlen(name) - (file_ends(name, ".json") ? strlen(".json") : 0));
    return name;
}

ssize_t file_read_at(int file, void *to, size_t size, off_t offset) {
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(file, (char *)to + done, size - done, offset + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

bool file_write(int file, const void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t written = write(file, (const char *)bytes + done, size - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written < 0 ? 0 : (size_t)written;
    }
    return true;
}

bool file_write_at(int file, const void *bytes, size_t size, off_t offset) {
    for (size_t done = 0; done < size;) {
        ssize_t written =
            pwrite(file, (const char *)bytes + done, size - done, offset + (off_t)done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written < 0 ? 0 : (size_t)written;
    }
    return true;
}

bool file_path(char path[FILE_PATH], failure_t *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(path, FILE_PATH, format, arguments);
    va_end(arguments);
    return length < FILE_PATH ||
           error_set(error, "%.200s...: the path is too long", path);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool file_names_list(file_names_t *names, const char *folder) {
    const struct dirent *entry;
    *names = (file_names_t){0};
    DIR *open = opendir(folder);
    if (!open)
        return false;
    for (errno = 0; (entry = readdir(open)) != NULL; errno = 0)
        if (entry->d_name[0] != '.') {
            names->of = memory_grow(names->of, &names->capacity, names->count + 1,
                                    sizeof *names->of);
            names->of[names->count++] = text_copy(entry->d_name);
        }
    int reason = errno;
    closedir(open);
    if (reason != 0)
        file_names_clear(names);
    else if (names->count > 0)
        qsort(names->of, names->count, sizeof *names->of, compare_names);
    errno = reason;
    return reason == 0;
}

void file_names_clear(file_names_t *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->of[i]);
    free(names->of);
    *names = (file_names_t){0};
}
