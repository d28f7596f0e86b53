/* export.h - training data out of recorded games, in one HDF5 file.
 * Use: export_result_t result;
 *      if (export_files(&files, "OUT.h5", &options, &result, &error)) ...
 * The files are read twice: once to see what there is, once for the rows; each in turn,
 * so that besides options->memory and what export_file.h needs no more than one of them
 * is in memory. The same files, in the same order, and options give the same bytes, on
 * any number of threads.
 * Owns: nothing.
 * Threads: HDF5 is not safe for threads: one call at a time. Games are unpacked, and rows
 *      made, sorted, filled in and packed, by options->threads; nothing that is written
 *      or said depends on how many there are.
 * Errors: as games_file.h, sources.h, shuffle.h and export_file.h; options that leave no
 *      position. Interrupted (terminal.h). Nothing is left behind then, and what had
 *      the name before is as it was. A kill may leave an unfinished file of another
 *      name, which the next call for the same name takes away.
 * Layout: EXPORT.md.
 */
#ifndef SELFPLAY_EXPORT_H
#define SELFPLAY_EXPORT_H

#include "core/base/error.h"
#include "selfplay/export/export_rows.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct export_options export_options_t; /* selfplay/export/export_options.h */
typedef struct record record_t;                 /* selfplay/store/record.h */
typedef struct shard_files shard_files_t;       /* selfplay/store/shard_files.h */

typedef struct export_result {
    export_size_t sizes[GROUP_COUNT];
    uint64_t games[GROUP_COUNT]; /* that have a row */
    uint64_t games_read, positions_read;
    uint64_t positions_revised;
    uint64_t file_bytes, raw_bytes; /* written; of all datasets without compression */
    int sources;
    uint32_t max_legal;
    bool through_file; /* rows did not fit in memory */
} export_result_t;

/* A position of a record: rows of the tables of games and of positions. */
typedef struct export_position {
    size_t game_row, row;
} export_position_t;

/* Positions that have a row are searched anew before it is made (reanalyze.h). Which
 * positions have one, and the order of the rows, depend on what was recorded alone. */
typedef struct export_revision {
    const char *agent; /* that searches, effective: for the file's attributes */
    double share;      /* of the positions, for the same */
    /* How many games have a row; once, before the first of them is revised. */
    void (*begin)(void *context, uint64_t games);
    /* Puts what is found at these positions, which ascend, into the record: visits of
     * legal actions, root value and proof, ... *revised: of how many. */
    bool (*revise)(void *context, record_t *record, const export_position_t *positions,
                   size_t count, size_t *revised, failure_t *error);
    void *context;
} export_revision_t;

/* revision: NULL: rows are as they were recorded. */
bool export_files(const shard_files_t *files, const char *path,
                  const export_options_t *options, const export_revision_t *revision,
                  export_result_t *result, failure_t *error);

#endif
