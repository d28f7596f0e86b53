/* run_folder.h - the contents of a run's folder, by file names alone.
 * Use: run_folder_t list;
 *      if (run_folder_list(&list, "RUN", &error)) ... list.shards[i] ...
 *      run_folder_clear(&list);
 * Reads the folder once and opens no file, so that a folder of a hundred thousand shards
 * on a cluster's file system is listed quickly.
 * Errors: a folder that cannot be read, or is not a run.
 */
#ifndef SELFPLAY_RUN_FOLDER_H
#define SELFPLAY_RUN_FOLDER_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdint.h>

typedef struct run_folder {
    file_names_t names;
    uint64_t *shards; /* numbers, ascending */
    size_t num_shards;
    uint64_t *journals; /* shards that have journals, ascending */
    size_t num_journals;
    const char **unfinished; /* names that end in .tmp */
    size_t num_unfinished;
    const char **foreign; /* other names, which no run creates */
    size_t num_foreign;
} run_folder_t;

bool run_folder_list(run_folder_t *list, const char *folder, failure_t *error);
void run_folder_clear(run_folder_t *list);

/* Whether a shard is among those listed. */
bool run_folder_has(const run_folder_t *list, uint64_t shard);

/* Whether a folder, which need not exist, has a file of games. One that cannot be read
 * counts as having some: opening them gives the error. */
bool run_folder_has_games(const char *folder);

/* Parses "shard-000007" with a suffix, exactly as runs write it. */
bool run_folder_shard_of(const char *name, const char *suffix, uint64_t *shard);

/* Whether all paths below a run's folder fit. */
bool run_folder_fits(const char *folder, failure_t *error);

/* Whether the folder is a run: it has a config.json. */
bool run_folder_is_run(const char *folder);

/* RUN/shard-000007.h5 and RUN/config.json. */
void run_shard_path(const char *folder, uint64_t shard, char path[FILE_PATH]);
void run_config_path(const char *folder, char path[FILE_PATH]);

/* The text of RUN/config.json, for the caller to free, and its path; NULL: it cannot be
 * read, or does not exist: the folder is not a run. */
char *run_folder_read_config(const char *folder, char path[FILE_PATH], failure_t *error);

/* Keeps config.json, which is never written again, open while a run is played, as
 * *handle, so that writing into another folder in its place is noticed. A negative handle
 * is none. */
bool run_folder_open(const char *folder, int *handle, failure_t *error);
bool run_folder_is_same(const char *folder, int handle, failure_t *error);
void run_folder_close(int handle);

/* In the run's folder: the requested numbers of games (run_length.h), damaged shards that
 * --repair has moved away, the batch script and its logs. */
#define RUN_FOLDER_GAMES "games"
#define RUN_FOLDER_DAMAGED "damaged"
#define RUN_FOLDER_SLURM "slurm"

#endif
