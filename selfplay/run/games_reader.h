/* games_reader.h - what a path names: runs, their files of games, and all their games,
 * batch by batch.
 * Use: games_reader_t reader;
 *      if (games_reader_open(&reader, "RUN", GAMES_FILE_WHOLE, &error))
 *          while ((count = games_reader_next(&reader, &error)) > 0) ... reader.record ...
 *      games_reader_close(&reader);                              also after an error
 * All files have to be of the configuration of the first.
 * Threads: as hdf5_values.h.
 */
#ifndef SELFPLAY_GAMES_READER_H
#define SELFPLAY_GAMES_READER_H

#include "core/base/error.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stdint.h>

/* The runs that a path names: a run, any folder with games, or a file stands for itself;
 * any other folder for the runs with games below it, at most RUN_TREE_DEPTH levels deep,
 * sorted by name, with numbers in names compared as numbers. {0}: none. */
enum { RUN_TREE_DEPTH = 3 };
typedef struct run_tree {
    char **paths;
    size_t count;
} run_tree_t;

bool run_tree_add(run_tree_t *tree, const char *path, failure_t *error);
void run_tree_clear(run_tree_t *tree);

/* A folder stands for its shard-*.h5 in ascending order, a file for itself, whatever its
 * name. {0}: none. */
typedef struct shard_files {
    char **paths;
    int *words; /* for each path, the index of the shard_files_add call that added it */
    size_t count;
    int num_words;
} shard_files_t;

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error);
void shard_files_clear(shard_files_t *files); /* also after an error */

/* Opens one of them as games_file_open does; for a damaged file of a run, the error names
 * the command that plays its games again. */
bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error);

typedef struct games_reader {
    shard_files_t files;
    size_t next;           /* file */
    games_file_t file;     /* the one that the record is of */
    games_header_t header; /* of the first file; maker: of all files so far */
    run_config_t config;   /* of the header */
    record_t record;       /* the last batch */
    uint64_t bytes;        /* of the files so far */
    games_file_use_t use;
    task_queue_t *queue; /* to be set before the first batch: its threads decompress */
    bool is_open;        /* the file */
} games_reader_t;

bool games_reader_open(games_reader_t *reader, const char *path, games_file_use_t use,
                       failure_t *error);
void games_reader_close(games_reader_t *reader);

/* Reads the next games into the record; returns how many, 0 at the end, -1 on an error.
 */
int64_t games_reader_next(games_reader_t *reader, failure_t *error);

/* Restarts at the first game. */
void games_reader_rewind(games_reader_t *reader);

/* The number of games in all files, each of which is opened; -1 on an error. Restarts. */
int64_t games_reader_count(games_reader_t *reader, failure_t *error);

#endif
