#include "eval/study/study_play.h"

#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_live.h"
#include "eval/study/study_result.h"
#include "eval/study/study_round.h"
#include "eval/study/study_run.h"
#include "eval/study/study_schedule.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* All runs of a study, from the weakest strength level to the strongest. */
typedef struct playing {
    const study_t *study;
    const study_play_order_t *order;
    study_run_t *runs;
    int count, round;
    const char *stopped;
} playing_t;

static size_t most_runs(const study_t *study) {
    return (size_t)(STUDY_CELL_PARTS * study->num_variants * study->num_strengths);
}

static bool open_runs(playing_t *playing, const char *out, failure_t *error) {
    const study_t *study = playing->study;
    study_part_t parts[STUDY_CELL_PARTS];
    for (int strength = 0; strength < study->num_strengths; strength++)
        for (int variant = 0; variant < study->num_variants; variant++) {
            int count = study_parts(study, variant, strength, parts);
            for (int i = 0; i < count; i++) {
                study_run_t *run = &playing->runs[playing->count];
                if (!study_run_open(run, study, parts[i], out, STUDY_RUN_PLAY, error))
                    return false;
                run->config.threads = playing->order->threads;
                playing->count++;
            }
        }
    return true;
}

/* Shares rotate from run to run, lest the first task get all runs of one file. `behind`:
 * how many tasks further on; 0 is the task's own share. */
static task_share_t share_of(const playing_t *playing, int run, uint64_t behind) {
    task_share_t share = playing->order->share;
    share.index = (share.index + (uint64_t)run + behind) % share.count;
    return share;
}

static void say(const playing_t *playing, const uint64_t *wanted, progress_t *progress) {
    uint64_t games = 0, work = 0;
    int runs = 0;
    for (int i = 0; i < playing->count; i++) {
        const study_run_t *run = &playing->runs[i];
        uint64_t missing = wanted[i] > run->count ? wanted[i] - run->count : 0;
        games += missing;
        work += missing * run_config_game_weight(&run->config);
        runs += missing > 0;
    }
    if (!playing->order->quiet)
        fprintf(stderr, "round %d: %d run%s\n", playing->round, runs, TEXT_PLURAL(runs));
    progress_init(progress, games, playing->order->quiet);
    progress_weigh(progress, work);
}

/* Plays a share of the games that are missing. */
static bool play_share(playing_t *playing, const uint64_t *wanted, uint64_t behind,
                       progress_t *progress, failure_t *error) {
    study_want_t *wants = memory_new((size_t)playing->count, sizeof *wants);
    bool ok = true;
    int count = 0;
    for (int i = 0; ok && i < playing->count; i++) {
        study_run_t *run = &playing->runs[i];
        ok = study_run_read(run, error);
        if (wanted[i] > run->count)
            wants[count++] = (study_want_t){run, wanted[i], share_of(playing, i, behind)};
    }
    ok = ok && study_round_play(wants, count, playing->order->quiet, progress,
                                &playing->stopped, error);
    free(wants);
    return ok;
}

static bool is_wanted(const playing_t *playing, const uint64_t *wanted) {
    for (int i = 0; i < playing->count; i++)
        if (wanted[i] > playing->runs[i].count)
            return true;
    return false;
}

/* One round; *any: something was wanted. */
static bool play_round(playing_t *playing, bool *any, failure_t *error) {
    uint64_t *wanted = memory_new((size_t)playing->count, sizeof *wanted);
    progress_t progress;
    bool ok = true;
    for (int i = 0; i < playing->count; i++)
        wanted[i] = study_run_wanted(&playing->runs[i]);
    *any = is_wanted(playing, wanted);
    if (*any)
        say(playing, wanted, &progress);
    for (uint64_t behind = 0;
         *any && ok && !playing->stopped && behind < playing->order->share.count;
         behind++)
        ok = play_share(playing, wanted, behind, &progress, error);
    if (*any)
        progress_finish(&progress);
    for (int i = 0; ok && i < playing->count; i++)
        ok = study_run_read(&playing->runs[i], error);
    free(wanted);
    return ok;
}

static bool play_rounds(playing_t *playing, failure_t *error) {
    bool any = true;
    while (any && !playing->stopped) {
        playing->round++;
        if (!play_round(playing, &any, error))
            return false;
    }
    return true;
}

/* --- Exact values ------------------------------------------------------------------- */

static bool solve(const playing_t *playing, const char *out, double seconds, bool quiet,
                  failure_t *error) {
    const study_exact_order_t order = {.seconds = seconds,
                                       .threads = (int)playing->order->threads,
                                       .quiet = quiet || playing->order->quiet};
    return playing->order->share.index != 0 ||
           study_exact_find(playing->study, out, &order, error);
}

/* --- Time shared over all runs ------------------------------------------------------ */

/* The time that a run has taken in earlier commands. */
static void begin_work(const study_run_t *run, study_work_t *work) {
    size_t calls;
    const study_part_t *part = &run->part;
    const study_strength_t *strength = &run->study->strengths[part->strength];
    call_entry_t *entries = call_log_read(run->run.folder, &calls);
    *work = (study_work_t){.is_self_play =
                               part->kind == STUDY_SELF || part->kind == STUDY_NETWORKS,
                           .variant = part->variant,
                           .simulations = (double)strength->agent.search.simulations,
                           .shard = (uint64_t)run->config.shard_games};
    for (size_t i = 0; i < calls; i++) {
        work->seconds += entries[i].counts.seconds;
        work->timed_games += entries[i].counts.games;
    }
    free(entries);
}

/* What a run wants depends on its own games alone. */
static void update_work(const study_run_t *run, study_work_t *work) {
    work->count = run->count;
    work->wanted = study_run_wanted(run);
}

static void write_now(const playing_t *playing, const study_work_t *works,
                      const study_slice_t *slice, text_t *line) {
    const study_run_t *run = &playing->runs[slice->run];
    int settled = 0;
    uint64_t games = 0;
    for (int i = 0; i < playing->count; i++) {
        settled += works[i].count >= works[i].wanted;
        games += works[i].count;
    }
    text_add(line, "%d of %d runs settled, %llu games; now %s, %s, %s", settled,
             playing->count, (unsigned long long)games,
             playing->study->variants[run->part.variant].name,
             playing->study->strengths[run->part.strength].name,
             study_kind_names[run->part.kind]);
}

static bool play_slice(playing_t *playing, const study_slice_t *slice, study_work_t *work,
                       failure_t *error) {
    study_run_t *run = &playing->runs[slice->run];
    workers_order_t games = {.first = run->count,
                             .end = run->count + slice->games,
                             .share = TASK_SHARE_ALL,
                             .quiet = true};
    workers_result_t result;
    if (!run_ask(&run->run, games.end, error) ||
        !workers_play(&run->run, &games, &result, error))
        return false;
    work->seconds += result.counts.seconds;
    work->timed_games += result.counts.games;
    playing->stopped = result.stopped;
    workers_result_clear(&result);
    return study_run_read(run, error);
}

static bool play_spread(playing_t *playing, const char *out, failure_t *error) {
    study_work_t *works = memory_new((size_t)playing->count + 1, sizeof *works);
    study_live_t live;
    study_slice_t slice;
    bool ok = true, is_solved = false;
    study_live_init(&live, playing->study, playing->order->quiet);
    for (int i = 0; i < playing->count; i++) {
        begin_work(&playing->runs[i], &works[i]);
        update_work(&playing->runs[i], &works[i]);
    }
    while (
        ok && !playing->stopped &&
        study_schedule_next(works, playing->count, study_live_seconds(&live), &slice)) {
        char now[256];
        text_t line = text_into(now, sizeof now);
        write_now(playing, works, &slice, &line);
        study_live_show(&live, playing->runs, playing->count, now);
        ok = play_slice(playing, &slice, &works[slice.run], error);
        update_work(&playing->runs[slice.run], &works[slice.run]);
        if (!study_schedule_is_rough(works, playing->count, study_live_seconds(&live)))
            continue;
        study_live_is_rough(&live, playing->runs, playing->count);
        study_live_show(&live, playing->runs, playing->count,
                        "looking for exact values of small boards");
        if (ok && !is_solved)
            ok = solve(playing, out, playing->order->solve_s, true, error);
        is_solved = true;
    }
    study_live_end(&live);
    free(works);
    return ok;
}

bool study_play(const study_t *study, const char *out, const study_play_order_t *order,
                const char **stopped, failure_t *error) {
    playing_t playing = {.study = study,
                         .order = order,
                         .runs = memory_new(most_runs(study), sizeof *playing.runs)};
    bool ok =
        study_folder_check(study, order->input, out, error) &&
        publish_folder(out, error) && publish_sweep(out) >= 0 &&
        open_runs(&playing, out, error) && study_folder_write(study, out, error) &&
        solve(&playing, out, fmin(order->solve_s, STUDY_EXACT_FIRST_SECONDS), true,
              error) &&
        (order->spread ? play_spread(&playing, out, error)
                       : play_rounds(&playing, error)) &&
        (playing.stopped || solve(&playing, out, order->solve_s, order->spread, error));
    *stopped = playing.stopped ? playing.stopped : stop_reason();
    for (int i = 0; i < playing.count; i++)
        study_run_close(&playing.runs[i]);
    free(playing.runs);
    return ok;
}
