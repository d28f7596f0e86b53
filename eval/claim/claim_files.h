/* claim_files.h - the files of a claim's bundle, each with its checksum.
 * Use: claim_files_t files = {0};
 *      claim_files_add(&files, "results.json", bytes, size);     takes ownership
 *      claim_files_publish(&files, "FOLDER", &error) ...         with SHA256SUMS
 *      claim_files_read(&files, "FOLDER", &differences, &error) ...     and back
 *      const char *text = claim_files_text(&files, "results.json", &error);
 *      claim_files_clear(&files);
 * SHA256SUMS has a line for every other file, in the format of `sha256sum`. A bundle gets
 * its name only when complete: it is made in a folder beside it, which is then renamed.
 * Bundles come from others. Names in SHA256SUMS must be possible names of a bundle
 * (lower-case letters, digits, '-', '_', '.', at most one folder); files must be regular
 * files of the folder, no links. Reading compares checksums without keeping any bytes,
 * and loading has a limit: memory does not grow with the size of a file, sparse or not.
 * Owns: the bytes; those loaded are followed by a 0.   Threads: one list, one thread.
 * Errors: the name is taken; a full disk; a folder that is not a bundle.
 */
#ifndef EVAL_CLAIM_FILES_H
#define EVAL_CLAIM_FILES_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/base/files/sha256.h"

#include <stddef.h>

typedef struct claim_differences claim_differences_t; /* eval/claim/claim_difference.h */
typedef struct cJSON cJSON;                           /* cjson/cJSON.h */

enum { CLAIM_FILE_NAME = 64, CLAIM_MOST_FILES = 256 };

#define CLAIM_MANIFEST "SHA256SUMS"

/* Limits in bytes: of a JSON file, and of the weights of a network. */
#define CLAIM_TEXT_BYTES ((size_t)4 << 20)
#define CLAIM_WEIGHTS_BYTES ((size_t)1 << 30)

typedef struct claim_file {
    char name[CLAIM_FILE_NAME];
    char *bytes; /* NULL: not loaded */
    size_t size;
    char sum[SHA256_TEXT]; /* from SHA256SUMS, if read */
    bool exists;           /* in the folder that was read */
} claim_file_t;

typedef struct claim_files {
    char folder[FILE_PATH]; /* that was read; "": none */
    claim_file_t files[CLAIM_MOST_FILES];
    int count, num_ok;    /* ok: with the checksum of SHA256SUMS */
    char id[SHA256_TEXT]; /* checksum of SHA256SUMS: the claim's id */
} claim_files_t;

/* False if there was no room. */
bool claim_files_add(claim_files_t *files, const char *name, char *bytes, size_t size);
claim_file_t *claim_files_find(claim_files_t *files, const char *name); /* or NULL */
void claim_files_clear(claim_files_t *files);

/* Whether the name of the bundle to be made is free. */
bool claim_files_may_publish(const char *folder, failure_t *error);
bool claim_files_publish(claim_files_t *files, const char *folder, failure_t *error);

/* Compares every file of the folder with SHA256SUMS. A file that differs, is missing, or
 * that SHA256SUMS does not name is a difference. */
bool claim_files_read(claim_files_t *files, const char *folder,
                      claim_differences_t *differences, failure_t *error);

/* The bytes of a file, which must still have its checksum: at most so many; as a text; as
 * a JSON object, for the caller to delete. NULL: an error. */
const char *claim_files_load(claim_files_t *files, const char *name, size_t most,
                             size_t *size, failure_t *error);
const char *claim_files_text(claim_files_t *files, const char *name, failure_t *error);
cJSON *claim_files_json(claim_files_t *files, const char *name, failure_t *error);

#endif
