/* rating_play.h - plays the pairings of a rating, a bit of each before more of any.
 * Use: rating_call_t call = {.share = TASK_SHARE_ALL};
 *      rating_play(&schedule, &call, &error)               plan.pairs of each pairing
 *      rating_play_until(&schedule, &call, 30, &error)     standard errors in Elo
 * Rounds: every pairing's first files, then twice as many of each, and so on. With an
 * error to be reached the first round is a file of each of some pairings that connect all
 * agents, and each round after it what the results of all rounds before say
 * (rating_choice.h), of exactly the games that were chosen: threads and interruptions
 * change nothing.
 * Threads: one schedule, one thread; games are played on plan.threads.
 * Errors: what run_workers.h says.
 */
#ifndef EVAL_RATING_PLAY_H
#define EVAL_RATING_PLAY_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>

typedef struct rating_schedule rating_schedule_t; /* eval/rating/rating_schedule.h */
typedef struct rating_anchors rating_anchors_t;   /* eval/rating/rating.h */

typedef struct rating_call {
    task_share_t share; /* of the files; all, where an error is to be reached */
    bool quiet;
    const rating_anchors_t *anchors; /* or NULL */
    const char *stopped;             /* out: by what, or NULL */
    bool reached;                    /* out: all is played, or the error reached */
} rating_call_t;

bool rating_play(rating_schedule_t *schedule, rating_call_t *call, failure_t *error);
bool rating_play_until(rating_schedule_t *schedule, rating_call_t *call, double until,
                       failure_t *error);

#endif
