/* games_reader.h - finds the runs and the files of games that a path names, and reads
 * their games in batches.
 * Use: games_reader_t reader;
 *      if (games_reader_open(&reader, "RUN", GAMES_FILE_WHOLE, &error))
 *          while ((count = games_reader_next(&reader, &error)) > 0) ... reader.record ...
 *      games_reader_close(&reader);                              also after an error
 * All files must have the configuration of the first.
 * Threads: as hdf5_values.h.
 */
#ifndef SELFPLAY_GAMES_READER_H
#define SELFPLAY_GAMES_READER_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stdint.h>

/* The runs that a path names: the path itself if it is a file, a run or a folder with
 * games; otherwise the runs with games below it, at most RUN_TREE_DEPTH levels deep, but
 * not those that a study's players learned from; sorted by name, with numbers in names
 * compared as numbers; if there are none, the path, so that its reader reports the error.
 * Begin with {0}, or {.all = true} for runs without files of games, too; then a study
 * without runs is an error. */
enum { RUN_TREE_DEPTH = 4 };
typedef struct run_tree {
    char **paths;
    size_t count;
    bool all;
} run_tree_t;

bool run_tree_add(run_tree_t *tree, const char *path, failure_t *error);
void run_tree_add_run(run_tree_t *tree, const char *path); /* whatever is there */
void run_tree_clear(run_tree_t *tree);

/* Files of games: of a folder its shard-*.h5 in ascending order, at least one; a file
 * whatever its name. Begin with {0}. */
typedef struct shard_files {
    char **paths;
    int *words; /* for each path, the index of the shard_files_add call that added it */
    size_t count;
    int num_words;
} shard_files_t;

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error);
void shard_files_clear(shard_files_t *files); /* also after an error */

/* Whether "RUN/shard-000007.h5" is a name in a run's folder; that folder. */
bool run_file_run(const char *path, char folder[FILE_PATH]);

/* As games_file_open, but the error for a damaged file of a run names the command that
 * plays its games again. */
bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error);

typedef struct games_reader {
    shard_files_t files;
    size_t next;           /* index of the next file */
    games_file_t file;     /* of the record; open if is_open */
    games_header_t header; /* of the first file, but `maker` is of all so far */
    run_config_t config;   /* of the header */
    record_t record;       /* the last batch */
    uint64_t bytes;        /* size of the files so far */
    games_file_use_t use;
    task_queue_t *queue; /* to decompress with its threads: set before the first batch */
    bool is_open;
} games_reader_t;

bool games_reader_open(games_reader_t *reader, const char *path, games_file_use_t use,
                       failure_t *error);
void games_reader_close(games_reader_t *reader);

/* Reads the next games into the record; returns how many, 0 at the end, -1 on an error.
 */
int64_t games_reader_next(games_reader_t *reader, failure_t *error);

void games_reader_rewind(games_reader_t *reader);

/* The number of games in all files, each of which is opened; -1 on an error. Rewinds. */
int64_t games_reader_count(games_reader_t *reader, failure_t *error);

#endif
