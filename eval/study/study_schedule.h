/* study_schedule.h - which run of a study to play next, and how many games, when it may
 * be stopped at any time.
 * Use: study_schedule_next(works, count, elapsed_s, &slice) ... play slice.games games of
 *      works[slice.run], add their time, ask again; false: no games are missing.
 * First a rough answer: within STUDY_ROUGH_S the self-play of every variant gets some
 * games at every strength level that is fast enough, the weakest first. From then on time
 * is shared over all runs that need games: equally among those of self-play, a quarter of
 * that for each control. Only when games are played depends on this, not which games or
 * their results.
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
    double simulations;     /* per action; 0: unknown */
    uint64_t count, wanted; /* games: so far; in total */
    uint64_t shard;         /* games per file: slices are complete files */
    double seconds;         /* taken so far, and for how many games */
    uint64_t timed_games;
} study_work_t;

typedef struct study_slice {
    int run;
    uint64_t games;
} study_slice_t;

bool study_schedule_next(const study_work_t *works, int count, double elapsed_s,
                         study_slice_t *slice);

/* Whether the rough answer is complete: no self-play that fits lacks games. */
bool study_schedule_is_rough(const study_work_t *works, int count, double elapsed_s);

#endif
