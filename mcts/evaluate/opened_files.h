/* opened_files.h - contents of files, each read once while it does not change.
 * Use: static opened_files_t opened;
 *      const thing_t *thing = opened_files_get(&opened, path, read_thing, &error);
 * Owns: contents belong to the program until it ends.
 * Threads: one at a time per list.   Errors: those of the function that reads.
 */
#ifndef MCTS_OPENED_FILES_H
#define MCTS_OPENED_FILES_H

#include "core/base/error.h"

typedef struct opened_files {
    struct opened_file *first; /* NULL: none yet */
} opened_files_t;

/* The file's contents, or NULL if it cannot be read. */
const void *opened_files_get(opened_files_t *files, const char *path,
                             void *(*read)(const char *path, failure_t *error),
                             failure_t *error);

#endif
