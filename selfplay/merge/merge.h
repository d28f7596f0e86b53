/* merge.h - all games of a run in one file: copied, or by reference.
 * Use: merge_t merge;
 *      if (merge_files(&merge, words, count, "all.h5", &options, &error)) ...
 * From: the folder of a run, of which all games have to be there (run_length.h), or files
 * of games of one run in the order of their games, merged ones, too, of which none may be
 * missing before the last one. Every file is checked first to last before its games
 * count: its envelope, its checksums, its configuration and that each game is there once,
 * in ascending order. The file is made under another name and published in the end
 * (publish.h), with an envelope like a shard's; one that is there already is not
 * replaced, unless is_forced: then it is what it was until the new one is whole. A file
 * that is merged never is.
 * Copied: games_writer.h, in memory that does not grow with the run. By reference
 * (is_virtual): HDF5 virtual datasets over the files' datasets, named relative to the new
 * file's folder, so that both can be moved together; rows that name other rows are
 * copied. The list of the files is kept in memory, for which HDF5 takes about 50 KiB a
 * file.
 * Owns: nothing after the call.   Threads: HDF5's rule (hdf5_values.h); chunks are
 *      unpacked and packed by options->threads.
 * Errors: no run; games that are missing, unless is_partial; a file that is damaged or
 *      does not belong there, named; a full disk. Nothing is left then.
 */
#ifndef SELFPLAY_MERGE_H
#define SELFPLAY_MERGE_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct merge_options {
    bool is_virtual, is_partial, quiet;
    bool is_forced; /* a file that is there already is replaced in the end */
    int threads;    /* 0: as many as the machine offers */
} merge_options_t;

typedef struct merge {
    uint64_t files, games, positions;
    uint64_t bytes_read, bytes; /* of the files; of the new one */
    double seconds;
} merge_t;

bool merge_files(merge_t *merge, char *const *paths, int count, const char *out,
                 const merge_options_t *options, failure_t *error);

#endif
