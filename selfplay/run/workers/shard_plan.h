/* shard_plan.h - the shards of a run that lack games, one after the other: those that are
 * there are listed once, those that are not are never counted one by one, as a run may
 * have hundreds of millions.
 * Use: shard_plan_t plan;
 *      if (shard_plan_init(&plan, &run, first, end, &share, &error))
 *          while (shard_plan_next(&plan, &job)) ... shard_job_begin(&job, &run, ...)
 *      shard_plan_clear(&plan);
 * What was asked for is read after the shards are seen: a short one that is there was
 * asked for before.
 * Owns: shard_plan_clear releases it.   Threads: one plan, one thread at a time.
 * Errors: a folder that cannot be read; a short file that cannot be.
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

/* A shard that is there, and its games. */
typedef struct shard_held {
    uint64_t shard, held;
} shard_held_t;

typedef struct shard_plan {
    const run_t *run;
    uint64_t next, end, step; /* shards; the plan's are `step` apart */
    shard_held_t *there;      /* of the plan, ascending */
    size_t num_there, passed; /* passed: of them */
    uint64_t games, found;    /* games that are missing; shards that lack none */
} shard_plan_t;

/* The share's shards of the games first ... end-1. */
bool shard_plan_init(shard_plan_t *plan, const run_t *run, uint64_t first, uint64_t end,
                     const task_share_t *share, failure_t *error);
void shard_plan_clear(shard_plan_t *plan);

/* The games that a plan from the first on would find missing; 0 where it cannot be read.
 */
uint64_t shard_plan_missing(const run_t *run, uint64_t end, const task_share_t *share);

/* The next job, which nobody has begun; false: there is none. */
bool shard_plan_next(shard_plan_t *plan, shard_job_t *job);

#endif
