/* shard_files.h - expands paths of files and run folders to files of games.
 * Use: shard_files_t files = {0};
 *      if (shard_files_add(&files, "runs/mine", &error)) ... files.paths[i] ...
 *      shard_files_clear(&files);                                also after an error
 * A folder stands for its shard-*.h5 in ascending order, a file for itself, whatever its
 * name.
 */
#ifndef SELFPLAY_SHARD_FILES_H
#define SELFPLAY_SHARD_FILES_H

#include "core/base/error.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_header.h"

typedef struct shard_files {
    char **paths;
    int *words; /* for each path, the index of the shard_files_add call that added it */
    size_t count;
    int num_words;
} shard_files_t;

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error);
void shard_files_clear(shard_files_t *files);

/* Opens one of them as games_file_open does; for a damaged file of a run, the error names
 * the command that plays its games again. */
bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error);

#endif
