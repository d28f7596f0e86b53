/* shard_plan.h - iterates over the shards of a run that lack games: existing shards are
 * listed once; missing ones are not counted one by one, as a run may have hundreds of
 * millions.
 * Use: shard_plan_t plan;
 *      if (shard_plan_init(&plan, &run, first, end, &share, &error))
 *          while (shard_plan_next(&plan, &job)) ... shard_job_begin(&job, &run, ...)
 *      shard_plan_clear(&plan);
 */
#ifndef SELFPLAY_SHARD_PLAN_H
#define SELFPLAY_SHARD_PLAN_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct run run_t;             /* selfplay/run/run.h */
typedef struct shard_job shard_job_t; /* selfplay/run/workers/shard_job.h */

/* An existing shard, and its number of games. */
typedef struct shard_held {
    uint64_t shard, held;
} shard_held_t;

typedef struct shard_plan {
    const run_t *run;
    uint64_t next, end, step; /* shards; the plan's are `step` apart */
    bool is_backward;         /* set by the caller: the last shard first */
    shard_held_t *there;      /* existing ones of the plan, ascending */
    size_t num_there, passed; /* passed: how many of them were */
    uint64_t games, found;    /* missing games; complete shards */
} shard_plan_t;

/* The share's shards of the games first ... end-1. */
bool shard_plan_init(shard_plan_t *plan, const run_t *run, uint64_t first, uint64_t end,
                     const task_share_t *share, failure_t *error);
void shard_plan_clear(shard_plan_t *plan);

/* The number of missing games before `end` in a share; 0 if it cannot be read. */
uint64_t shard_plan_missing(const run_t *run, uint64_t end, const task_share_t *share);

/* The next job, not started yet; false: there is none. */
bool shard_plan_next(shard_plan_t *plan, shard_job_t *job);

#endif
