/* run_games.h - the games of a run that threads play: dealt one after the other, kept in
 * the journal while they are played, delivered into shards that are published.
 * Use: of run_workers.c alone.
 *      run_games_t games = {.team = &team, .run = run, .order = &order, .folder = folder,
 *                           .result = &result};
 *      if (run_games_plan(&games, &error))
 *          while (run_games_deal(&games, &game)) ... play it ...
 *              run_games_land(&games, &game, true);
 *      run_games_clear(&games);
 * Owns: shards and journals that are not published, until the end.
 * Threads: one at a time, as HDF5 and the journal ask for it, but for
 *      run_games_have_failed and `enough`.
 * Errors: given to run_games_fail, which keeps the first; no game is dealt after it.
 */
#ifndef SELFPLAY_RUN_GAMES_H
#define SELFPLAY_RUN_GAMES_H

#include "core/base/error.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/workers/run_order.h"
#include "selfplay/run/workers/shard_job.h"
#include "selfplay/run/workers/shard_plan.h"
#include "selfplay/store/record.h"

#include <stdatomic.h>

typedef struct play play_t; /* selfplay/play/run_game.h */
typedef struct run run_t;   /* selfplay/run/run.h */

/* The threads that play several runs. */
typedef struct run_team {
    int threads;
    failure_t *error;
    atomic_bool failed; /* relaxed: tells other threads to stop early */
} run_team_t;

typedef struct run_games {
    run_team_t *team;
    const run_t *run;
    const workers_order_t *order;
    int folder; /* held open (run_folder_hold) */
    shard_plan_t plan;
    struct open_job *jobs, *current; /* shards; games are dealt of the current one */
    progress_t progress;
    workers_result_t *result;
    atomic_bool enough; /* relaxed: tells other threads to stop early */
} run_games_t;

/* A game that is being played. */
typedef struct active_game {
    shard_job_t *job; /* NULL: there is none */
    uint64_t index;   /* in the shard */
    record_t record;
    size_t seen;           /* its positions that are counted already */
    size_t kept_positions; /* that are in the journal */
    double kept;           /* when */
    int64_t repeats;       /* times that it was begun again, as a program had failed */
    play_t *play;
} active_game_t;

/* Finds the shards that lack games, and begins the progress. */
bool run_games_plan(run_games_t *games, failure_t *error);

/* The next game that is missing, with what is known of it; false: there is none. */
bool run_games_deal(run_games_t *games, active_game_t *game);
/* Puts what is played of a game into the journal. */
void run_games_keep(run_games_t *games, active_game_t *game);
/* Counts the actions since the last time. */
void run_games_count(run_games_t *games, active_game_t *game);
/* A game leaves its thread: whole, into its shard, which is published with the last one;
 * or as far as it is, into the journal. */
void run_games_land(run_games_t *games, active_game_t *game, bool whole);

bool run_games_are_left(const run_games_t *games); /* to be dealt */
bool run_games_are_done(const run_games_t *games); /* all, and published */

bool run_games_have_failed(const run_games_t *games);
/* The first error is the one that is told. */
void run_games_fail(run_games_t *games, const failure_t *error);

void run_games_clear(run_games_t *games);

#endif
