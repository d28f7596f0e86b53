/* study_play.h - plays the missing games of a study, or of another question that is one
 * (fairest.h).
 * Use: study_play_order_t order = {.share = TASK_SHARE_ALL, .threads = 4};
 *      if (!study_play(&study, "OUT", &order, &stopped, &error)) ...
 * In rounds: each gives every run the games that it should have next, by the results so
 * far, until none needs more, so that cells grow in parallel, and games go where
 * intervals are still wide; or with `spread` some games of one run at a time, in the
 * order of study_schedule.h. With several tasks, each plays its share of a round first
 * and then what the others have not played yet (run_schedule.h). OUT/study.json is
 * written before the first game; a study there that this one extends is replaced
 * (study_folder.h).
 * Errors: study_run.h's and run_workers.h's.
 */
#ifndef EVAL_STUDY_PLAY_H
#define EVAL_STUDY_PLAY_H

#include "core/base/error.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

/* How a study is played. */
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

/* --- Rounds ------------------------------------------------------------------------- */

/* All runs of a study, from the weakest strength level to the strongest. */
typedef struct study_runs {
    const study_t *study;
    study_run_t *of;
    int count;
} study_runs_t;

bool study_runs_open(study_runs_t *runs, const study_t *study,
                     const study_opener_t *opener, failure_t *error);
void study_runs_close(study_runs_t *runs); /* also after an error */

typedef struct study_rounds {
    study_runs_t *runs;
    const study_play_order_t *order;
    /* Says which round begins, and how many games each run should have; false: an error.
     * Where all have as many, there is nothing more to play. */
    bool (*want)(void *context, uint64_t *games, failure_t *error);
    void *context;
    bool has_display;    /* its own, instead of a progress bar for each round */
    const char *stopped; /* out: by what, or NULL */
} study_rounds_t;

bool study_rounds_play(study_rounds_t *rounds, failure_t *error);

/* Looks for exact values of all variants, in the first task, for at most that time. */
bool study_rounds_solve(const study_rounds_t *rounds, const char *out, double seconds,
                        bool quiet, failure_t *error);

#endif
