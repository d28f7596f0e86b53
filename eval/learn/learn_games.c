#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"

#include "core/base/clock.h"
#include "core/game/game.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_schedule.h"
#include "selfplay/run/workers/run_workers.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* --- Waiting for other tasks -------------------------------------------------------- */

/* Longer the longer it has waited, as each look reads files; a signal ends it. */
static void nap(double waited) {
    const double seconds = fmin(0.2 + waited / 20, 5);
    const time_t whole = (time_t)seconds;
    nanosleep(&(struct timespec){.tv_sec = whole,
                                 .tv_nsec = (long)(1e9 * (seconds - (double)whole))},
              NULL);
}

bool learn_wait(learn_made_t made, const void *context, double seconds) {
    const double start = clock_seconds();
    double waited = 0;
    while (!made(context) && (waited = clock_seconds() - start) < seconds) {
        if (stop_asked())
            return false;
        nap(waited);
    }
    return true;
}

double learn_patience(double seconds) {
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
    if (ok && !learn->stopped && learn->share.count > 1) {
        if (!learn_wait(games_are_made, games, learn_patience(clock_seconds() - start)))
            learn->stopped = stop_reason();
        else
            ok = play_share(learn, generation, games, TASK_SHARE_ALL, error);
    }
    close_games(games);
    return ok;
}
