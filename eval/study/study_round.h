/* study_round.h - plays several runs of a study on the same threads, up to a number of
 * games each.
 * Use: study_want_t wants[] = {{&run, games, TASK_SHARE_ALL}, ...};
 *      if (study_round_play(wants, count, quiet, &progress, &stopped, &error)) ...
 * study_run_read reads the results afterwards.
 * Threads: as many as the runs' configurations say, which have to agree.
 * Errors: as run_workers.h.
 */
#ifndef EVAL_STUDY_ROUND_H
#define EVAL_STUDY_ROUND_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct progress progress_t;   /* selfplay/run/progress.h */
typedef struct study_run study_run_t; /* eval/study/study_run.h */

typedef struct study_want {
    study_run_t *run;
    uint64_t games; /* that the run should have: more than it has */
    task_share_t share;
} study_want_t;

/* progress: of the work that this is part of, or NULL. *stopped: by what, or NULL. */
bool study_round_play(const study_want_t *wants, int count, bool quiet,
                      progress_t *progress, const char **stopped, failure_t *error);

#endif
