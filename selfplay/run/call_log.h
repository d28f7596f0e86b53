/* call_log.h - one log file per process that plays games of a run, rewritten while it
 * runs: a heartbeat for `fulcrum status`, and the run's history for people.
 * Use: call_log_t log; call_log_init(&log, "RUN", task, threads);
 *      call_log_write(&log, &counts, "playing", NULL);   periodically, and at the end
 * RUN/calls/WRITER.json, WRITER by process_name.h: one JSON object. A run does not fail
 * because of its log.
 */
#ifndef SELFPLAY_CALL_LOG_H
#define SELFPLAY_CALL_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CALL_LOG_INTERVAL_S 30.0 /* between two heartbeats */

/* What a process has done so far. */
typedef struct call_counts {
    uint64_t games;       /* finished, including those in the journal */
    uint64_t num_actions; /* of all its games, finished or not */
    uint64_t simulations;
    uint64_t active_games; /* games in progress */
    uint64_t shards_made;
    double seconds;
} call_counts_t;

enum { CALL_STATE = 16, CALL_TASK = 24, CALL_PATH = 4096 };

typedef struct call_log {
    char folder[CALL_PATH];
    char task[CALL_TASK];
    int threads;
    time_t started;
} call_log_t;

void call_log_init(call_log_t *log, const char *run_folder, const char *task,
                   int threads);
void call_log_write(const call_log_t *log, const call_counts_t *counts, const char *state,
                    const char *why);

/* The contents of a log file; damaged or foreign files are ignored. */
typedef struct call_entry {
    char writer[128], host[72], task[CALL_TASK], state[CALL_STATE], job[32], why[512];
    int64_t started, updated; /* seconds since 1970 by its machine's clock */
    int threads;
    call_counts_t counts;
} call_entry_t;

/* All log files of a run, by start time; *count of them, for the caller to free. */
call_entry_t *call_log_read(const char *run_folder, size_t *count);

#endif
