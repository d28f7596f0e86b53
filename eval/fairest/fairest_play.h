/* fairest_play.h - plays the missing games of a search for the fairest variant.
 * Use: study_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!fairest_play(&fairest, "OUT", &order, &stopped, &error)) ...
 * The rounds of halving.h, each with all variants still in it, played as those of a
 * study. Exact values are looked for before the first game and after the first answer.
 * OUT/fairest.json is written first; a different question there is an error, as intervals
 * hold for numbers of games that were fixed beforehand.
 */
#ifndef EVAL_FAIREST_PLAY_H
#define EVAL_FAIREST_PLAY_H

#include "core/base/error.h"
#include "eval/study/study_rounds.h"

#include <stdbool.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

/* stopped: by what, or NULL when nothing is left to play. */
bool fairest_play(const fairest_t *fairest, const char *out,
                  const study_play_order_t *order, const char **stopped,
                  failure_t *error);

#endif
