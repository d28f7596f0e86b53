/* run_folder.h - the contents of a run's folder, by file names alone.
 * Use: run_folder_t list;
 *      if (run_folder_list(&list, "RUN", &error)) ... list.shards[i] ...
 *      run_folder_clear(&list);
 * Reads the folder once and opens no file, so that a folder of a hundred thousand shards
 * on a cluster's file system is listed quickly.
 * Owns: run_folder_clear releases the lists.   Threads: any; calls are independent.
 * Errors: a folder that cannot be read, or is not a run.
 */
#ifndef SELFPLAY_RUN_FOLDER_H
#define SELFPLAY_RUN_FOLDER_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct run_folder {
    uint64_t *shards; /* numbers, ascending */
    size_t num_shards;
    uint64_t *journals; /* shards that have journals, ascending */
    size_t num_journals;
    char **unfinished; /* names that end in .tmp */
    size_t num_unfinished;
    char **foreign; /* other names, which no run creates */
    size_t num_foreign;
} run_folder_t;

/* Parses "shard-000007" with a suffix, exactly as runs write it. */
bool run_folder_shard_of(const char *name, const char *suffix, uint64_t *shard);

/* RUN/shard-000007.h5 and RUN/config.json. */
enum { RUN_PATH = 4096 };
void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]);
void run_config_path(const char *folder, char path[RUN_PATH]);

bool run_folder_list(run_folder_t *list, const char *folder, failure_t *error);
void run_folder_clear(run_folder_t *list);

/* Holds the folder of a run open while it is played, as *held. run_folder_is_held checks
 * that the path still names this folder, and a run: if it was removed or replaced, that
 * is an error, even if files could be written. A negative `held` is no folder. */
bool run_folder_hold(const char *folder, int *held, failure_t *error);
bool run_folder_is_held(const char *folder, int held, failure_t *error);
void run_folder_release(int held);

/* Whether a shard is among those listed. */
bool run_folder_has(const run_folder_t *list, uint64_t shard);

/* The text of RUN/config.json, for the caller to free, and its path; NULL: it cannot be
 * read, or does not exist: the folder is not a run. */
enum { RUN_FOLDER_PATH = 4096 };
char *run_folder_read_config(const char *folder, char path[RUN_FOLDER_PATH],
                             failure_t *error);

/* The folder of the requested numbers of games, in the run's folder (run_length.h). */
#define RUN_FOLDER_GAMES "games"

/* The folder to which --repair moves damaged shards, in the run's folder. */
#define RUN_FOLDER_DAMAGED "damaged"

#endif
