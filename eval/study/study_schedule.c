#include "eval/study/study_schedule.h"

#include <math.h>

/* Share of time of a control, relative to self-play. */
#define CONTROL_SHARE 0.25
/* Seconds of a slice: while the answer is rough; the maximum after that. */
#define ROUGH_SLICE_S 1.0
#define LONGEST_SLICE_S 15.0

static bool wants(const study_work_t *work) {
    return work->count < work->wanted;
}

/* Seconds per game, estimated from the same variant's other strength levels where the run
 * has not been timed; 0: unknown. */
static double game_seconds(const study_work_t *works, int count, int run) {
    const study_work_t *work = &works[run];
    double nearest = 0, found = 0;
    if (work->timed_games > 0)
        return work->seconds / (double)work->timed_games;
    for (int i = 0; i < count; i++) {
        const study_work_t *other = &works[i];
        if (other->variant != work->variant || other->timed_games == 0 ||
            other->simulations <= 0 || other->simulations < nearest)
            continue;
        nearest = other->simulations;
        found = other->seconds / (double)other->timed_games * work->simulations / nearest;
    }
    return found;
}

static double shard_seconds(const study_work_t *works, int count, int run) {
    return game_seconds(works, count, run) * (double)works[run].shard;
}

/* Whole files of about so many seconds, at least one. */
static uint64_t games_for(const study_work_t *works, int count, int run, double seconds) {
    const study_work_t *work = &works[run];
    double a_shard = shard_seconds(works, count, run);
    double shards = a_shard > 0 ? fmax(1, floor(seconds / a_shard)) : 1;
    double most = ceil((double)(work->wanted - work->count) / (double)work->shard);
    return (uint64_t)fmin(shards, most) * work->shard;
}

/* A run of self-play for the rough answer: first one without games, then the one with
 * the least time so far; -1: none fits into the remaining time. */
static int next_rough(const study_work_t *works, int count, double left) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        const study_work_t *work = &works[i];
        bool is_new = work->count == 0;
        if (!work->is_self_play || !wants(work) || shard_seconds(works, count, i) > left)
            continue;
        if (best < 0 || (is_new && works[best].count > 0) ||
            (is_new == (works[best].count == 0) &&
             (is_new ? work->simulations < works[best].simulations
                     : work->seconds < works[best].seconds)))
            best = i;
    }
    return best;
}

static double shared_seconds(const study_work_t *work) {
    return work->is_self_play ? work->seconds : work->seconds / CONTROL_SHARE;
}

static int next_shared(const study_work_t *works, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (wants(&works[i]) &&
            (best < 0 || shared_seconds(&works[i]) < shared_seconds(&works[best])))
            best = i;
    return best;
}

bool study_schedule_next(const study_work_t *works, int count, double elapsed_s,
                         study_slice_t *slice) {
    double left = STUDY_ROUGH_S - elapsed_s;
    double seconds = ROUGH_SLICE_S;
    int run = left > 0 ? next_rough(works, count, left) : -1;
    if (run < 0) {
        run = next_shared(works, count);
        seconds = fmin(LONGEST_SLICE_S, fmax(ROUGH_SLICE_S, elapsed_s / 20));
    }
    if (run < 0)
        return false;
    *slice = (study_slice_t){run, games_for(works, count, run, seconds)};
    return true;
}

bool study_schedule_is_rough(const study_work_t *works, int count, double elapsed_s) {
    int run = next_rough(works, count, STUDY_ROUGH_S - elapsed_s);
    return elapsed_s >= STUDY_ROUGH_S || run < 0;
}
