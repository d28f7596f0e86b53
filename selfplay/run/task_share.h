/* task_share.h - the part of a run that one of several tasks plays.
 * Use: task_share_t share = TASK_SHARE_ALL;
 *      if (task_share_read("3/8", &share))
 *          ... if (task_share_has(&share, shard)) ...
 * Task I of N, counted from 0, plays the shards whose number modulo N is I. Only the
 * command line says so: a job array of Slurm may be for another purpose.
 */
#ifndef SELFPLAY_TASK_SHARE_H
#define SELFPLAY_TASK_SHARE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct task_share {
    uint64_t index, count;
} task_share_t;

#define TASK_SHARE_ALL ((task_share_t){0, 1})

bool task_share_read(const char *text, task_share_t *share);

static inline bool task_share_has(const task_share_t *share, uint64_t shard) {
    return shard % share->count == share->index;
}

/* "3/8", or "" for TASK_SHARE_ALL. */
enum { TASK_SHARE_TEXT = 24 };
void task_share_write(const task_share_t *share, char text[TASK_SHARE_TEXT]);

#endif
