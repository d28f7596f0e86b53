#include "eval/fairest/fairest_play.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_exact.h"
#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_runs.h"
#include "eval/study/study_round.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct playing {
    const fairest_play_order_t *order;
    const char *out;
    fairest_runs_t runs;
    const char *stopped;
} playing_t;

/* --- The question's file ------------------------------------------------------------ */

static bool compare(const char *path, const char *out, const char *text,
                    failure_t *error) {
    char *there = file_read_text(path, error), difference[512];
    bool same = there && strcmp(there, text) == 0;
    if (there && !same) {
        text_t words = text_into(difference, sizeof difference);
        run_config_difference(there, text, &words);
        error_set(error,
                  "%s: a different question is there: %s; intervals hold for numbers of "
                  "games that were fixed beforehand: choose another --out",
                  out, difference);
    }
    free(there);
    return same;
}

static bool write_question(const fairest_t *fairest, const char *out, failure_t *error) {
    char path[RUN_PATH];
    if (snprintf(path, sizeof path, "%s/" FAIREST_FILE, out) >= (int)sizeof path)
        return error_set(error, "%.100s...: the path is too long", out);
    char *text = fairest_text(fairest);
    bool exists = access(path, F_OK) == 0;
    bool ok = exists || publish_file_new(path, text, strlen(text), &exists, error);
    if (ok && exists)
        ok = compare(path, out, text, error);
    free(text);
    return ok;
}

/* --- A round ------------------------------------------------------------------------ */

/* Games that a round still needs. */
static uint64_t missing(const fairest_runs_t *runs, const halving_state_t *state) {
    uint64_t games = 0;
    for (int i = 0; i < state->num_in; i++) {
        uint64_t there = runs->arms[state->order[i]].games;
        games += there < state->wanted ? state->wanted - there : 0;
    }
    return games;
}

static void say(const playing_t *playing, const fairest_pass_t *pass) {
    const halving_state_t *state = &pass->state;
    if (playing->order->quiet)
        return;
    if (pass->number > 0)
        fprintf(stderr, "pass %d, ", pass->number);
    if (state->stage < pass->plan.rounds)
        fprintf(stderr, "round %d of %d", state->stage + 1, pass->plan.rounds);
    else
        fputs(pass->plan.rounds > 0 ? "fresh games" : "all variants", stderr);
    fprintf(stderr, ": %d variant%s, to %llu games each\n", state->num_in,
            TEXT_PLURAL(state->num_in), (unsigned long long)state->wanted);
}

/* The tasks begin with different files of each variant. */
static task_share_t share_of(const playing_t *playing, int variant, uint64_t behind) {
    task_share_t share = playing->order->share;
    share.index = (share.index + (uint64_t)variant + behind) % share.count;
    return share;
}

static bool read_all(playing_t *playing, const halving_state_t *state, failure_t *error) {
    bool ok = true;
    for (int i = 0; ok && i < state->num_in; i++)
        ok = fairest_runs_read(&playing->runs, state->order[i], error);
    return ok;
}

/* Plays a share of the games that are missing. */
static bool play_share(playing_t *playing, const halving_state_t *state, uint64_t behind,
                       progress_t *progress, failure_t *error) {
    study_want_t *wants = memory_new((size_t)state->num_in, sizeof *wants);
    int count = 0;
    for (int i = 0; i < state->num_in; i++) {
        int variant = state->order[i];
        study_run_t *run = &playing->runs.runs[variant];
        run->config.threads = playing->order->threads;
        if (run->count < state->wanted)
            wants[count++] =
                (study_want_t){run, state->wanted, share_of(playing, variant, behind)};
    }
    bool ok = study_round_play(wants, count, playing->order->quiet, progress,
                               &playing->stopped, error) &&
              read_all(playing, state, error);
    free(wants);
    return ok;
}

static bool play_round(playing_t *playing, const fairest_pass_t *pass, failure_t *error) {
    const halving_state_t *state = &pass->state;
    progress_t progress;
    bool ok = true;
    say(playing, pass);
    progress_init(&progress, missing(&playing->runs, state), playing->order->quiet);
    ok = read_all(playing, state, error);
    for (uint64_t behind = 0;
         ok && !playing->stopped && behind < playing->order->share.count; behind++)
        ok = play_share(playing, state, behind, &progress, error);
    progress_finish(&progress);
    return ok;
}

/* --- Exact values ------------------------------------------------------------------- */

static bool solve(const playing_t *playing, double seconds, failure_t *error) {
    const study_exact_order_t order = {
        .seconds = seconds, .threads = (int)playing->order->threads, .quiet = true};
    return playing->order->share.index != 0 ||
           fairest_exact_find(playing->runs.fairest, playing->out, &order, error);
}

static bool solve_first(const playing_t *playing, failure_t *error) {
    return solve(playing, fmin(playing->order->solve_s, STUDY_EXACT_FIRST_SECONDS),
                 error);
}

static bool solve_rest(const playing_t *playing, failure_t *error) {
    if (!playing->order->quiet && playing->order->solve_s > STUDY_EXACT_FIRST_SECONDS &&
        playing->order->share.index == 0)
        fprintf(stderr, "looking for exact values, for at most %g s\n",
                playing->order->solve_s);
    return solve(playing, playing->order->solve_s, error);
}

/* --- All rounds --------------------------------------------------------------------- */

static bool is_settled(const fairest_runs_t *runs) {
    fairest_result_t *result = fairest_result_of(runs, NULL);
    bool settled = result->is_complete;
    fairest_result_free(result);
    return settled;
}

static bool play_rounds(playing_t *playing, failure_t *error) {
    fairest_standing_t *standing = memory_new(1, sizeof *standing);
    bool ok = true, more = true, is_solved = false;
    while (ok && more && !playing->stopped) {
        fairest_follow(&playing->runs, standing);
        if (standing->has_answer && !is_solved) {
            ok = solve_rest(playing, error);
            is_solved = true;
        }
        more =
            standing->has_next && !(standing->has_answer && is_settled(&playing->runs));
        if (ok && more)
            ok = play_round(playing, &standing->next, error);
    }
    free(standing);
    return ok;
}

bool fairest_play(const fairest_t *fairest, const char *out,
                  const fairest_play_order_t *order, const char **stopped,
                  failure_t *error) {
    playing_t playing = {.order = order, .out = out};
    const study_opener_t opener = {study_run_play, out};
    bool ok = folder_kind_may_hold(out, FOLDER_FAIREST, error) &&
              publish_folder(out, error) && publish_sweep(out) >= 0 &&
              write_question(fairest, out, error) &&
              fairest_runs_open(&playing.runs, fairest, &opener, error) &&
              solve_first(&playing, error) && play_rounds(&playing, error);
    *stopped = playing.stopped ? playing.stopped : stop_reason();
    fairest_runs_close(&playing.runs);
    return ok;
}
