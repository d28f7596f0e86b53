/* status.h - the progress of a run, from any machine, during the run or afterwards.
 * Use: status_t status;
 *      if (status_read(&status, "RUN", share, &error)) ... status_clear(&status);
 * Based on the names in the run's folder, the headers of its journals and the heartbeats
 * of its processes (call_log.h); the only files of games opened are short shards. With
 * more than STATUS_SAMPLE files, sizes are extrapolated from that many.
 * Errors: not a run's folder; a configuration that this program cannot read; a share
 *      without any file.
 */
#ifndef SELFPLAY_STATUS_H
#define SELFPLAY_STATUS_H

#include "core/base/error.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATUS_SAMPLE = 1000 };

/* Counts for a share or for the run. */
typedef struct status_count {
    uint64_t games;                 /* total */
    uint64_t in_files, in_journals; /* complete ones */
    uint64_t missing;               /* those in neither */
    uint64_t parts;                 /* unfinished ones, stored in part in journals */
    uint64_t files, files_there;    /* total; those that hold all their games */
    uint64_t files_unread; /* existing ones that could not be read: none of their games */
    uint64_t journal_bytes;
} status_count_t;

/* A task by its name in call logs: "3/8", or "" for one that plays everything. */
typedef struct status_task {
    char name[TASK_SHARE_TEXT];
    status_count_t count;
    size_t calls, latest;  /* their number; an index into status.calls, if any */
    uint64_t active_games; /* of running processes */
    double rate;           /* games per second of running processes; 0: not known */
    life_t life; /* of the latest process; finished when all games are in files */
} status_task_t;

typedef struct status {
    task_share_t share;
    status_count_t count;
    uint64_t active_games, threads, playing; /* of running processes */
    double rate;
    double work_left, work_rate;     /* missing games and rate by the weight of a game */
    uint64_t file_bytes, free_bytes; /* of files; of the disk, for this user */
    double seconds_left, bytes_needed; /* for the missing games; not finite: not known */
    bool complete, sampled;            /* sampled: file_bytes is an estimate */
    call_entry_t *calls;               /* by start time */
    size_t num_calls;
    status_task_t *tasks;
    size_t num_tasks;
    int64_t now;
} status_t;

/* `share`: the files to count, or TASK_SHARE_ALL. */
bool status_read(status_t *status, const char *folder, task_share_t share,
                 failure_t *error);
void status_clear(status_t *status);

/* Adds the counts of another run, for a total of runs: work, disk and games, but neither
 * calls nor tasks; a process that plays both counts twice. */
void status_add(status_t *total, const status_t *status);

#endif
