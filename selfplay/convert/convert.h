/* convert.h - converts files of older versions of the program to the current version.
 * Use: convert_result_t result;
 *      if (convert_path("runs/old", "runs/new", &result, &error)) ...
 * A run's folder is converted to a folder with its configuration, the requested numbers
 * of games and its shards (and a match's sprt.txt), but without logs and without
 * journals, which only the program that wrote them can read. A file of games is converted
 * to one file of games, training data to one file of training data. Nothing is changed in
 * place; the new files are read back, and complete as soon as they have their names. Old
 * files are read in child processes with limits (contained.h).
 * Threads: one call at a time.
 * Errors: not a file of fulcrum; already in the current version, or of a later one;
 *      damaged; the new name exists; those of publish.h.
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
