#include "eval/learn/learn_steps.h"
#include "eval/learn/learn_folder.h"

#include "core/base/clock.h"
#include "core/game/game.h"
#include "eval/match/match.h"
#include "eval/match/match_run.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_schedule.h"
#include "selfplay/run/workers/run_workers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- Waiting for other tasks -------------------------------------------------------- */

bool learn_wait(learn_made_t made, const void *context, double seconds) {
    const double end = clock_seconds() + seconds;
    while (!made(context) && clock_seconds() < end) {
        if (stop_asked())
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    return true;
}

static bool is_alone(const learn_t *learn) {
    return learn->share.count == 1;
}

/* How long a task that has done its part waits, for the others to do theirs. */
static double patience_after(double seconds) {
    return 30 + 2 * seconds;
}

/* --- Games -------------------------------------------------------------------------- */

typedef struct games {
    run_config_t configs[LEARN_VARIANTS];
    run_t runs[LEARN_VARIANTS];
    int configured, open;
} games_t;

static bool open_games(learn_t *learn, int generation, learn_row_t *row, games_t *games,
                       failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    for (int v = 0; v < plan->num_variants; v++) {
        const learn_step_t step =
            learn_plan_step(plan, v, generation, learn->best != LEARN_PLAYOUTS);
        char path[FILE_PATH], folder[FILE_PATH];
        run_config_t *config = &games->configs[v];
        if (!learn_write_config(learn->folder, plan, v, generation, learn->best, &step,
                                error) ||
            !learn_path_of(learn->folder, path, "games", generation, &plan->variants[v],
                           ".json", error) ||
            !learn_path_of(learn->folder, folder, "games", generation, &plan->variants[v],
                           "", error) ||
            !run_config_load(config, path, NULL, 0, error))
            return false;
        games->configured++;
        config->threads = learn->threads;
        if (!run_config_bind(config, path, error) ||
            !run_open(&games->runs[v], config, folder, error))
            return false;
        games->open++;
        row->games += step.games;
        row->simulations = step.simulations;
    }
    return true;
}

static void close_games(games_t *games) {
    for (int v = 0; v < games->open; v++)
        run_close(&games->runs[v]);
    for (int v = 0; v < games->configured; v++)
        run_config_clear(&games->configs[v]);
    free(games);
}

static bool games_are_made(const void *context) {
    const games_t *games = context;
    for (int v = 0; v < games->open; v++)
        for (uint64_t shard = 0; shard < games->runs[v].num_shards; shard++)
            if (run_lacks_shard(&games->runs[v], shard))
                return false;
    return true;
}

static bool play_share(learn_t *learn, int generation, games_t *games, task_share_t share,
                       failure_t *error) {
    run_want_t wants[LEARN_VARIANTS];
    progress_t progress;
    run_schedule_t schedule = {
        .share = share, .quiet = learn->quiet, .progress = &progress};
    char label[64];
    uint64_t work;
    for (int v = 0; v < games->open; v++)
        wants[v] = (run_want_t){&games->runs[v], 0, games->runs[v].games, v};
    const uint64_t missing = run_schedule_missing(&schedule, wants, games->open, &work);
    progress_init(&progress, missing, learn->quiet || missing == 0);
    progress_weigh(&progress, work);
    snprintf(label, sizeof label, "generation %d, self-play: ", generation);
    progress.label = label;
    const bool ok = run_schedule_play(&schedule, wants, games->open, error);
    progress_finish(&progress);
    learn->stopped = schedule.stopped;
    return ok;
}

bool learn_play(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    games_t *games = memory_new(1, sizeof *games);
    const double start = clock_seconds();
    bool ok = open_games(learn, generation, row, games, error) &&
              play_share(learn, generation, games, learn->share, error);
    if (ok && !learn->stopped && !is_alone(learn)) {
        if (!learn_wait(games_are_made, games, patience_after(clock_seconds() - start)))
            learn->stopped = stop_reason();
        else
            ok = play_share(learn, generation, games, TASK_SHARE_ALL, error);
    }
    close_games(games);
    return ok;
}

/* --- The gate ----------------------------------------------------------------------- */

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
    if (learn->stopped || is_alone(learn))
        return true;
    if (learn_wait(match_is_made, &gate, patience_after(clock_seconds() - start)))
        return play_match(learn, run, test, label, TASK_SHARE_ALL, error);
    learn->stopped = stop_reason();
    return true;
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
    bool whole;
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
             match_count(&run, &match, &whole, error);
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

/* One variant's match stops when its test is decided; several variants have all their
 * games. The network is promoted if the result is likelier at gate.elo than at 0. */
bool learn_gate(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    char label[64], folder[FILE_PATH];
    sprt_t test;
    learn_match_t match = {.label = label,
                           .folder = folder,
                           .games = plan->gate.games,
                           .opening_turns = (int)plan->gate.opening_turns,
                           .seed = learn_seed(plan, generation, true),
                           .test = &test};
    snprintf(label, sizeof label, "generation %d, gate: ", generation);
    if (!sprt_init(&test, 0, plan->gate.elo, 0.05, 0.05, error) ||
        !learn_path(learn->folder, folder, "gates", generation, "", error) ||
        !learn_load_agent(learn->folder, plan, generation, &match.agents[0], error) ||
        !learn_load_agent(learn->folder, plan, learn->best, &match.agents[1], error))
        return false;
    for (int i = 0; i < 2; i++)
        if (i == 0 || learn->best != LEARN_PLAYOUTS)
            agent_set_simulations(&match.agents[i], plan->gate.simulations);
    if (!learn_match(learn, &match, &row->pairs, &row->effective, error))
        return false;
    row->promoted = sprt_llr(&test, &row->pairs) > 0;
    return true;
}
