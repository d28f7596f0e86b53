/* read_back.h - checks that a merged file just written holds what was written.
 * Use: if (read_back_merged(unfinished, "OUT.h5", &expected, &error)) ... publish it
 * Copied columns are read completely: their rows, consistency and checksums. For a
 * virtual file, the copied columns are read, and the references of the others to rows of
 * files are compared; the files themselves were read when merging.
 * Threads: as games_file.h.   Errors: any difference, with the file's final name.
 */
#ifndef SELFPLAY_READ_BACK_H
#define SELFPLAY_READ_BACK_H

#include "core/base/error.h"
#include "selfplay/store/schema.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct games_header games_header_t;       /* selfplay/store/games_header.h */
typedef struct task_queue task_queue_t;           /* core/base/process/task_queue.h */
typedef struct virtual_columns virtual_columns_t; /* selfplay/merge/virtual_columns.h */

/* What the file has to hold. */
typedef struct read_back {
    const games_header_t *header;
    const virtual_columns_t *sources; /* NULL: everything is copied */
    const char *present;
    uint64_t rows[TABLE_COUNT];
    uint32_t checksums[COLUMN_COUNT];
    task_queue_t *queue; /* its threads decompress */
} read_back_t;

bool read_back_merged(const char *unfinished, const char *path,
                      const read_back_t *expected, failure_t *error);

#endif
