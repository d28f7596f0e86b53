/* claim_files.h - the files of a claim bundle, each with its checksum.
 * Use: claim_files_t files = {0};
 *      claim_files_add(&files, "results.json", bytes, size);     takes the bytes over
 *      claim_files_publish(&files, "FOLDER", &error) ...         with SHA256SUMS
 *      claim_files_read(&files, "FOLDER", &error) ...            and back
 *      const claim_file_t *file = claim_files_find(&files, "results.json");
 *      claim_files_clear(&files);
 * SHA256SUMS has a line for every other file, as `sha256sum` writes it. A bundle has its
 * name when it is whole: it is made in a folder beside it, which is renamed.
 * Bundles come from others. Names in SHA256SUMS are those that a bundle can have and
 * nothing else (lower-case letters, digits, '-', '_', '.', at most one folder), files are
 * plain files of the folder, no links, and of bounded size.
 * Owns: the bytes; a file's are followed by a 0.   Threads: one list, one thread.
 * Errors: something has the name; a disk that is full; a folder that is no bundle.
 */
#ifndef EVAL_CLAIM_FILES_H
#define EVAL_CLAIM_FILES_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"

#include <stddef.h>

enum { CLAIM_FILE_NAME = 64, CLAIM_MOST_FILES = 64 };

#define CLAIM_MANIFEST "SHA256SUMS"

typedef struct claim_file {
    char name[CLAIM_FILE_NAME];
    char *bytes; /* NULL: the bundle names it and has none such */
    size_t size;
    char expected[SHA256_TEXT]; /* of SHA256SUMS, where it has been read */
} claim_file_t;

typedef struct claim_files {
    claim_file_t files[CLAIM_MOST_FILES];
    int count;
    char id[SHA256_TEXT]; /* of SHA256SUMS: it names the claim */
    int others;           /* files of the folder that SHA256SUMS does not name */
} claim_files_t;

/* Whether there was room. */
bool claim_files_add(claim_files_t *files, const char *name, char *bytes, size_t size);
const claim_file_t *claim_files_find(const claim_files_t *files, const char *name);
void claim_files_clear(claim_files_t *files);

/* Whether nothing has the name of the bundle that is to be made. */
bool claim_files_may_publish(const char *folder, failure_t *error);
bool claim_files_publish(claim_files_t *files, const char *folder, failure_t *error);

/* All that SHA256SUMS names, and how many others are there; whether the bytes are those
 * that it says is for the caller to ask (claim_file_is_right). */
bool claim_files_read(claim_files_t *files, const char *folder, failure_t *error);
bool claim_file_is_right(const claim_file_t *file);

/* A plain file of at most `most` bytes, followed by a 0; the caller frees it. */
char *claim_file_load(const char *path, size_t most, size_t *size, failure_t *error);

#endif
