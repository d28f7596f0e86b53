/* run_workers.h - plays the missing shards of a run: many games at once, on many threads.
 * Use: workers_order_t order = {.first = 0, .end = games, .share = TASK_SHARE_ALL};
 *      workers_result_t result;
 *      if (workers_play(&run, &order, &result, &error)) ...
 *      workers_result_clear(&result);
 * Existing shards are not played again, nor are games that any process left in the
 * journals of missing shards: the same command completes an interrupted run, with the
 * same data. A short file, of a run that was shorter, is extended: its games are copied.
 * Where that is faster, a thread plays several games concurrently (search_batch.h), which
 * changes none of them. Two processes that make the same shard waste time but do no harm.
 * On a stop request (stop.h), each thread stops its games after at most
 * SEARCH_BATCH_WATCH leaves and writes them to the journal, as it does every
 * WORKERS_JOURNAL_S anyway; the next call resumes or, where they cannot resume
 * (play_can_go_on in run_game.h), restarts them. A game in which an outside program fails
 * never counts: after a crash or a timeout the game is restarted, a few times, with a
 * message; after that, on a wrong answer, or if an outside evaluator fails, the call ends
 * with an error. Games completed before are kept.
 * Threads: config.threads; one caller at a time.
 * Errors: a range that splits a shard; a full disk, a folder that cannot be written; an
 *      outside program that fails.
 */
#ifndef SELFPLAY_RUN_WORKERS_H
#define SELFPLAY_RUN_WORKERS_H

#include "core/base/error.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/summary.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct progress progress_t;     /* selfplay/run/progress.h */
typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run run_t;               /* selfplay/run/run.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

#define WORKERS_JOURNAL_S 60.0 /* between two journal entries of an active game */

typedef struct workers_order {
    uint64_t first, end; /* games; both at shard boundaries */
    task_share_t share;
    bool is_backward; /* the last shard first, where another process plays the first */
    bool quiet;
    progress_t *progress; /* the one shown, of which this is a part; or NULL */
    /* Called with every shard that this process publishes, one at a time, in any order,
     * but not with existing shards or those of other processes; false: enough, stop
     * playing. NULL: play everything. */
    bool (*more)(void *context, uint64_t shard, const record_t *games);
    void *context;
} workers_order_t;

/* The result. */
typedef struct workers_result {
    uint64_t shards_found;
    uint64_t games_journaled; /* found complete in the journal */
    uint64_t games_in_short;  /* found in short files, which were extended */
    call_counts_t counts;
    int threads;
    const char *stopped; /* by what; NULL: all is done, or `more` returned false */
    summary_t summary;   /* of the new shards */
} workers_result_t;

/* Whether a run of this many games can be played so: --games within it, at whole shards.
 */
bool workers_check(const run_config_t *config, uint64_t games,
                   const workers_order_t *order, failure_t *error);

/* Plays what is missing; false on an error. */
bool workers_play(const run_t *run, const workers_order_t *order,
                  workers_result_t *result, failure_t *error);

/* One of several runs. */
typedef struct workers_part {
    const run_t *run;
    workers_order_t order;
    workers_result_t *result; /* cleared by the caller, also after an error; or NULL */
} workers_part_t;

/* Plays what is missing of several runs with one team of threads, whose number is that of
 * the first run's configuration: a thread for which a run has no game left moves on to
 * the next, while the others finish theirs. Runs with the longest games
 * (run_config_game_weight) start first, so that all threads are busy until the last short
 * games; backward, they come last. When stopped, the remaining runs are not started, and
 * their results are marked as stopped, too. `stopped`: by what any of them was stopped,
 * or NULL. */
bool workers_play_several(const workers_part_t *parts, int count, const char **stopped,
                          failure_t *error);

void workers_result_clear(workers_result_t *result);

#endif
