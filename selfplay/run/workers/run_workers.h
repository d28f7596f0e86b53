/* run_workers.h - many games of a run at once, on many threads, into its missing shards.
 * Use: workers_order_t order = {.first = 0, .end = games, .share = TASK_SHARE_ALL};
 *      workers_result_t result;
 *      if (workers_play(&run, &order, &result, &error)) ...
 *      workers_result_clear(&result);
 * A shard that is there is not played again; of one that is not, games that any process
 * left in its journal are not: so a run that was cut is finished by the same command, and
 * the data are the same. A shorter file, of a run that was to have fewer games, is made
 * longer: its games are copied. Games are given to the threads in order; where that is
 * faster a thread plays several side by side (search_batch.h), which changes none of
 * them. Two processes that make the same shard do no harm but to the time they take: each
 * looks again whether it is there before it begins it. When somebody asks to stop
 * (stop.h), each thread stops its active games after at most SEARCH_BATCH_WATCH leaves
 * and writes them to the journal as far as they are played, as it does every
 * WORKERS_JOURNAL_S anyway. The next call goes on from there, or, where games cannot go
 * on from their positions (play_can_go_on in run_game.h), begins them again.
 * A game in which an outside program (engine_choice.h) fails never counts: where it has
 * crashed or was late the game is begun again, some times, with a message; after that, or
 * where it answers wrongly, the call ends with an error. So it does where an outside
 * evaluator fails. What was whole before stays in shards and journals.
 * Threads: workers_play uses config.threads; the calls themselves are for one thread.
 * Errors: a range that cuts a shard in two; a full disk, a folder that cannot be written;
 *      an outside program that fails.
 *      What was published or kept stays.
 */
#ifndef SELFPLAY_RUN_WORKERS_H
#define SELFPLAY_RUN_WORKERS_H

#include "core/base/error.h"
#include "selfplay/run/workers/run_order.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct run run_t;               /* selfplay/run/run.h */
typedef struct run_config run_config_t; /* selfplay/run/run_config.h */

#define WORKERS_JOURNAL_S                                                                \
    60.0 /* between two entries of a game under way in the journal */

/* Plays what is missing; false on an error. */
bool workers_play(const run_t *run, const workers_order_t *order,
                  workers_result_t *result, failure_t *error);

/* A run of several. */
typedef struct workers_part {
    const run_t *run;
    workers_order_t order;
    workers_result_t *result; /* cleared by the caller, after an error as well; or NULL */
} workers_part_t;

/* Plays what is missing of several runs by one team of threads, as many as the first
 * run's configuration says: a thread for which a run has no game left goes on to the
 * next, while the others end theirs. Runs with the longest games (run_config_game_weight)
 * are begun first, so that all threads are busy until the last short games. Stopped, it
 * does not begin those that are left; their results say so, too. `stopped`: by what any
 * of them was, or NULL. */
bool workers_play_several(const workers_part_t *parts, int count, const char **stopped,
                          failure_t *error);

void workers_result_clear(workers_result_t *result);

#endif
