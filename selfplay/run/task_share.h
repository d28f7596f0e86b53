/* task_share.h - which part of a run one of several tasks takes.
 * Use: task_share_t share = TASK_SHARE_ALL;
 *      if (task_share_read("3/8", &share, &error))
 *          ... if (task_share_has(&share, shard)) ...
 * Task I of N, counted from 0, takes the shards whose number leaves I when divided by N.
 * Threads: pure, but for the environment.   Errors: a text that is no I/N with I < N; a
 *      Slurm array with gaps, in which a task's position is not known.
 */
#ifndef SELFPLAY_TASK_SHARE_H
#define SELFPLAY_TASK_SHARE_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct task_share {
    uint64_t index, count;
} task_share_t;

#define TASK_SHARE_ALL ((task_share_t){0, 1})

bool task_share_read(const char *text, task_share_t *share, failure_t *error);

/* The task that Slurm has started this process as (SLURM_ARRAY_TASK_ID, _COUNT, _MIN,
 * _MAX, _STEP); TASK_SHARE_ALL outside an array. */
bool task_share_from_environment(task_share_t *share, failure_t *error);

static inline bool task_share_has(const task_share_t *share, uint64_t shard) {
    return shard % share->count == share->index;
}

/* "3/8", or "" for a share that is all. */
enum { TASK_SHARE_TEXT = 24 };
void task_share_write(const task_share_t *share, char text[TASK_SHARE_TEXT]);

#endif
