/* export.h - writes training data from recorded games to one HDF5 file.
 * Use: export_result_t result;
 *      if (export_files(&files, "OUT.h5", &options, NULL, &result, &error)) ...
 * The files are read twice: once to count, once for the rows; one after the other, so
 * that at most one of them is in memory, besides options->memory and what export_file.h
 * needs. The same files, in the same order, and options give the same bytes, on any
 * number of threads.
 * Threads: HDF5 is not thread-safe: one call at a time. options->threads threads
 *      decompress games, and make, fill in and compress rows; output and messages
 *      do not depend on their number.
 * Errors: those of games_file.h, sources.h, shuffle.h and export_file.h; options that
 *      leave no position; interrupted (terminal.h). Then nothing is left behind, and an
 *      existing file of that name is unchanged. A kill may leave an unfinished file under
 *      another name, which the next call for the same name removes.
 * Layout: EXPORT.md.
 */
#ifndef SELFPLAY_EXPORT_H
#define SELFPLAY_EXPORT_H

#include "core/base/error.h"
#include "selfplay/export/export_rows.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cJSON cJSON;                     /* cjson/cJSON.h */
typedef struct export_options export_options_t; /* selfplay/export/export_options.h */
typedef struct record record_t;                 /* selfplay/store/record.h */
typedef struct shard_files shard_files_t;       /* selfplay/run/games_reader.h */

typedef struct export_result {
    export_size_t sizes[GROUP_COUNT];
    uint64_t games[GROUP_COUNT]; /* that have a row */
    uint64_t games_read, positions_read;
    uint64_t games_wanted; /* for the caller: of the runs, if some are missing; else 0 */
    uint64_t positions_revised;
    uint64_t simulations;           /* of its searches */
    uint64_t file_bytes, raw_bytes; /* written; of all datasets uncompressed */
    int sources;
    uint32_t max_legal;
    bool through_file; /* rows did not fit in memory */
} export_result_t;

/* A position of a record: rows of the tables of games and of positions. */
typedef struct export_position {
    size_t game_row, row;
} export_position_t;

/* Searches each position that has a row again before the row is made (reanalyze.h). The
 * selection and order of the rows depend only on the recorded data. */
typedef struct export_revision {
    const char *agent; /* the effective configuration, for the file's attributes */
    double share;      /* of the positions, also for the attributes */
    /* The number of games that have a row; called once, before any revise. */
    void (*begin)(void *context, uint64_t games);
    /* Stores the results of these positions, in ascending order, in the record: visits of
     * legal actions, root value and proof, ... *revised: how many were searched. */
    bool (*revise)(void *context, record_t *record, const export_position_t *positions,
                   size_t count, size_t *revised, failure_t *error);
    uint64_t (*simulations)(const void *context); /* since begin */
    void *context;
} export_revision_t;

/* Its agent and share, as in the file's attributes. */
cJSON *export_revision_json(const export_revision_t *revision);

/* revision: NULL: rows as recorded. */
bool export_files(const shard_files_t *files, const char *path,
                  const export_options_t *options, const export_revision_t *revision,
                  export_result_t *result, failure_t *error);

#endif
