/* claim_files.h - the files of a claim bundle, each with its checksum.
 * Use: claim_files_t files = {0};
 *      claim_files_add(&files, "results.json", bytes, size);     takes ownership
 *      claim_files_publish(&files, "FOLDER", &error) ...         with SHA256SUMS
 *      claim_files_read(&files, "FOLDER", &error) ...            and back
 *      const claim_file_t *file = claim_files_find(&files, "results.json");
 *      claim_files_clear(&files);
 * SHA256SUMS has a line for every other file, in the format of `sha256sum`. A bundle gets
 * its name only when complete: it is made in a folder beside it, which is then renamed.
 * Bundles come from others. Names in SHA256SUMS must be possible names of a bundle
 * (lower-case letters, digits, '-', '_', '.', at most one folder); files must be
 * regular files of the folder, no links, and of bounded size.
 * Owns: the bytes; a file's are followed by a 0.   Threads: one list, one thread.
 * Errors: the name is taken; a full disk; a folder that is not a bundle.
 */
#ifndef EVAL_CLAIM_FILES_H
#define EVAL_CLAIM_FILES_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"

#include <stddef.h>

enum { CLAIM_FILE_NAME = 64, CLAIM_MOST_FILES = 256 };

#define CLAIM_MANIFEST "SHA256SUMS"

typedef struct claim_file {
    char name[CLAIM_FILE_NAME];
    char *bytes; /* NULL: named by the bundle but missing */
    size_t size;
    char expected[SHA256_TEXT]; /* from SHA256SUMS, if read */
} claim_file_t;

typedef struct claim_files {
    claim_file_t files[CLAIM_MOST_FILES];
    int count;
    char id[SHA256_TEXT]; /* checksum of SHA256SUMS: the claim's id */
    int others;           /* files of the folder that SHA256SUMS does not name */
} claim_files_t;

/* False if there was no room. */
bool claim_files_add(claim_files_t *files, const char *name, char *bytes, size_t size);
const claim_file_t *claim_files_find(const claim_files_t *files, const char *name);
void claim_files_clear(claim_files_t *files);

/* Whether the name of the bundle to be made is free. */
bool claim_files_may_publish(const char *folder, failure_t *error);
bool claim_files_publish(claim_files_t *files, const char *folder, failure_t *error);

/* Reads all files that SHA256SUMS names, and counts others; the caller checks the bytes
 * (claim_file_is_right). */
bool claim_files_read(claim_files_t *files, const char *folder, failure_t *error);
bool claim_file_is_right(const claim_file_t *file);

/* A regular file of at most `most` bytes, followed by a 0; the caller frees it. */
char *claim_file_load(const char *path, size_t most, size_t *size, failure_t *error);

#endif
