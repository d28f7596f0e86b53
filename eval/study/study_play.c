#include "eval/study/study_play.h"

#include "core/base/clock.h"
#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_live.h"
#include "eval/study/study_schedule.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct playing {
    study_rounds_t rounds;
    const char *out;
    int round;
    /* With the time shared over all runs: */
    study_work_t *works; /* of each run */
    study_live_t live;
    study_slice_t slice; /* being played since then */
    double slice_start;
    bool is_solved;
} playing_t;

/* What the results so far of every run call for. */
static bool want_round(void *context, uint64_t *games, failure_t *error) {
    playing_t *playing = context;
    const study_runs_t *runs = playing->rounds.runs;
    int wanting = 0;
    (void)error;
    for (int i = 0; i < runs->count; i++) {
        games[i] = study_run_wanted(&runs->of[i]);
        wanting += games[i] > runs->of[i].count;
    }
    playing->round++;
    if (wanting > 0 && !playing->rounds.order->quiet)
        fprintf(stderr, "round %d: %d run%s\n", playing->round, wanting,
                TEXT_PLURAL(wanting));
    return true;
}

/* --- Time shared over all runs ------------------------------------------------------ */

/* The time that a run has taken in earlier commands. */
static void begin_work(const study_run_t *run, study_work_t *work) {
    const study_part_t *part = &run->part;
    const study_strength_t *strength = &run->study->strengths[part->strength];
    const call_counts_t all = call_log_total(run->run.folder);
    *work = (study_work_t){.is_self_play =
                               part->kind == STUDY_SELF || part->kind == STUDY_NETWORKS,
                           .variant = part->variant,
                           .simulations = (double)agent_simulations(&strength->agent),
                           .shard = (uint64_t)run->config.shard_games,
                           .seconds = all.seconds,
                           .timed_games = all.games};
}

/* What a run wants depends on its own games alone. */
static void update_work(const study_run_t *run, study_work_t *work) {
    work->count = run->count;
    work->wanted = study_run_wanted(run);
}

static void show_slice(playing_t *playing) {
    const study_runs_t *runs = playing->rounds.runs;
    const study_part_t *part = &runs->of[playing->slice.run].part;
    char now[256];
    text_t line = text_into(now, sizeof now);
    int settled = 0;
    uint64_t games = 0;
    for (int i = 0; i < runs->count; i++) {
        settled += playing->works[i].count >= playing->works[i].wanted;
        games += playing->works[i].count;
    }
    text_add(&line, "%d of %d runs settled, %llu games; now %s, %s, %s", settled,
             runs->count, (unsigned long long)games,
             runs->study->variants[part->variant].name,
             runs->study->strengths[part->strength].name, study_kind_names[part->kind]);
    study_live_show(&playing->live, runs->of, runs->count, now);
}

/* Adds the slice that was played, and looks for exact values once the answer is rough. */
static bool end_slice(playing_t *playing, failure_t *error) {
    const study_runs_t *runs = playing->rounds.runs;
    study_work_t *work = &playing->works[playing->slice.run];
    const study_run_t *run = &runs->of[playing->slice.run];
    work->seconds += clock_seconds() - playing->slice_start;
    work->timed_games += run->count - work->count;
    update_work(run, work);
    if (!study_schedule_is_rough(playing->works, runs->count,
                                 study_live_seconds(&playing->live)))
        return true;
    study_live_is_rough(&playing->live, runs->of, runs->count);
    study_live_show(&playing->live, runs->of, runs->count,
                    "looking for exact values of small boards");
    bool ok = playing->is_solved ||
              study_rounds_solve(&playing->rounds, playing->out,
                                 playing->rounds.order->solve_s, true, error);
    playing->is_solved = true;
    return ok;
}

static bool want_slice(void *context, uint64_t *games, failure_t *error) {
    playing_t *playing = context;
    study_slice_t *slice = &playing->slice;
    const study_runs_t *runs = playing->rounds.runs;
    if (slice->games > 0 && !end_slice(playing, error))
        return false;
    if (study_schedule_next(playing->works, runs->count,
                            study_live_seconds(&playing->live), slice)) {
        show_slice(playing);
        games[slice->run] = runs->of[slice->run].count + slice->games;
        playing->slice_start = clock_seconds();
    }
    return true;
}

static bool play_spread(playing_t *playing, failure_t *error) {
    const study_runs_t *runs = playing->rounds.runs;
    playing->works = memory_new((size_t)runs->count + 1, sizeof *playing->works);
    playing->rounds.want = want_slice;
    playing->rounds.has_display = true;
    study_live_init(&playing->live, runs->study, playing->rounds.order->quiet);
    for (int i = 0; i < runs->count; i++) {
        begin_work(&runs->of[i], &playing->works[i]);
        update_work(&runs->of[i], &playing->works[i]);
    }
    bool ok = study_rounds_play(&playing->rounds, error);
    study_live_end(&playing->live);
    free(playing->works);
    return ok;
}

static uint64_t all_games(const study_runs_t *runs) {
    uint64_t games = 0;
    for (int i = 0; i < runs->count; i++)
        games += runs->of[i].count;
    return games;
}

/* Without games no result was seen, whatever was planned, except of removed variants. */
static bool forget_if_empty(study_t *study, const study_runs_t *runs) {
    if (all_games(runs) == 0 && study->past.removed == 0)
        study->past = (study_past_t){0};
    return true;
}

static bool play_all(playing_t *playing, failure_t *error) {
    return playing->rounds.order->spread ? play_spread(playing, error)
                                         : study_rounds_play(&playing->rounds, error);
}

/* A time limit is a plan only for the command that began the study, on its own: later
 * ones have seen results. */
static bool play_as_planned(playing_t *playing, study_t *study, failure_t *error) {
    const study_runs_t *runs = playing->rounds.runs;
    bool begins = all_games(runs) == 0 && playing->rounds.order->share.count == 1;
    return play_all(playing, error) &&
           (!begins || !stop_is_planned() ||
            study_folder_end(study, playing->out, all_games(runs), error));
}

static bool play_study(study_t *study, const char *out, const study_play_order_t *order,
                       const char **stopped, failure_t *error) {
    const study_opener_t opener = {study_run_play, out};
    study_runs_t runs = {0};
    playing_t playing = {.rounds = {.runs = &runs, .order = order, .want = want_round},
                         .out = out};
    playing.rounds.context = &playing;
    const study_rounds_t *rounds = &playing.rounds;
    double first_s = fmin(order->solve_s, STUDY_EXACT_FIRST_SECONDS);
    bool ok = study_folder_check(study, order->input, out, error) &&
              publish_folder(out, error) && publish_sweep(out) >= 0 &&
              study_runs_open(&runs, study, &opener, error) &&
              forget_if_empty(study, &runs) && study_folder_write(study, out, error) &&
              study_rounds_solve(rounds, out, first_s, true, error) &&
              play_as_planned(&playing, study, error) &&
              (rounds->stopped ||
               study_rounds_solve(rounds, out, order->solve_s, order->spread, error));
    *stopped = rounds->stopped ? rounds->stopped : stop_reason();
    study_runs_close(&runs);
    return ok;
}

bool study_play(const study_t *study, const char *out, const study_play_order_t *order,
                const char **stopped, failure_t *error) {
    study_t *own = memory_new(1, sizeof *own);
    *own = *study;
    own->past = study_folder_past(study, out);
    bool ok = play_study(own, out, order, stopped, error);
    free(own);
    return ok;
}
