/* study_schedule.h - which run of a study to play next, and how many games of it, when
 * nobody knows when it will be stopped.
 * Use: study_schedule_next(works, count, elapsed_s, &slice) ... play slice.games games of
 *      works[slice.run], add what they took, ask again; false: nothing is wanted.
 * First a rough answer: within STUDY_ROUGH_S every variant's self-play gets some games at
 * every strength that is fast enough for it, the weakest first. From then on time is
 * shared over all runs that want games: as much for each one of self-play, a quarter of
 * that for each control. Slices grow with the time that has passed. Which games are
 * played, and how they end, does not depend on it: only when.
 * Units: seconds of the wall clock.   Threads: pure.   Errors: none.
 */
#ifndef EVAL_STUDY_SCHEDULE_H
#define EVAL_STUDY_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define STUDY_ROUGH_S 14.0

/* What the schedule knows of a run. */
typedef struct study_work {
    bool is_self_play;
    int variant;
    double simulations;     /* an action; 0: not known */
    uint64_t count, wanted; /* games: there; to be there */
    uint64_t shard;         /* games a file: slices are whole files */
    double seconds;         /* that it has taken so far, and for how many games */
    uint64_t timed_games;
} study_work_t;

typedef struct study_slice {
    int run;
    uint64_t games;
} study_slice_t;

bool study_schedule_next(const study_work_t *works, int count, double elapsed_s,
                         study_slice_t *slice);

/* Whether the rough answer is there: no self-play that fits is without games. */
bool study_schedule_is_rough(const study_work_t *works, int count, double elapsed_s);

#endif
