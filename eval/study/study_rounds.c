#include "eval/study/study_play.h"

#include "eval/study/study_exact.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/workers/run_schedule.h"

#include <stdlib.h>

bool study_runs_open(study_runs_t *runs, const study_t *study,
                     const study_opener_t *opener, failure_t *error) {
    study_part_t parts[STUDY_CELL_PARTS];
    size_t most = (size_t)(STUDY_CELL_PARTS * study->num_variants * study->num_strengths);
    *runs = (study_runs_t){.study = study, .of = memory_new(most, sizeof *runs->of)};
    for (int strength = 0; strength < study->num_strengths; strength++)
        for (int variant = 0; variant < study->num_variants; variant++) {
            int count = study_parts(study, variant, strength, parts);
            for (int i = 0; i < count; i++) {
                if (!opener->open(opener->context, &runs->of[runs->count], study,
                                  parts[i], error))
                    return false;
                runs->count++;
            }
        }
    return true;
}

void study_runs_close(study_runs_t *runs) {
    for (int i = 0; i < runs->count; i++)
        study_run_close(&runs->of[i]);
    free(runs->of);
    *runs = (study_runs_t){0};
}

/* --- Rounds ------------------------------------------------------------------------- */

static bool play(study_rounds_t *rounds, const run_want_t *wants, int count,
                 failure_t *error) {
    const study_play_order_t *order = rounds->order;
    bool quiet = order->quiet || rounds->has_display;
    progress_t progress;
    run_schedule_t schedule = {
        .share = order->share, .helps = true, .quiet = quiet, .progress = &progress};
    uint64_t work;
    if (!run_schedule_extend(wants, count, error))
        return false;
    progress_init(&progress, run_schedule_missing(&schedule, wants, count, &work), quiet);
    progress_weigh(&progress, work);
    bool ok = run_schedule_play(&schedule, wants, count, error);
    progress_finish(&progress);
    rounds->stopped = schedule.stopped;
    return ok;
}

/* One round; *any: something was wanted. */
static bool play_round(study_rounds_t *rounds, uint64_t *games, bool *any,
                       failure_t *error) {
    study_run_t *runs = rounds->runs->of;
    run_want_t *wants = memory_new((size_t)rounds->runs->count, sizeof *wants);
    bool ok = rounds->want(rounds->context, games, error);
    int count = 0;
    for (int i = 0; ok && i < rounds->runs->count; i++)
        if (games[i] > runs[i].count) {
            runs[i].config.threads = rounds->order->threads;
            wants[count++] = (run_want_t){&runs[i].run, runs[i].count, games[i], i};
        }
    *any = count > 0;
    if (ok && *any)
        ok = play(rounds, wants, count, error);
    free(wants);
    for (int i = 0; ok && *any && i < rounds->runs->count; i++)
        ok = study_run_read(&runs[i], error);
    return ok;
}

bool study_rounds_play(study_rounds_t *rounds, failure_t *error) {
    size_t count = (size_t)rounds->runs->count;
    uint64_t *games = memory_new(count, sizeof *games);
    bool ok = true, any = true;
    while (ok && any && !rounds->stopped) {
        for (size_t i = 0; i < count; i++)
            games[i] = 0;
        ok = play_round(rounds, games, &any, error);
    }
    free(games);
    return ok;
}

bool study_rounds_solve(const study_rounds_t *rounds, const char *out, double seconds,
                        bool quiet, failure_t *error) {
    const study_exact_order_t order = {.seconds = seconds,
                                       .threads = (int)rounds->order->threads,
                                       .quiet = quiet || rounds->order->quiet};
    return rounds->order->share.index != 0 ||
           study_exact_find(rounds->runs->study, out, &order, error);
}
