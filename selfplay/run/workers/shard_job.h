/* shard_job.h - a shard in progress: collects its games in any order, and publishes it
 * when all are complete.
 * Use: shard_job_t job = {.shard = shard, .first = first, .count = count};
 *      if (shard_job_begin(&job, &run, &error) && job.held < job.count)
 *          ... fill in the incomplete job.games, journaling them; job.done ...
 *          shard_job_publish(&job, &run, folder, &all, &bytes, &published, &error)
 *      shard_job_end(&job);
 * An existing short file is read: its games are copied to the longer one, which then
 * replaces it (run_length.h).
 * Threads: as hdf5_values.h; one job, one at a time.
 */
#ifndef SELFPLAY_SHARD_JOB_H
#define SELFPLAY_SHARD_JOB_H

#include "core/base/error.h"
#include "selfplay/store/games_header.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct journal journal_t; /* selfplay/run/journal.h */
typedef struct record record_t;   /* selfplay/store/record.h */
typedef struct run run_t;         /* selfplay/run/run.h */

typedef struct shard_job {
    uint64_t shard, first, count; /* first: of its games */
    uint64_t held;                /* games in its existing file, short or full */
    uint64_t assigned, done;      /* games assigned to threads; complete games */
    record_t *games; /* one record per game; a stored part until assigned to a thread */
    journal_t *journal;
    producer_t maker; /* of the short file and of this program */
} shard_job_t;

/* Reads the existing parts of the shard: its file and its journal. If the file holds
 * everything wanted (held is at least count), there is nothing to do. */
bool shard_job_begin(shard_job_t *job, const run_t *run, failure_t *error);

/* Writes the file of a shard whose games are complete, if the folder is still the
 * same (run_folder_open); `all`: an empty record, which gets them. *published: false if
 * another process has meanwhile written as many of its games. */
bool shard_job_publish(shard_job_t *job, const run_t *run, int folder, record_t *all,
                       size_t *bytes, bool *published, failure_t *error);
void shard_job_end(shard_job_t *job);

#endif
