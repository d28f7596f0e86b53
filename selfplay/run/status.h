/* status.h - how far a run is, from any machine, while it is played or afterwards.
 * Use: status_t status;
 *      if (status_read(&status, "RUN", share, &error)) ... status_clear(&status);
 * From the names in the run's folder, the headings of its journals and the signs of life
 * of its calls (call_log.h); no file of games is opened but those that a shorter run
 * ended with (run_length.h). Of more than STATUS_SAMPLE files the sizes of so many,
 * spread evenly, stand for all. Nothing is changed. A call that says that it plays and
 * has not written for three intervals counts as silent; one whose process was of this
 * machine and is gone counts as dead.
 * Owns: status_clear releases everything.   Threads: independent calls run together.
 * Errors: no run's folder; a configuration that this program does not read.
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
#define STATUS_SILENT_S (3 * CALL_LOG_INTERVAL_S)

/* The worst first. */
typedef enum {
    LIFE_FAILED,
    LIFE_DEAD,
    LIFE_SILENT,
    LIFE_STOPPED,
    LIFE_NONE, /* no call yet */
    LIFE_PLAYING,
    LIFE_FINISHED,
    LIFE_COUNT
} life_t;
extern const char *const life_names[LIFE_COUNT];

/* Games of a share or of the run. */
typedef struct status_count {
    uint64_t games;                 /* in all */
    uint64_t in_files, in_journals; /* whole ones */
    uint64_t parts;                 /* begun ones of which the journals keep a part */
    uint64_t files, files_there;    /* in all; that hold all their games */
    uint64_t journal_bytes;
} status_count_t;

/* A task, as the calls name it: "3/8", or "" for one that plays everything. */
typedef struct status_task {
    char name[CALL_TASK];
    status_count_t count;
    size_t calls, latest;  /* how many; which of status.calls, if any */
    uint64_t active_games; /* in the calls that play now */
    double rate;           /* games a second of the calls that play now; 0: not known */
    life_t life;           /* of the latest call; finished when all games are in files */
} status_task_t;

typedef struct status {
    task_share_t share;
    status_count_t count;
    uint64_t active_games, threads, playing; /* of the calls that play now */
    double rate;
    uint64_t file_bytes, free_bytes; /* of files; of the disk, for this user */
    bool sampled;                    /* file_bytes is about so much */
    call_entry_t *calls;             /* by their start */
    life_t *lives;                   /* of each call */
    size_t num_calls;
    status_task_t *tasks;
    size_t num_tasks;
    int64_t now;
} status_t;

/* `share`: of which files; TASK_SHARE_ALL. */
bool status_read(status_t *status, const char *folder, task_share_t share,
                 failure_t *error);
void status_clear(status_t *status);

/* Games that are neither in files nor whole in journals. */
uint64_t status_missing(const status_count_t *count);
bool status_is_complete(const status_count_t *count);

/* Seconds that are left at a rate; negative: not known. */
double status_seconds_left(const status_count_t *count, double rate);

/* Bytes that the missing games will take; negative: not known, as there is no file yet.
 */
double status_bytes_needed(const status_t *status);

#endif
