#include "eval/fairest/fairest_runs.h"

#include "eval/fairest/fairest.h"

#include <stdlib.h>

static void take_results(fairest_runs_t *runs, int variant) {
    const study_run_t *run = &runs->runs[variant];
    uint8_t *results =
        memory_resize(runs->results[variant], run->count + 1, sizeof *results);
    for (uint64_t i = runs->arms[variant].games; i < run->count; i++)
        results[i] = (uint8_t)half_points(run->games[i].winner, 0);
    runs->results[variant] = results;
    runs->arms[variant] = (halving_arm_t){results, run->count};
}

bool fairest_runs_read(fairest_runs_t *runs, int variant, failure_t *error) {
    if (!study_run_read(&runs->runs[variant], error))
        return false;
    if (runs->arms[variant].games != runs->runs[variant].count)
        take_results(runs, variant);
    return true;
}

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error) {
    size_t count = (size_t)fairest->num_variants;
    *runs = (fairest_runs_t){.fairest = fairest,
                             .runs = memory_new(count, sizeof *runs->runs),
                             .results = memory_new(count, sizeof *runs->results),
                             .arms = memory_new(count, sizeof *runs->arms)};
    while (runs->count < fairest->num_variants) {
        const study_part_t part = {.kind = STUDY_SELF};
        if (!opener->open(opener->context, &runs->runs[runs->count],
                          fairest->variants[runs->count].study, part, error)) {
            fairest_runs_close(runs);
            return false;
        }
        take_results(runs, runs->count++);
    }
    return true;
}

void fairest_runs_close(fairest_runs_t *runs) {
    for (int i = 0; i < runs->count; i++) {
        study_run_close(&runs->runs[i]);
        free(runs->results[i]);
    }
    free(runs->runs);
    free(runs->results);
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
