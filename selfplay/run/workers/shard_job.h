/* shard_job.h - a shard that is being made: its games come in any order and are kept
 * until all are there; then it is published.
 * Use: shard_job_t job = {.shard = shard, .first = first, .count = count};
 *      if (shard_job_begin(&job, &run, &error) && job.held < job.count)
 *          ... fill in job.games that are not whole, with a journal of them, job.done ...
 *          shard_job_publish(&job, &run, folder, &all, &bytes, &published, &error)
 *      shard_job_end(&job);
 * A shorter file that is there, of a time when the run was to have fewer games, is read:
 * its games are copied into the longer one, which then takes its place (run_length.h).
 * Owns: games and journal, until the end.   Threads: as hdf5_values.h; one job, one at a
 *      time.
 * Errors: a shorter file that cannot be read; a file that cannot be written.
 */
#ifndef SELFPLAY_SHARD_JOB_H
#define SELFPLAY_SHARD_JOB_H

#include "core/base/error.h"
#include "selfplay/store/games_header.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct journal journal_t; /* selfplay/store/journal.h */
typedef struct record record_t;   /* selfplay/store/record.h */
typedef struct run run_t;         /* selfplay/run/run.h */

typedef struct shard_job {
    uint64_t shard, first, count; /* first: of its games */
    uint64_t held;                /* games in its file: of a shorter one, or all */
    uint64_t dealt, done;         /* games given to threads; games that are whole */
    record_t *games; /* one record a game, from when it is begun; a part of a game until
                        its thread has it */
    journal_t *journal;
    producer_t maker; /* of the shorter file and of what is made here */
} shard_job_t;

/* Reads what is there of the shard: its file and its journal. Where the file holds all
 * that is wanted (held is at least count) there is nothing to be made. */
bool shard_job_begin(shard_job_t *job, const run_t *run, failure_t *error);

/* Writes the file of a shard whose games are all there, into the folder that is held
 * (run_folder_hold) or into none; `all`: an empty record, which gets them. *published:
 * false where another process has made as much of it meanwhile. */
bool shard_job_publish(shard_job_t *job, const run_t *run, int folder, record_t *all,
                       size_t *bytes, bool *published, failure_t *error);
void shard_job_end(shard_job_t *job);

#endif
