#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"

#include "core/base/clock.h"
#include "core/game/game.h"
#include "eval/match/match.h"
#include "eval/match/match_run.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_workers.h"

#include <string.h>

typedef struct gate {
    const run_t *run;
    const sprt_t *test;
} gate_t;

static bool match_is_made(const void *context) {
    const gate_t *gate = context;
    match_t match;
    failure_t error;
    bool whole;
    match_init(&match, gate->test);
    const bool ok = match_count(gate->run, &match, &whole, &error);
    match_clear(&match);
    return !ok || whole; /* an error comes again where it is reported */
}

static bool play_match(learn_t *learn, const run_t *run, const sprt_t *test,
                       const char *label, task_share_t share, failure_t *error) {
    workers_result_t result = {0};
    const bool ok =
        match_play(run, test, &share, learn->quiet ? NULL : label, &result, error);
    learn->stopped = result.stopped;
    workers_result_clear(&result);
    return ok;
}

static bool play_together(learn_t *learn, const run_t *run, const sprt_t *test,
                          const char *label, failure_t *error) {
    const gate_t gate = {run, test};
    const double start = clock_seconds();
    if (!play_match(learn, run, test, label, learn->share, error))
        return false;
    if (learn->stopped || learn->share.count == 1)
        return true;
    if (learn_wait(match_is_made, &gate, learn_patience(clock_seconds() - start)))
        return play_match(learn, run, test, label, TASK_SHARE_ALL, error);
    learn->stopped = stop_reason();
    return true;
}

/* Counts a match that has been played, or as far as it was when stopped. Over NFS, games
 * of other machines may be seen late: a match is not decided without them. */
static bool count_match(learn_t *learn, const run_t *run, match_t *match,
                        failure_t *error) {
    const gate_t gate = {run, match->test};
    bool whole;
    if (!match_count(run, match, &whole, error))
        return false;
    if (whole || learn->stopped)
        return true;
    if (!learn_wait(match_is_made, &gate, LEARN_LISTED_S)) {
        learn->stopped = stop_reason();
        return true;
    }
    match_clear(match);
    match_init(match, gate.test);
    return match_count(run, match, &whole, error) &&
           (whole ||
            error_set(error, "%s: has games that this machine cannot see", run->folder));
}

/* The match of one variant. */
static bool match_variant(learn_t *learn, const learn_match_t *of,
                          const learn_variant_t *variant, const sprt_t *test,
                          outcome_counts_t *pairs, double *effective, failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 };
    const int64_t games = of->games / learn->plan->num_variants;
    char *words[WORDS], text[GAME_VARIANT_TEXT], folder[FILE_PATH];
    run_config_t config;
    match_t match;
    run_t run;
    snprintf(text, sizeof text, "%s", variant->game->variant_text);
    const match_plan_t plan = {.game = variant->game->class->name,
                               .words = words,
                               .num_words = text_split(text, words, WORDS),
                               .agents = {of->agents[0], of->agents[1]},
                               .games = games < 2 ? 2 : games + games % 2,
                               .seed = of->seed};
    if (!file_path(folder, error, "%s%s", of->folder, variant->label) ||
        !match_plan_config(&plan, &config, error))
        return false;
    config.threads = learn->threads;
    config.opening.turns = of->opening_turns;
    bool ok = run_open(&run, &config, folder, error);
    if (ok) {
        match_init(&match, test);
        ok = (!test || match_settle_test(&run, test, error)) &&
             play_together(learn, &run, test, of->label, error) &&
             count_match(learn, &run, &match, error);
        outcome_counts_merge(pairs, &match.pairs);
        *effective += match_duplicates(&match).effective;
        match_clear(&match);
        run_close(&run);
    }
    run_config_clear(&config);
    return ok;
}

bool learn_match(learn_t *learn, const learn_match_t *match, outcome_counts_t *pairs,
                 double *effective, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    bool ok = true;
    for (int v = 0; ok && !learn->stopped && v < plan->num_variants; v++)
        ok = match_variant(learn, match, &plan->variants[v],
                           plan->num_variants == 1 ? match->test : NULL, pairs, effective,
                           error);
    return ok;
}

/* Two players at the gate's simulations, but for the playouts of generation 0; the match
 * has its games and test. */
static bool play_players(learn_t *learn, int generation, learn_use_t use,
                         const int players[2], learn_match_t *match,
                         outcome_counts_t *pairs, double *effective, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    const bool is_gate = use == LEARN_GATE;
    char label[64], folder[FILE_PATH];
    snprintf(label, sizeof label, "generation %d, %s: ", generation,
             is_gate ? "gate" : "curve");
    match->label = label;
    match->folder = folder;
    match->seed = learn_seed(plan, generation, use);
    match->opening_turns = (int)plan->gate.opening_turns;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        ok = learn_load_agent(learn->folder, plan, players[i], &match->agents[i], error);
        if (ok && players[i] != LEARN_PLAYOUTS)
            agent_set_simulations(&match->agents[i], plan->gate.simulations);
    }
    return ok &&
           learn_path(learn->folder, folder, is_gate ? "gates" : "curve", generation, "",
                      error) &&
           learn_match(learn, match, pairs, effective, error);
}

/* One variant's match stops when its test is decided; several variants have all their
 * games. The network is promoted if the result is likelier at gate.elo than at 0. */
bool learn_gate(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    sprt_t test;
    learn_match_t match = {.games = plan->gate.games, .test = &test};
    const int players[] = {generation, learn->best};
    if (!sprt_init(&test, 0, plan->gate.elo, 0.05, 0.05, error) ||
        !play_players(learn, generation, LEARN_GATE, players, &match, &row->pairs,
                      &row->effective, error))
        return false;
    row->promoted = sprt_llr(&test, &row->pairs) > 0;
    return true;
}

/* The best after a generation; while that is the playouts, the first that beats them. */
static int best_after(const learn_t *learn, int generation) {
    int best = learn_first(learn->plan);
    for (int i = 0; i < (int)learn->count; i++)
        if (learn->rows[i].promoted && (i <= generation || best == LEARN_PLAYOUTS))
            best = i;
    return best;
}

/* New games, as the gate's were what it was promoted for. */
bool learn_curve(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    const int every = (int)plan->curve.every;
    if (every == 0 || (generation + 1) % every != 0)
        return true;
    const int before = best_after(learn, generation - every),
              now = row->promoted ? generation : learn->best;
    row->has_rating = before != LEARN_PLAYOUTS;
    if (before == LEARN_PLAYOUTS || before == now)
        return true;
    learn_match_t match = {.games = plan->curve.games};
    const int players[] = {now, before};
    return play_players(learn, generation, LEARN_CURVE, players, &match, &row->gain,
                        &row->effective_gain, error);
}
