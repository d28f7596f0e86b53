/* fairest_play.h - plays what the question for the fairest variant still wants.
 * Use: fairest_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!fairest_play(&fairest, "OUT", &order, &stopped, &error)) ...
 * Round after round (halving.h), of each round all variants that are in it. A limit of
 * time or a signal decides how far it comes, and nothing else: rounds are of fixed sizes,
 * and the same call goes on with the same games. Of several tasks each plays its share of
 * a round first and then what the others have not done yet; any of them alone would
 * finish.
 * OUT/fairest.json is written first; another question may not be there, as intervals hold
 * for numbers of games that were fixed beforehand.
 * Threads: for the main thread.   Errors: another question in OUT, and in which key;
 *      a folder of another kind (folder_kind.h); run_workers.h's.
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
    int64_t threads; /* 0: as many as the machine offers */
    bool quiet;
} fairest_play_order_t;

/* stopped: by what, or NULL when nothing is left to be played. */
bool fairest_play(const fairest_t *fairest, const char *out,
                  const fairest_play_order_t *order, const char **stopped,
                  failure_t *error);

#endif
