/* rating_play.h - plays the pairings of a rating in rounds.
 * Use: rating_call_t call = {.share = TASK_SHARE_ALL};
 *      rating_play(&schedule, &call, &error)               plan.pairs of each pairing
 *      rating_play_until(&schedule, &call, 30, &error)     standard errors in Elo
 * First a few files of every pairing, then twice as many of each, and so on. With a
 * target error, the first round is one file of each of some pairings that connect all
 * agents, and each later round is chosen by the results of all earlier ones
 * (rating_choice.h): threads and interruptions change no game.
 */
#ifndef EVAL_RATING_PLAY_H
#define EVAL_RATING_PLAY_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>

typedef struct rating_schedule rating_schedule_t; /* eval/rating/rating_schedule.h */
typedef struct rating_anchors rating_anchors_t;   /* eval/rating/rating.h */

typedef struct rating_call {
    task_share_t share; /* of the files; all of them with a target error */
    bool is_empty;      /* no file of any pairing is in the share */
    bool quiet;
    const rating_anchors_t *anchors; /* or NULL */
    const char *stopped;             /* out: by what, or NULL */
    bool reached;                    /* out: all games played, or the error reached */
} rating_call_t;

bool rating_play(rating_schedule_t *schedule, rating_call_t *call, failure_t *error);
bool rating_play_until(rating_schedule_t *schedule, rating_call_t *call, double until,
                       failure_t *error);

#endif
