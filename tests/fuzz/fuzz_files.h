/* fuzz_files.h - files of a fuzzing process, for readers that take a path.
 * Use: const char *path = fuzz_file("study.json", bytes, size);
 * Owns: the folder and its files are removed at a normal exit; paths live until the end.
 * Threads: one.   Errors: REQUIRE.
 */
#ifndef TESTS_FUZZ_FILES_H
#define TESTS_FUZZ_FILES_H

#include <stddef.h>

/* A folder of this process, in memory where the system has /dev/shm. */
const char *fuzz_folder(void);

/* The path of a name in the folder; "a/b.h5" creates the folder "a". Up to 16 names. */
const char *fuzz_path(const char *name);

/* Writes these bytes to the file of that name; returns its path. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* All bytes of a file, for the caller to free. */
unsigned char *fuzz_read_file(const char *path, size_t *size);

#endif
