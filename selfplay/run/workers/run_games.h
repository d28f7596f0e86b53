/* run_games.h - the games that threads play: assigned in order, journaled while they are
 * played, returned to shards that are published. For run_workers.c only.
 * Use: run_games_t games = {.team = &team, .run = run, .order = &order, .folder = folder,
 *                           .result = &result};
 *      if (run_games_plan(&games, &error))
 *          while (run_games_next(&games, &game)) ... play it ...
 *              run_games_return(&games, &game, true);
 *      run_games_clear(&games);
 * Threads: one at a time, as HDF5 and the journal require, except for
 *      run_games_have_failed and `enough`.
 * Errors: passed to run_games_fail, which keeps the first; no game is assigned after it.
 */
#ifndef SELFPLAY_RUN_GAMES_H
#define SELFPLAY_RUN_GAMES_H

#include "core/base/error.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_job.h"
#include "selfplay/run/workers/shard_plan.h"
#include "selfplay/store/record.h"

#include <stdatomic.h>

typedef struct play play_t; /* selfplay/play/run_game.h */
typedef struct run run_t;   /* selfplay/run/run.h */

/* The threads that play one or more runs. */
typedef struct run_team {
    int threads;
    failure_t *error;
    atomic_bool failed; /* relaxed: tells other threads to stop early */
} run_team_t;

typedef struct run_games {
    run_team_t *team;
    const run_t *run;
    const workers_order_t *order;
    int folder; /* of run_folder_open */
    shard_plan_t plan;
    struct open_job *jobs, *current; /* shards; games are assigned from the current one */
    progress_t progress;
    workers_result_t *result;
    atomic_bool enough; /* relaxed: tells other threads to stop early */
} run_games_t;

/* A game that is being played. */
typedef struct active_game {
    shard_job_t *job; /* NULL: there is none */
    uint64_t index;   /* in the shard */
    record_t record;
    size_t seen;             /* positions counted so far */
    size_t stored_positions; /* positions in the journal */
    double stored;           /* time of the last entry */
    int64_t repeats;         /* restarts after failures of outside programs */
    play_t *play;
} active_game_t;

/* Finds the shards that lack games, and starts the progress bar. */
bool run_games_plan(run_games_t *games, failure_t *error);

/* The next missing game, with its stored part; false: there is none. */
bool run_games_next(run_games_t *games, active_game_t *game);
/* Writes the game so far to the journal. */
void run_games_store(run_games_t *games, active_game_t *game);
/* Counts the actions since the last call. */
void run_games_count(run_games_t *games, active_game_t *game);
/* Returns a game from its thread: if complete, to its shard, which is published with its
 * last game; otherwise to the journal. */
void run_games_return(run_games_t *games, active_game_t *game, bool whole);

bool run_games_are_left(const run_games_t *games); /* to be assigned */
bool run_games_are_done(const run_games_t *games); /* all, and published */

bool run_games_have_failed(const run_games_t *games);
/* Only the first error is reported. */
void run_games_fail(run_games_t *games, const failure_t *error);

void run_games_clear(run_games_t *games);

#endif
