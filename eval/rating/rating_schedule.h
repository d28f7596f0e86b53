/* rating_schedule.h - the pairings of a rating, each a match in its own folder, and
 * playing them.
 * Use: rating_plan_t plan = {.folder = "RATING", .game = "NAME", .agents = agents, ...};
 *      if (rating_schedule_open(&schedule, &plan, &error)) {
 *          rating_play(&schedule, &call, &error)    or rating_play_until(...)
 *          rating_schedule_read(&schedule, &games, &error)
 *          rating_schedule_close(&schedule);
 *      }
 * RATING/A-against-B     a run like those of `match`, the two names in order; its seed is
 * derived
 *                        from the plan's and the two agents' configurations
 * So a pairing's games depend neither on the other agents nor on their order.
 * Errors: two agents with one name, or the same agent twice; keys; a folder of another
 *      kind or with matches of another plan (then nothing was changed); those of run.h.
 */
#ifndef EVAL_RATING_SCHEDULE_H
#define EVAL_RATING_SCHEDULE_H

#include "core/base/error.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t;                   /* mcts/search/agent.h */
typedef struct rating_anchors rating_anchors_t; /* eval/rating/rating.h */
typedef struct rating_games rating_games_t;     /* eval/rating/rating_games.h */

typedef struct rating_plan {
    const char *folder, *game;
    char *const *words; /* rules and keys of runs, as in match_run.h */
    int num_words;
    agent_t *agents; /* settled by rating_schedule_open */
    int num_agents;
    int gauntlet; /* the agent that plays all others, or -1: round robin */
    int64_t pairs, seed, threads;
} rating_plan_t;

typedef struct rating_bout {
    int agents[2];
    char *folder;
    run_config_t config;
    run_t run;
    uint64_t wanted; /* files of games wanted so far */
} rating_bout_t;

typedef struct rating_schedule {
    const rating_plan_t *plan;
    rating_bout_t *bouts;
    int num_bouts;
} rating_schedule_t;

bool rating_schedule_open(rating_schedule_t *schedule, const rating_plan_t *plan,
                          failure_t *error);
void rating_schedule_close(rating_schedule_t *schedule);

/* Adds the stored games of all pairings. */
bool rating_schedule_read(const rating_schedule_t *schedule, rating_games_t *games,
                          failure_t *error);

typedef struct rating_call {
    task_share_t share; /* of the files; all of them with a target error */
    bool is_empty;      /* no file of any pairing is in the share */
    bool quiet;
    const rating_anchors_t *anchors; /* or NULL */
    const char *stopped;             /* out: by what, or NULL */
    bool reached;                    /* out: all games played, or the error reached */
} rating_call_t;

/* Plays plan.pairs of each pairing, in rounds: first a few files of every pairing, then
 * twice as many of each, and so on. */
bool rating_play(rating_schedule_t *schedule, rating_call_t *call, failure_t *error);

/* Plays until all standard errors are at most so many Elo. The first round is one file of
 * each of some pairings that connect all agents, and each later round is chosen by the
 * results of all earlier ones (rating_choice.h): threads and interruptions change no
 * game.
 */
bool rating_play_until(rating_schedule_t *schedule, rating_call_t *call, double until,
                       failure_t *error);

#endif
