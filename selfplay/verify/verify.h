/* verify.h - checks that a run, or a file of games, is intact: nothing lost, nothing
 * twice.
 * Use: verify_t verify;
 *      if (verify_path(&verify, "RUN", &options, &error)) ... verify.problems ...
 *      verify_clear(&verify);
 * Checks every file's envelope, checksums and configuration; that a shard holds exactly
 * its games, each once, in order; every game, replayed by the rules (replay.h); for a
 * sample of games or all, every search, visit for visit. Problems are reported as they
 * are found; missing games are not problems, and are counted. One thread reads, and all
 * decompress and replay: memory does not grow with the run. A run can be verified while
 * it is being played. No outside program that the games name is started unless the
 * options name it: searches that it evaluated are then not repeated, and a notice says
 * so. A stop request (stop.h) ends the check early. With options.resume, games found
 * intact are remembered every VERIFY_MARK_S, and skipped afterwards: by the same task or,
 * where several tasks did a share each, by all of them and by a check of the whole run.
 * verify.at_fault lists the shards that set_aside.h may move away: not files that cannot
 * be read, or are of another version. Where the system failed to read a file
 * (verify.unread), nothing is to be moved: what failed once may look like damage
 * elsewhere.
 * Errors: neither a run nor a file of games; a folder that cannot be read; a range that
 *      splits a shard; a program that no agent of the games is; another file in the
 *      place of the mark.
 */
#ifndef SELFPLAY_VERIFY_H
#define SELFPLAY_VERIFY_H

#include "core/base/error.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/task_share.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_header.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct game_checker game_checker_t; /* selfplay/verify/game_checker.h */
typedef struct game_origin game_origin_t;   /* selfplay/verify/game_checker.h */
typedef struct task_queue task_queue_t;     /* core/base/process/task_queue.h */

#define VERIFY_MARK_S 15.0

typedef enum {
    VERIFY_DAMAGED, /* the file is at fault */
    VERIFY_UNKNOWN, /* the file cannot be checked here */
    VERIFY_NOTICE   /* not a problem: other files there */
} verify_kind_t;

typedef struct verify_problem {
    verify_kind_t kind;
    const char *path;
    int64_t game, ply; /* -1: of the whole file or game */
    const char *text;
} verify_problem_t;

enum { VERIFY_PROGRAMS = 4 };

typedef struct verify_options {
    uint64_t sample;  /* games to search again; UINT64_MAX: all */
    bool must_repeat; /* these; else it is a notice that they cannot be */
    const char *programs[VERIFY_PROGRAMS]; /* that may be started: engine_program_text */
    int num_programs;
    uint64_t first, end; /* only these games of a run, whole shards; 0, 0: all */
    task_share_t share;  /* of the whole run: consecutive shards */
    const char *resume;  /* verify_mark.h: skip what is marked; or NULL */
    int threads;         /* 0: all available */
    bool quiet;          /* no progress */
    void (*report)(void *context, const verify_problem_t *problem);
    void *context;
} verify_options_t;

typedef struct verify {
    const verify_options_t *options;
    char *path;
    bool is_run;
    run_config_t config;
    run_t run;             /* of a run: at its full length */
    games_header_t header; /* of the run or file */
    progress_t progress;
    task_queue_t *queue; /* of the team */
    game_checker_t *checker;
    uint64_t num_shards;     /* of the run */
    uint64_t first_shard;    /* of those checked */
    game_ranges_t intact;    /* of these, by earlier checks */
    double marked;           /* when the progress was last remembered */
    const char *stopped;     /* by what, before the end; NULL: it was not */
    uint64_t games_expected; /* of these; of a file: those it holds */
    uint64_t files, files_expected, games, positions, bytes, repeated;
    uint64_t problems, notices, unread; /* unread: problems of the system */
    double seconds;
    game_ranges_t missing;   /* games of missing or short shards */
    game_origin_t *at_fault; /* shards, each once */
    size_t num_at_fault;
    uint64_t reported_shard, reported; /* the last shard with problems; their number */
} verify_t;

bool verify_path(verify_t *verify, const char *path, const verify_options_t *options,
                 failure_t *error);
void verify_clear(verify_t *verify);

#endif
