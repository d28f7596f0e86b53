#include "eval/fairest/fairest_runs.h"

#include "eval/fairest/fairest.h"

#include <stdlib.h>

void fairest_runs_update(fairest_runs_t *runs) {
    for (int i = 0; i < runs->runs.count; i++) {
        const study_run_t *run = &runs->runs.of[i];
        halving_arm_t *arm = &runs->arms[i];
        uint8_t *points =
            memory_resize(runs->points[i], run->count + 1, sizeof *runs->points[i]);
        for (uint64_t game = arm->games; game < run->count; game++)
            points[game] = (uint8_t)game_result_points(&run->games[game]);
        runs->points[i] = points;
        *arm = (halving_arm_t){points, run->count};
    }
}

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error) {
    size_t count = (size_t)fairest->num_variants;
    *runs = (fairest_runs_t){.fairest = fairest,
                             .points = memory_new(count, sizeof *runs->points),
                             .arms = memory_new(count, sizeof *runs->arms)};
    bool ok = study_runs_open(&runs->runs, fairest->study, opener, error);
    if (ok)
        fairest_runs_update(runs);
    else
        fairest_runs_close(runs);
    return ok;
}

void fairest_runs_close(fairest_runs_t *runs) {
    for (int i = 0; i < runs->runs.count; i++)
        free(runs->points[i]);
    study_runs_close(&runs->runs);
    free(runs->points);
    free(runs->arms);
    *runs = (fairest_runs_t){0};
}

void fairest_follow(const fairest_runs_t *runs, fairest_standing_t *standing) {
    *standing = (fairest_standing_t){0};
    int pass = runs->fairest->games > 0 ? 0 : 1;
    for (;; pass++) {
        fairest_pass_t *next = &standing->next;
        next->number = pass;
        standing->has_next = fairest_plan(runs->fairest, pass, &next->plan);
        if (!standing->has_next)
            return;
        halving_follow(&next->plan, runs->arms, &next->state);
        if (next->state.stage < HALVING_WHOLE)
            return;
        standing->has_answer = true;
        standing->answer = *next;
    }
}
