/* fairest_runs.h - the runs of all variants, and how far their games have brought the
 * question.
 * Use: fairest_runs_t runs;
 *      const study_opener_t of = {study_run_look, "OUT"};
 *      if (!fairest_runs_open(&runs, &fairest, &of, &error)) ...
 *      fairest_follow(&runs, &standing);     fairest_runs_close(&runs);
 * Which games are to be played next, and which answer stands, depends on the games that
 * there are alone, counted from number 0 on: not on time, threads or interruptions.
 * Owns: fairest_runs_close releases all; the question is borrowed.
 * Threads: one, one thread.   Errors: study_run.h's.
 */
#ifndef EVAL_FAIREST_RUNS_H
#define EVAL_FAIREST_RUNS_H

#include "core/base/error.h"
#include "eval/stats/halving.h"
#include "eval/study/study_run.h"

#include <stdbool.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

typedef struct fairest_runs {
    const fairest_t *fairest;
    study_run_t *runs;   /* of each variant */
    uint8_t **results;   /* half points of player 1, game by game */
    halving_arm_t *arms; /* the same as halving.h wants it */
    int count;
} fairest_runs_t;

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error);
void fairest_runs_close(fairest_runs_t *runs);

/* Reads the files of a variant that have come since. */
bool fairest_runs_read(fairest_runs_t *runs, int variant, failure_t *error);

/* A plan and how far it is. */
typedef struct fairest_pass {
    int number; /* fairest_plan()'s */
    halving_plan_t plan;
    halving_state_t state;
} fairest_pass_t;

typedef struct fairest_standing {
    bool has_answer, has_next;
    fairest_pass_t answer; /* the last pass that is whole */
    fairest_pass_t next;   /* the one that is to be played */
} fairest_standing_t;

void fairest_follow(const fairest_runs_t *runs, fairest_standing_t *standing);

#endif
