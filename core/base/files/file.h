/* file.h - reads complete files; what a path names.
 * Use: char *text = file_read_text(path, &error);   free(text);
 *      int length; const char *stem = file_stem("configs/run.json", &length);    "run"
 * Opening never blocks forever: a pipe is read if it has a writer (a shell's `<(...)`),
 * devices are rejected.
 * Errors: cannot open or read (with the system's reason), not a file, over
 *      FILE_READ_LIMIT, or not text (a byte 0); each names the path.
 */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/base/error.h"

#include <stdbool.h>

enum { FILE_READ_LIMIT = 1 << 20 /* none of our text files is near 1 MiB */ };

char *file_read_text(const char *path, failure_t *error);

/* Opens a regular file, and nothing else, for reading. Returns a descriptor, or -1. */
int file_open(const char *path, failure_t *error);

bool file_is_folder(const char *path); /* false: does not exist or is something else */

/* The file name in a path: `length` characters, without the folders and without a final
 * ".json". */
const char *file_stem(const char *path, int *length);

#endif
