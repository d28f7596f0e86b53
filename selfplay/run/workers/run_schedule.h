/* run_schedule.h - plays several runs up to a number of games each: on the same threads,
 * and shared among tasks.
 * Use: run_want_t wants[] = {{&run, first, games, 0}, ...};
 *      run_schedule_t schedule = {.share = TASK_SHARE_ALL, .progress = &progress};
 *      if (!run_schedule_extend(wants, count, &error)) ...     where runs may be shorter
 *      games = run_schedule_missing(&schedule, wants, count, &work);
 *      if (!run_schedule_play(&schedule, wants, count, &error)) ... schedule.stopped ...
 * The tasks begin with different shards of each run, lest the first task get all runs of
 * one shard. With `helps`, a task then plays what the others have not played yet, the
 * last shards first, as each other task plays towards them: none waits for another, and
 * any of them alone would finish.
 * Threads: as many as the first run's configuration says.   Errors: as run_workers.h.
 */
#ifndef SELFPLAY_RUN_SCHEDULE_H
#define SELFPLAY_RUN_SCHEDULE_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct progress progress_t; /* selfplay/run/progress.h */
typedef struct run run_t;           /* selfplay/run/run.h */

typedef struct run_want {
    run_t *run;
    uint64_t first, games; /* to be played: first ... games-1, whole shards */
    int number;            /* of the run, the same for all tasks */
} run_want_t;

typedef struct run_schedule {
    task_share_t share;
    bool helps, quiet;
    progress_t *progress; /* of all work, or NULL */
    const char *stopped;  /* out: by what, or NULL */
} run_schedule_t;

/* The shards of a run that a task plays first. */
task_share_t run_schedule_share(const run_schedule_t *schedule, int number);

/* Requests these games (run_request). */
bool run_schedule_extend(const run_want_t *wants, int count, failure_t *error);

/* The missing games that the task may have to play, and their total weight. */
uint64_t run_schedule_missing(const run_schedule_t *schedule, const run_want_t *wants,
                              int count, uint64_t *work);

bool run_schedule_play(run_schedule_t *schedule, const run_want_t *wants, int count,
                       failure_t *error);

#endif
