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

/* Plays one share of all runs. */
static bool play_share(run_schedule_t *schedule, const run_want_t *wants, int count,
                       uint64_t behind, failure_t *error) {
    workers_part_t *parts = memory_new((size_t)count, sizeof *parts);
    for (int i = 0; i < count; i++)
        parts[i] = (workers_part_t){
            .run = wants[i].run,
            .order = {.first = wants[i].first,
                      .end = wants[i].games,
                      .share = share_of(schedule, wants[i].number, behind),
                      .quiet = schedule->quiet,
                      .progress = schedule->progress}};
    bool ok = workers_play_several(parts, count, &schedule->stopped, error);
    free(parts);
    return ok;
}

bool run_schedule_play(run_schedule_t *schedule, const run_want_t *wants, int count,
                       failure_t *error) {
    uint64_t shares = schedule->helps ? schedule->share.count : 1;
    bool ok = true;
    for (uint64_t behind = 0; ok && !schedule->stopped && behind < shares; behind++)
        ok = play_share(schedule, wants, count, behind, error);
    return ok;
}
