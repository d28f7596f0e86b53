/* file.h - reads complete files and parts of them, and the names in folders; joins paths.
 * Use: char *text = file_read_text(path, &error);   free(text);
 *      int length; const char *stem = file_stem("configs/run.json", &length);    "run"
 *      file_names_t names;
 *      if (file_names_list(&names, "FOLDER")) ... names.of[i] ...
 *      file_names_clear(&names);                              also after an error
 * Opening never blocks forever: a pipe is read if it has a writer (a shell's `<(...)`),
 * devices are rejected.
 * Errors: cannot open or read (with the system's reason), not a file, over
 *      FILE_READ_LIMIT, or not text (a byte 0); each names the path.
 */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <sys/types.h>

enum { FILE_PATH = 4096 }; /* bytes of a path, with its final 0 */

enum { FILE_READ_LIMIT = 1 << 20 /* none of our text files is near 1 MiB */ };

char *file_read_text(const char *path, failure_t *error);

/* All bytes of a regular file of at most `most`; the caller frees them. */
unsigned char *file_read_bytes(const char *path, size_t most, size_t *size,
                               failure_t *error);

/* Opens a regular file, and nothing else, for reading. Returns a descriptor, or -1. */
int file_open(const char *path, failure_t *error);

bool file_is_folder(const char *path); /* false: does not exist or is something else */

/* Reads up to `size` bytes from this offset on; a signal does not interrupt it. Returns
 * how many there were before the end, or -1 with errno. */
ssize_t file_read_at(int file, void *to, size_t size, off_t offset);

/* Writes all bytes, at the file's position or at an offset. False with errno. */
bool file_write(int file, const void *bytes, size_t size);
bool file_write_at(int file, const void *bytes, size_t size, off_t offset);

/* Writes a path; false with a message if it is too long:
 *      file_path(path, error, "%s/shard-%06d.h5", folder, shard) */
bool file_path(char path[FILE_PATH], failure_t *error, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The file name in a path: `length` characters, without the folders and without a final
 * ".json". */
const char *file_stem(const char *path, int *length);

/* Whether a path ends so, ".json", and has a name before that. */
bool file_ends(const char *path, const char *end);

/* The names in a folder, sorted by bytes; without those that begin with a dot. */
typedef struct file_names {
    char **of;
    size_t count, capacity;
} file_names_t;

/* False with errno, and without names. */
bool file_names_list(file_names_t *names, const char *folder);
void file_names_clear(file_names_t *names);

#endif
