/* study_play.h - plays the missing games of a study.
 * Use: study_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!study_play(&study, "OUT", &order, &stopped, &error)) ...
 * In rounds (study_rounds.h), so that cells grow in parallel, and games go where
 * intervals are still wide; or with `spread` some games of one run at a time, in the
 * order of study_schedule.h. OUT/study.json is written before the first game; a study
 * there that this one extends is replaced (study_folder.h).
 */
#ifndef EVAL_STUDY_PLAY_H
#define EVAL_STUDY_PLAY_H

#include "core/base/error.h"
#include "eval/study/study_rounds.h"

#include <stdbool.h>

typedef struct study study_t; /* eval/study/study.h */

/* stopped: by what, or NULL when nothing is left to play. */
bool study_play(const study_t *study, const char *out, const study_play_order_t *order,
                const char **stopped, failure_t *error);

#endif
