#include "eval/fairest/fairest.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_play.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/stop.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct playing {
    study_rounds_t rounds;
    const char *out;
    fairest_runs_t runs;
    bool is_solved; /* as far as the order's time allows */
} playing_t;

/* --- The question's file ------------------------------------------------------------ */

static bool write_question(const fairest_t *fairest, const char *out, failure_t *error) {
    char path[FILE_PATH], difference[512], *other;
    if (!file_path(path, error, "%s/" FAIREST_FILE, out))
        return false;
    cJSON *json = fairest_json(fairest);
    study_networks_store(json, out);
    char *text = json_lines(json);
    bool ok = publish_once(path, text, &other, error);
    if (other) {
        text_t words = text_into(difference, sizeof difference);
        run_config_difference(other, text, &words);
        ok = error_set(
            error,
            "%s: a different question is there: %s; intervals hold for numbers of games "
            "that were fixed beforehand: choose another --out",
            out, difference);
    }
    free(other);
    free(text);
    return ok;
}

/* --- Rounds ------------------------------------------------------------------------- */

static void say(const fairest_pass_t *pass) {
    const halving_state_t *state = &pass->state;
    if (pass->number > 0)
        fprintf(stderr, "pass %d, ", pass->number);
    if (state->stage < pass->plan.rounds)
        fprintf(stderr, "round %d of %d", state->stage + 1, pass->plan.rounds);
    else
        fputs(pass->plan.rounds > 0 ? "fresh games" : "all variants", stderr);
    fprintf(stderr, ": %d variant%s, to %llu games each\n", state->num_in,
            TEXT_PLURAL(state->num_in), (unsigned long long)state->wanted);
}

static bool solve_rest(playing_t *playing, failure_t *error) {
    const study_play_order_t *order = playing->rounds.order;
    if (playing->is_solved)
        return true;
    playing->is_solved = true;
    if (!order->quiet && order->solve_s > STUDY_EXACT_FIRST_SECONDS &&
        order->share.index == 0)
        fprintf(stderr, "looking for exact values, for at most %g s\n", order->solve_s);
    return study_rounds_solve(&playing->rounds, playing->out, order->solve_s, true,
                              error);
}

static bool is_settled(const fairest_runs_t *runs) {
    fairest_result_t *result = fairest_result_of(runs, NULL);
    bool settled = result->is_complete;
    fairest_result_free(result);
    return settled;
}

/* All variants still in the plan get the same number of games. */
static bool want_round(void *context, uint64_t *games, failure_t *error) {
    playing_t *playing = context;
    fairest_standing_t *standing = memory_new(1, sizeof *standing);
    const halving_state_t *state = &standing->next.state;
    fairest_runs_update(&playing->runs);
    fairest_follow(&playing->runs, standing);
    bool ok = !standing->has_answer || solve_rest(playing, error);
    if (ok && standing->has_next &&
        !(standing->has_answer && is_settled(&playing->runs))) {
        if (!playing->rounds.order->quiet)
            say(&standing->next);
        for (int i = 0; i < state->num_in; i++)
            games[state->order[i]] = state->wanted;
    }
    free(standing);
    return ok;
}

bool fairest_play(const fairest_t *fairest, const char *out,
                  const study_play_order_t *order, const char **stopped,
                  failure_t *error) {
    const study_opener_t opener = {study_run_play, out};
    playing_t playing = {.rounds = {.order = order, .want = want_round}, .out = out};
    study_rounds_t *rounds = &playing.rounds;
    rounds->runs = &playing.runs.runs;
    rounds->context = &playing;
    double first_s = fmin(order->solve_s, STUDY_EXACT_FIRST_SECONDS);
    bool ok = folder_kind_may_hold(out, FOLDER_FAIREST, error) &&
              publish_folder(out, error) && publish_sweep(out) >= 0 &&
              write_question(fairest, out, error) &&
              fairest_runs_open(&playing.runs, fairest, &opener, error) &&
              study_rounds_solve(rounds, out, first_s, true, error) &&
              study_rounds_play(rounds, error);
    *stopped = rounds->stopped ? rounds->stopped : stop_reason();
    fairest_runs_close(&playing.runs);
    return ok;
}
