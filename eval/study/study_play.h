/* study_play.h - plays the missing games of a study.
 * Use: study_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!study_play(&study, "OUT", &order, &stopped, &error)) ...
 * In rounds: every run gets the games that its results so far call for (study_run.h),
 * cell after cell, and then all are asked again, until none needs more. So cells grow in
 * parallel, and games go where intervals are still wide. With several tasks, each plays
 * its share of a round first and then what the others have not done yet: none waits for
 * another, and any of them alone would finish the study.
 * OUT/study.json is written before the first game. A study there that this one extends is
 * replaced (study_folder.h).
 * Threads: for the main thread.   Errors: study_folder.h's, before anything is changed;
 *      run_workers.h's.
 */
#ifndef EVAL_STUDY_PLAY_H
#define EVAL_STUDY_PLAY_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct study study_t; /* eval/study/study.h */

typedef struct study_play_order {
    const char *input; /* the file that the study was read from: never replaced */
    task_share_t share;
    int64_t threads; /* 0: one per processor */
    bool quiet;
    bool spread;    /* share time over all runs; only without other tasks */
    double solve_s; /* for exact values of all variants; 0: none. One second of it, or
                       all if less, before the first game */
} study_play_order_t;

/* stopped: by what, or NULL when nothing is left to play. */
bool study_play(const study_t *study, const char *out, const study_play_order_t *order,
                const char **stopped, failure_t *error);

#endif
