/* call_log.h - one log file per process and task that plays games of a run, rewritten
 * while it runs: a heartbeat for `fulcrum status`, and the run's history for people.
 * Use: call_log_t log; call_log_init(&log, "RUN", &share, threads);
 *      call_log_write(&log, &counts, LIFE_PLAYING, NULL);   periodically, and at the end
 * RUN/calls/WRITER.json, of task I of N WRITER.IofN.json, WRITER by process_name.h: one
 * JSON object. A process that plays a run again for the same task goes on counting. A run
 * does not fail because of its log.
 */
#ifndef SELFPLAY_CALL_LOG_H
#define SELFPLAY_CALL_LOG_H

#include "core/base/files/file.h"
#include "selfplay/run/task_share.h"

#include <stddef.h>
#include <stdint.h>

#define CALL_LOG_INTERVAL_S 30.0 /* between two heartbeats */
#define CALL_SILENT_S (3 * CALL_LOG_INTERVAL_S)

/* What a log says of its process, the worst first. One that ran on this machine and no
 * longer exists is dead; one that has not written for CALL_SILENT_S is silent. */
typedef enum {
    LIFE_FAILED,
    LIFE_DEAD,
    LIFE_SILENT,
    LIFE_STOPPED,
    LIFE_NONE, /* no process yet */
    LIFE_PLAYING,
    LIFE_FINISHED,
    LIFE_COUNT
} life_t;
extern const char *const life_names[LIFE_COUNT];

/* What a process has done so far. */
typedef struct call_counts {
    uint64_t games;       /* finished, including those in the journal */
    uint64_t num_actions; /* of all its games, finished or not */
    uint64_t simulations;
    uint64_t active_games; /* games in progress */
    uint64_t shards_made;
    double seconds;
} call_counts_t;

typedef struct call_log {
    char path[FILE_PATH];
    char task[TASK_SHARE_TEXT];
    int threads;
    int64_t started;
    call_counts_t before; /* of earlier plays for the task */
} call_log_t;

void call_log_init(call_log_t *log, const char *run_folder, const task_share_t *share,
                   int threads);
/* why: the reason of a failure or a stop, or NULL. */
void call_log_write(const call_log_t *log, const call_counts_t *counts, life_t life,
                    const char *why);

/* The contents of a log file; damaged or foreign files are ignored. */
typedef struct call_entry {
    char writer[128], host[72], task[TASK_SHARE_TEXT], job[32], why[512];
    int64_t started, updated; /* seconds since 1970 by its machine's clock */
    int threads;
    life_t life; /* when it was read */
    call_counts_t counts;
} call_entry_t;

/* All log files of a run, by start time; *count of them, for the caller to free. */
call_entry_t *call_log_read(const char *run_folder, size_t *count);

/* The games and seconds of all of them. */
call_counts_t call_log_total(const char *run_folder);

#endif
