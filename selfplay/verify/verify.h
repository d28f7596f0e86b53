/* verify.h - whether a run, or a file of games, is whole: nothing lost, nothing twice.
 * Use: verify_t verify;
 *      if (verify_path(&verify, "RUN", &options, &error)) ... verify.problems ...
 *      verify_clear(&verify);
 * Proven, in this order: every file's envelope and checksums and that it is of this run's
 * configuration; that a shard holds just its games, each once, in order (all of them, or
 * as many as a shorter run ended with: run_length.h); every game, replayed by the rules
 * (replay.h); for a sample of games or all, every search, visit for visit. What is wrong
 * is told as it is found, one problem at a time; what is missing is no problem, and is
 * counted. Batches of games are read by one thread, and unpacked and replayed by all
 * (game_checker.h): memory does not grow with the run. A run that is being played can be
 * verified: shards that appear meanwhile are not looked at, and one that is taken away
 * counts as missing.
 * verify.at_fault are the shards that set_aside.h may move away. A file that cannot be
 * read, or is of another version of schema, rules or search, is not at fault.
 * Owns: verify_clear releases everything.
 * Threads: HDF5's rule (hdf5_values.h); its own are an OpenMP team.
 * Errors: what is neither run nor file of games; a folder that cannot be read; a range
 *      that cuts a shard in two.
 */
#ifndef SELFPLAY_VERIFY_H
#define SELFPLAY_VERIFY_H

#include "core/base/error.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_config.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_header.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct game_checker game_checker_t; /* selfplay/verify/game_checker.h */
typedef struct game_origin game_origin_t;   /* selfplay/verify/game_checker.h */
typedef struct task_queue task_queue_t;     /* selfplay/run/task_queue.h */

typedef enum {
    VERIFY_DAMAGED, /* the file is at fault */
    VERIFY_UNKNOWN, /* the file cannot be checked here */
    VERIFY_NOTICE   /* no problem: what lies there besides */
} verify_kind_t;

typedef struct verify_problem {
    verify_kind_t kind;
    const char *path;
    int64_t game, ply; /* -1: of the file or game as a whole */
    const char *text;
} verify_problem_t;

typedef struct verify_options {
    uint64_t sample;     /* games to be searched again; UINT64_MAX: all */
    uint64_t first, end; /* only these games of a run, whole shards; 0, 0: all */
    int threads;         /* 0: as many as the machine offers */
    bool quiet;          /* no progress */
    void (*tell)(void *context, const verify_problem_t *problem);
    void *context;
} verify_options_t;

typedef struct verify {
    const verify_options_t *options;
    char *path;
    bool is_run;
    run_config_t config;
    run_t run;             /* of a run: as long as it is to be */
    games_header_t header; /* of the run or file */
    progress_t progress;
    task_queue_t *queue; /* of the team */
    game_checker_t *checker;
    uint64_t num_shards;     /* of the run */
    uint64_t first_shard;    /* of those that are looked at */
    uint64_t games_expected; /* of these; of a file: those it holds */
    uint64_t files, files_expected, games, positions, bytes, repeated;
    uint64_t problems, notices;
    double seconds;
    game_ranges_t missing;   /* games of shards that are not there, or are short */
    game_origin_t *at_fault; /* shards, each once */
    size_t num_at_fault;
    uint64_t told_shard, told; /* problems of which shard have been told last */
} verify_t;

bool verify_path(verify_t *verify, const char *path, const verify_options_t *options,
                 failure_t *error);
void verify_clear(verify_t *verify);

#endif
