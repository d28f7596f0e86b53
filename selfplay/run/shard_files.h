/* shard_files.h - expands paths of files and run folders to files of games.
 * Use: shard_files_t files = {0};
 *      if (shard_files_add(&files, "runs/mine", &error)) ... files.paths[i] ...
 *      shard_files_clear(&files);
 * A folder stands for its shard-*.h5 in ascending order, a file for itself, whatever its
 * name.
 * Owns: the list; shard_files_clear releases it, also after an error.
 * Threads: one list, one thread.
 * Errors: a path that does not exist or cannot be read; a folder without files of
 *      games.
 */
#ifndef SELFPLAY_SHARD_FILES_H
#define SELFPLAY_SHARD_FILES_H

#include "core/base/error.h"

typedef struct shard_files {
    char **paths;
    int *words; /* for each path, the index of the shard_files_add call that added it */
    size_t count;
    int num_words;
} shard_files_t;

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error);
void shard_files_clear(shard_files_t *files);

#endif
