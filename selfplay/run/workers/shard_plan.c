#include "selfplay/run/workers/shard_plan.h"

#include "core/base/files/file.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/workers/shard_job.h"

#include <stdlib.h>

static bool is_planned(const shard_plan_t *plan, uint64_t shard) {
    return shard >= plan->next && shard < plan->end &&
           (shard - plan->next) % plan->step == 0;
}

static bool look(shard_plan_t *plan, const run_length_t *length, uint64_t shard,
                 failure_t *error) {
    const run_t *run = plan->run;
    const games_header_t header = run_header(run);
    char path[FILE_PATH];
    uint64_t held, count = run_shard_count(run, shard);
    run_shard_path(run->folder, shard, path);
    if (!run_length_held(length, path, shard, &header, &held, error))
        return false;
    plan->there[plan->num_there++] = (shard_held_t){shard, held};
    plan->games -= held < count ? held : count;
    plan->found += held >= count;
    return true;
}

bool shard_plan_init(shard_plan_t *plan, const run_t *run, uint64_t first, uint64_t end,
                     const task_share_t *share, failure_t *error) {
    uint64_t size = (uint64_t)run->config->shard_games, from = first / size;
    uint64_t ahead = (share->index + share->count - from % share->count) % share->count;
    run_folder_t list;
    run_length_t length;
    *plan = (shard_plan_t){.run = run,
                           .next = from + ahead,
                           .end = (end + size - 1) / size,
                           .step = share->count};
    if (!run_folder_list(&list, run->folder, error))
        return false;
    plan->games = run_games_of(run, plan->next, plan->end, plan->step);
    plan->there = memory_new(list.num_shards, sizeof *plan->there);
    bool ok = run_length_again(&length, &run->length, run->folder, error);
    for (size_t i = 0; ok && i < list.num_shards; i++)
        if (is_planned(plan, list.shards[i]))
            ok = look(plan, &length, list.shards[i], error);
    run_length_clear(&length);
    run_folder_clear(&list);
    return ok;
}

void shard_plan_clear(shard_plan_t *plan) {
    free(plan->there);
    *plan = (shard_plan_t){0};
}

uint64_t shard_plan_missing(const run_t *run, uint64_t end, const task_share_t *share) {
    shard_plan_t plan;
    uint64_t games = shard_plan_init(&plan, run, 0, end, share, NULL) ? plan.games : 0;
    shard_plan_clear(&plan);
    return games;
}

/* The number of the next shard, and how many games its file has. */
static uint64_t take_shard(shard_plan_t *plan, uint64_t *held) {
    uint64_t shard = plan->next;
    size_t at = plan->passed;
    if (plan->is_backward) {
        shard = plan->end - 1 - (plan->end - 1 - plan->next) % plan->step;
        at = plan->num_there - 1 - plan->passed;
        plan->end = shard;
    } else {
        plan->next += plan->step;
    }
    *held = 0;
    if (plan->passed < plan->num_there && plan->there[at].shard == shard) {
        *held = plan->there[at].held;
        plan->passed++;
    }
    return shard;
}

bool shard_plan_next(shard_plan_t *plan, shard_job_t *job) {
    while (plan->next < plan->end) {
        uint64_t held, shard = take_shard(plan, &held);
        uint64_t count = run_shard_count(plan->run, shard);
        if (held >= count)
            continue;
        *job = (shard_job_t){.shard = shard,
                             .first = run_shard_first(plan->run, shard),
                             .count = count,
                             .held = held};
        return true;
    }
    return false;
}
