#include "selfplay/run/workers/run_schedule.h"

#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_plan.h"

#include <stdlib.h>

/* behind: how many tasks further on; 0: the task's own share. */
static task_share_t share_of(const run_schedule_t *schedule, int number,
                             uint64_t behind) {
    task_share_t share = schedule->share;
    share.index = (share.index + (uint64_t)number + behind) % share.count;
    return share;
}

task_share_t run_schedule_share(const run_schedule_t *schedule, int number) {
    return share_of(schedule, number, 0);
}

bool run_schedule_extend(const run_want_t *wants, int count, failure_t *error) {
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        ok = run_request(wants[i].run, wants[i].games, error);
    return ok;
}

uint64_t run_schedule_missing(const run_schedule_t *schedule, const run_want_t *wants,
                              int count, uint64_t *work) {
    uint64_t games = 0;
    *work = 0;
    for (int i = 0; i < count; i++) {
        const task_share_t share =
            schedule->helps ? TASK_SHARE_ALL : share_of(schedule, wants[i].number, 0);
        uint64_t missing = shard_plan_missing(wants[i].run, wants[i].games, &share);
        games += missing;
        *work += missing * run_config_game_weight(wants[i].run->config);
    }
    return games;
}

/* Plays one share of all runs; another task's from its end, towards that task. */
static bool play_share(run_schedule_t *schedule, const run_want_t *wants, int count,
                       uint64_t behind, failure_t *error) {
    workers_part_t *parts = memory_new((size_t)count, sizeof *parts);
    for (int i = 0; i < count; i++)
        parts[i] = (workers_part_t){
            .run = wants[i].run,
            .order = {.first = wants[i].first,
                      .end = wants[i].games,
                      .share = share_of(schedule, wants[i].number, behind),
                      .is_backward = behind > 0,
                      .quiet = schedule->quiet,
                      .progress = schedule->progress}};
    bool ok = workers_play_several(parts, count, &schedule->stopped, error);
    free(parts);
    return ok;
}

/* Removes runs without missing games; returns how many are left. */
static int keep_incomplete(run_want_t *wants, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (shard_plan_missing(wants[i].run, wants[i].games, &TASK_SHARE_ALL) > 0)
            wants[kept++] = wants[i];
    return kept;
}

bool run_schedule_play(run_schedule_t *schedule, const run_want_t *wants, int count,
                       failure_t *error) {
    uint64_t shares = schedule->helps ? schedule->share.count : 1;
    run_want_t *left = memory_new((size_t)count, sizeof *left);
    bool ok = true;
    for (int i = 0; i < count; i++)
        left[i] = wants[i];
    for (uint64_t behind = 0; ok && count > 0 && !schedule->stopped && behind < shares;
         behind++) {
        ok = play_share(schedule, left, count, behind, error);
        if (ok && behind + 1 < shares)
            count = keep_incomplete(left, count);
    }
    free(left);
    return ok;
}
