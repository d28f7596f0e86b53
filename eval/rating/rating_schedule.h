/* rating_schedule.h - what a rating plays: pairings of agents, each a match in a folder
 * of its own, a bit of each before more of any.
 * Use: rating_plan_t plan = {.folder = "RATING", .game = "NAME", .agents = agents, ...};
 *      if (rating_schedule_open(&schedule, &plan, &error)) {
 *          rating_schedule_play(&schedule, &call, &error)           pairs of each pairing
 *          or rating_schedule_play_until(&schedule, &call, 30, &error)   standard errors
 *          rating_schedule_read(&schedule, &games, &error)
 *          rating_schedule_close(&schedule);
 *      }
 * RATING/A-against-B     a run as match makes them, of the two names in their order; its
 *                        seed comes from the plan's and from what the two agents do
 * So a pairing's games depend neither on the other agents nor on their order: with an
 * agent more the same call plays its pairings alone. What is there is not played again.
 * Rounds: every pairing's first files, then twice as many of each, and so on. With an
 * error to be reached the first round is a file of each of some pairings that connect all
 * agents, and each round after it what the results of all rounds before say
 * (rating_choice.h), of exactly the games that were chosen: threads and interruptions
 * change nothing.
 * Owns: runs and configurations, until closed; the plan is borrowed.
 * Threads: one schedule, one thread; games are played on plan.threads.
 * Errors: agents of one name, or the same agent twice; keys; a folder that holds matches
 *      of another plan (then nothing was changed); what run.h and run_workers.h say.
 */
#ifndef EVAL_RATING_SCHEDULE_H
#define EVAL_RATING_SCHEDULE_H

#include "core/base/error.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_config.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t;               /* mcts/search/agent.h */
typedef struct rating_games rating_games_t; /* eval/rating/rating_games.h */

typedef struct rating_plan {
    const char *folder, *game;
    char *const *words; /* rules and keys of runs, as in match_run.h */
    int num_words;
    agent_t *agents; /* become settled */
    int num_agents;
    int gauntlet; /* the agent that plays all others, or -1: all play all */
    int64_t pairs, seed, threads;
} rating_plan_t;

typedef struct rating_bout {
    int agents[2];
    char *folder;
    run_config_t config;
    run_t run;
    uint64_t wanted; /* files of games, so far */
} rating_bout_t;

typedef struct rating_schedule {
    const rating_plan_t *plan;
    rating_bout_t *bouts;
    int num_bouts;
} rating_schedule_t;

bool rating_schedule_open(rating_schedule_t *schedule, const rating_plan_t *plan,
                          failure_t *error);
void rating_schedule_close(rating_schedule_t *schedule);

typedef struct rating_call {
    task_share_t share; /* of the files; all, where an error is to be reached */
    bool quiet;
    const char *anchor;  /* name of the agent whose rating is given, or NULL */
    const char *stopped; /* out: by what, or NULL */
    bool reached;        /* out: all is played, or the error reached */
} rating_call_t;

bool rating_schedule_play(rating_schedule_t *schedule, rating_call_t *call,
                          failure_t *error);
bool rating_schedule_play_until(rating_schedule_t *schedule, rating_call_t *call,
                                double until, failure_t *error);

/* Adds what is there of all pairings. */
bool rating_schedule_read(const rating_schedule_t *schedule, rating_games_t *games,
                          failure_t *error);

#endif
