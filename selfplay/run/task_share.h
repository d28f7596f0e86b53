/* share.h - which part of a run one of several tasks takes.
 * Use: share_t share = SHARE_ALL;
 *      if (share_read("3/8", &share, &error)) ... if (share_has(&share, shard)) ...
 * Task I of N, counted from 0, takes the shards whose number leaves I when divided by N.
 * Threads: pure, but for the environment.   Errors: a text that is no I/N with I < N; a
 *      Slurm array with gaps, of which nobody knows which task is the how many-th.
 */
#ifndef SELFPLAY_SHARE_H
#define SELFPLAY_SHARE_H

#include "core/error.h"

#include <stdint.h>

typedef struct share {
    uint64_t index, count;
} share_t;

#define SHARE_ALL ((share_t){0, 1})

bool share_read(const char *text, share_t *share, failure_t *error);

/* The task that Slurm has started this process as (SLURM_ARRAY_TASK_ID, _COUNT, _MIN,
 * _MAX, _STEP); SHARE_ALL outside an array. */
bool share_of_environment(share_t *share, failure_t *error);

static inline bool share_has(const share_t *share, uint64_t shard) {
    return shard % share->count == share->index;
}

/* "3/8", or "" for a share that is all. */
enum { SHARE_TEXT = 24 };
void share_write(const share_t *share, char text[SHARE_TEXT]);

#endif
