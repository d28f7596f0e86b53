/* fairest_runs.h - the runs of all variants, and the progress of the plan.
 * Use: fairest_runs_t runs;
 *      const study_opener_t of = {study_run_look, "OUT"};
 *      if (!fairest_runs_open(&runs, &fairest, &of, &error)) ...
 *      fairest_follow(&runs, &standing);     fairest_runs_close(&runs);
 * Which games are to be played next, and which answer holds, depends only on the existing
 * games, counted from number 0 on: not on time, threads or interruptions.
 * Owns: fairest_runs_close releases all; the question is borrowed.
 * Threads: one, one thread.   Errors: study_run.h's.
 */
#ifndef EVAL_FAIREST_RUNS_H
#define EVAL_FAIREST_RUNS_H

#include "core/base/error.h"
#include "eval/stats/halving.h"
#include "eval/study/study_rounds.h"
#include "eval/study/study_run.h"

#include <stdbool.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

typedef struct fairest_runs {
    const fairest_t *fairest;
    study_runs_t runs;   /* one of each variant, in their order */
    uint8_t **points;    /* half points of player 1, game by game */
    halving_arm_t *arms; /* the same in the form of halving.h */
} fairest_runs_t;

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error);
void fairest_runs_close(fairest_runs_t *runs);

/* After games were added to the runs. */
void fairest_runs_update(fairest_runs_t *runs);

/* A plan and its progress. */
typedef struct fairest_pass {
    int number; /* fairest_plan()'s */
    halving_plan_t plan;
    halving_state_t state;
} fairest_pass_t;

typedef struct fairest_standing {
    bool has_answer, has_next;
    fairest_pass_t answer; /* the last complete pass */
    fairest_pass_t next;   /* the one to play next */
} fairest_standing_t;

void fairest_follow(const fairest_runs_t *runs, fairest_standing_t *standing);

#endif
