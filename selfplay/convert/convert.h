/* convert.h - files that older versions of the program wrote, written once more as this
 * version writes them.
 * Use: convert_result_t result;
 *      if (convert_path("runs/old", "runs/new", &result, &error)) ...
 * A run's folder becomes a folder with its configuration, the numbers of games that were
 * asked for and its shards (and a match's sprt.txt); journals, which only the program
 * that wrote them reads, and logs stay behind. A file of games becomes one such file,
 * training data one file of training data. Nothing is changed in place; what is made is
 * read back, and whole as soon as it has its name. Old files are read in child processes
 * with limits (contained.h).
 * Threads: one call at a time.
 * Errors: nothing of fulcrum's; of this version already, or of a later one; damaged;
 *      something has the new name; as publish.h.
 */
#ifndef SELFPLAY_CONVERT_H
#define SELFPLAY_CONVERT_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct convert_result {
    uint64_t files, games, positions; /* of training data: rows in `positions` */
    uint64_t from, to;                /* versions; from: the oldest file's */
    const char *what;                 /* "recorded games", "training data" */
} convert_result_t;

bool convert_path(const char *path, const char *out, convert_result_t *result,
                  failure_t *error);

#endif
