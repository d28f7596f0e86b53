/* fairest_play.h - plays the missing games of a search for the fairest variant.
 * Use: fairest_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!fairest_play(&fairest, "OUT", &order, &stopped, &error)) ...
 * Round after round (halving.h), each with all variants still in it. A time limit or a
 * signal affects only how far it gets: rounds have fixed sizes, and the same command
 * resumes with the same games. With several tasks, each plays its share of a round first
 * and then what the others have not done yet; any of them alone would finish.
 * Exact values are looked for by the first task only.
 * OUT/fairest.json is written first; a different question there is an error, as intervals
 * hold for numbers of games that were fixed beforehand.
 * Threads: for the main thread.   Errors: a different question in OUT, with the key; a
 *      folder of another kind (folder_kind.h); run_workers.h's.
 */
#ifndef EVAL_FAIREST_PLAY_H
#define EVAL_FAIREST_PLAY_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

typedef struct fairest_play_order {
    task_share_t share;
    int64_t threads; /* 0: one per processor */
    double solve_s;  /* for exact values of all variants together: the first second
                        before the first game, the rest after the first answer */
    bool quiet;
} fairest_play_order_t;

/* stopped: by what, or NULL when nothing is left to play. */
bool fairest_play(const fairest_t *fairest, const char *out,
                  const fairest_play_order_t *order, const char **stopped,
                  failure_t *error);

#endif
