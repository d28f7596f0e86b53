/* file.h - reading whole files, and what paths name.
 * Use: char *text = file_read_text(path, &error);   free(text);
 *      int length; const char *stem = file_stem("configs/run.json", &length);    "run"
 * Nothing that is opened can make the program wait for ever: a pipe is read where
 * somebody writes to it (`<(...)` of a shell), devices are refused.
 * Errors: cannot open or read (with the system's reason), no file, over FILE_READ_LIMIT,
 *      or bytes that no text has; the path is named.
 */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/base/error.h"

#include <stdbool.h>

enum { FILE_READ_LIMIT = 1 << 20 /* no text of ours is near a mebibyte */ };

char *file_read_text(const char *path, failure_t *error);

/* Opens a plain file, and nothing else, to be read: a descriptor, or -1. */
int file_open(const char *path, failure_t *error);

bool file_is_folder(const char *path); /* false: none is there */

/* The name of a JSON file: `length` characters of the path, without its folders and
 * without ".json" where it ends in that. */
const char *file_stem(const char *path, int *length);

#endif
