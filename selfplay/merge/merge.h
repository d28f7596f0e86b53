/* merge.h - merges all games of a run into one file.
 * Use: merge_t merge;
 *      if (merge_files(&merge, words, count, "all.h5", &options, &error)) ...
 * Input: the folder of a run, which must be complete (run_length.h), or files of games
 * of one run, merged or not, in the order of their games, from game 0 on without gaps.
 * Every file is checked completely before its games count: envelope, checksums,
 * configuration, and that each game occurs once, in ascending order. The file is made
 * under another name and published at the end (publish.h), with an envelope like a
 * shard's; an existing file is replaced only if is_forced, and stays unchanged until the
 * new one is complete. An input file is never replaced.
 * Stopped or killed, the same call resumes: what is done is kept beside the file
 * (merge_kept.h), at least every MERGE_SAVE_S, as far as whole input files go. The bytes
 * are those of a merge that was not interrupted. Input files that changed meanwhile, or
 * another version of the program: it begins anew.
 * Memory does not grow with the run, but by 8 bytes a chunk (games_writer.h). The new
 * file is read back whole.
 * Threads: as hdf5_values.h; options->threads compress and decompress chunks.
 * Errors: not a run; missing games, unless is_partial; a file that is damaged or does not
 *      belong there, with its name; a full disk: then nothing is left behind. A stop
 *      request (stop.h), another process that makes the same file: merge->resumes.
 */
#ifndef SELFPLAY_MERGE_H
#define SELFPLAY_MERGE_H

#include "core/base/error.h"

#include <stdint.h>

#define MERGE_SAVE_S 15.0

typedef struct merge_options {
    bool is_partial, quiet;
    bool is_forced; /* replace an existing file at the end */
    int threads;    /* 0: all available */
} merge_options_t;

typedef struct merge {
    uint64_t files, games, positions;
    uint64_t bytes_read, bytes; /* of the inputs; of the new file */
    double seconds;
    bool resumes; /* after an error: the same call goes on later */
} merge_t;

bool merge_files(merge_t *merge, char *const *paths, int count, const char *out,
                 const merge_options_t *options, failure_t *error);

#endif
