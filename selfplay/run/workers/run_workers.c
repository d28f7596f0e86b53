#include "selfplay/run/workers/run_workers.h"

#include "core/base/clock.h"
#include "core/base/files/publish.h"
#include "core/base/plain_text.h"
#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/config/run_config.h"
#include "selfplay/play/run_game.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_games.h"

#include <omp.h>
#include <stdlib.h>

#define CHECK_S 5.0 /* between two checks by a thread for due work */

/* A run. Everything but `enough` and the progress is accessed only in the critical
 * section fulcrum_workers. */
typedef struct workers {
    run_games_t games;
    enum { NOT_BEGUN, BEGUN, ENDED } state;
    int inside; /* threads that play it */
    int places; /* concurrent games per thread; 0: there is nothing to play */
    call_log_t log;
    double logged; /* when */
} workers_t;

/* The games of a thread. */
typedef struct worker {
    workers_t *workers;
    active_game_t *active; /* workers->places of them */
    double checked;        /* time of the last check for due work */
} worker_t;

/* Whether the folder is still the one in which the run was started. */
static bool check_folder(workers_t *workers) {
    failure_t error;
    bool held =
        run_folder_is_same(workers->games.run->folder, workers->games.folder, &error);
    if (!held)
        run_games_fail(&workers->games, &error);
    return held;
}

/* --- The call ----------------------------------------------------------------------- */

static void write_log(workers_t *workers, life_t life, const char *why) {
    call_counts_t *counts = &workers->games.result->counts;
    counts->seconds = progress_seconds(&workers->games.progress);
    counts->simulations =
        atomic_load_explicit(&workers->games.progress.simulations, memory_order_relaxed);
    call_log_write(&workers->log, counts, life, why);
    workers->logged = clock_seconds();
}

/* Checks the folder, too, now and then, as a thousand processes do so. */
static void log_when_due(workers_t *workers) {
    if (clock_seconds() - workers->logged > CALL_LOG_INTERVAL_S && check_folder(workers))
        write_log(workers, LIFE_PLAYING, NULL);
}

static bool continues(workers_t *workers) {
    return !run_games_have_failed(&workers->games) && !stop_asked() &&
           !atomic_load_explicit(&workers->games.enough, memory_order_relaxed);
}

static bool watch(void *context) {
    worker_t *worker = context;
    workers_t *workers = worker->workers;
    progress_simulations(&workers->games.progress, 0);
    if (clock_seconds() - worker->checked > CHECK_S) {
        worker->checked = clock_seconds();
        stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
        {
            for (int i = 0; i < workers->places; i++) {
                active_game_t *game = &worker->active[i];
                if (!game->job)
                    continue;
                run_games_count(&workers->games, game);
                if (clock_seconds() - game->stored > WORKERS_JOURNAL_S)
                    run_games_store(&workers->games, game);
            }
            log_when_due(workers);
        }
        stop_thread_writes(false);
    }
    return continues(workers);
}

/* Returns a finished or stopped game, to make room for the next. */
static bool change_game(workers_t *workers, active_game_t *game, bool over) {
    bool assigned = false;
    stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
    {
        if (game->job)
            run_games_return(&workers->games, game, over);
        if (continues(workers))
            assigned = run_games_next(&workers->games, game);
        log_when_due(workers);
    }
    stop_thread_writes(false);
    if (assigned)
        play_begin(game->play, game->job->first + game->index, &game->record);
    return assigned;
}

/* Restarts a game in which an outside program crashed or timed out, or ends everything:
 * the game never counts. A wrong answer would only be repeated. */
static bool repeat_game(workers_t *workers, active_game_t *game) {
    const engine_problem_t *problem = play_problem(game->play);
    const run_config_t *config = workers->games.run->config;
    uint64_t id = game->job->first + game->index;
    int64_t most = 0;
    for (int i = 0; i < config->num_agents; i++)
        if (agent_is_engine(&config->agents[i]) &&
            config->agents[i].engine.repeats > most)
            most = config->agents[i].engine.repeats;
    bool again = problem->fault == ENGINE_CRASHED || problem->fault == ENGINE_TIMED_OUT;
    if (!again || game->repeats >= most) {
        failure_t error;
        error_set(&error, "game %llu, which does not count: %s%s", (unsigned long long)id,
                  problem->failure.message,
                  again && most > 0
                      ? "; it was repeated as often as engine.repeats allows"
                      : "");
#pragma omp critical(fulcrum_workers)
        run_games_fail(&workers->games, &error);
        return false;
    }
    game->repeats++;
    message("game %llu is played again, from its start (%lld of %lld times): %s",
            (unsigned long long)id, (long long)game->repeats, (long long)most,
            problem->failure.message);
    record_empty(&game->record);
    game->seen = game->stored_positions = 0;
    play_begin(game->play, id, &game->record);
    return true;
}

/* The next search of the game at a place, or of the one after it. */
static search_t *next_search(void *context, int place, search_t *done) {
    worker_t *worker = context;
    workers_t *workers = worker->workers;
    active_game_t *game = &worker->active[place];
    if (done) {
        uint32_t simulations = search_simulations(done);
        play_decide(game->play);
        progress_simulations(&workers->games.progress, simulations);
    }
    for (;;) {
        bool stopped = !continues(workers);
        search_t *search = game->job && !stopped ? play_next(game->play) : NULL;
        if (search)
            return search;
        bool failed = game->job && !stopped && play_problem(game->play);
        if (failed && play_problem(game->play)->fault != ENGINE_STOPPED &&
            repeat_game(workers, game))
            continue;
        bool over = game->job && !stopped && !failed;
        if (over)
            progress_game(&workers->games.progress);
        if (!change_game(workers, game, over))
            return NULL;
    }
}

static void play_on_thread(workers_t *workers) {
    const run_config_t *config = workers->games.run->config;
    worker_t worker = {.workers = workers,
                       .active =
                           memory_new((size_t)workers->places, sizeof *worker.active),
                       .checked = clock_seconds()};
    failure_t error;
    for (int i = 0; i < workers->places; i++) {
        worker.active[i].play = play_new(config);
        play_set_patience(worker.active[i].play, (engine_patience_t){watch, &worker});
    }
    stop_thread_plays();
    search_batch_run(config->game, &(search_feed_t){.places = workers->places,
                                                    .next = next_search,
                                                    .watch = watch,
                                                    .context = &worker});
    if (run_config_outside_batch(config) > 0 && process_evaluator_failed(&error)) {
#pragma omp critical(fulcrum_workers)
        run_games_fail(&workers->games, &error);
    }
    for (int i = 0; i < workers->places; i++) { /* those stopped by the watcher */
        if (worker.active[i].job)
            change_game(workers, &worker.active[i], false);
        play_free(worker.active[i].play);
    }
    free(worker.active);
    stop_thread_leaves();
}

bool workers_check(const run_config_t *config, uint64_t games,
                   const workers_order_t *order, failure_t *error) {
    uint64_t size = (uint64_t)config->shard_games;
    REQUIRE(order->share.index < order->share.count);
    if (order->first >= order->end || order->end > games)
        return error_set(
            error, "--games: from %llu to %llu is no part of the run's games 0:%llu",
            (unsigned long long)order->first, (unsigned long long)order->end,
            (unsigned long long)games);
    if (order->first % size != 0 || (order->end % size != 0 && order->end != games))
        return error_set(error,
                         "--games: must begin and end at multiples of "
                         "shard_games, %llu, or at the last game, %llu",
                         (unsigned long long)size, (unsigned long long)games);
    return true;
}

/* --- One run after the other -------------------------------------------------------- */

static void write_end(workers_t *workers) {
    bool done = run_games_are_done(&workers->games) ||
                atomic_load_explicit(&workers->games.enough, memory_order_relaxed);
    progress_finish(&workers->games.progress);
    if (!run_games_have_failed(&workers->games))
        check_folder(workers);
    if (!run_games_have_failed(&workers->games) && !done)
        workers->games.result->stopped = stop_reason();
    write_log(workers,
              run_games_have_failed(&workers->games) ? LIFE_FAILED
              : done                                 ? LIFE_FINISHED
                                                     : LIFE_STOPPED,
              run_games_have_failed(&workers->games) ? workers->games.team->error->message
                                                     : workers->games.result->stopped);
}

/* After the last thread has left. Without anything to do, no log is written. */
static void end(workers_t *workers) {
    failure_t error;
    char config[FILE_PATH];
    if (workers->places > 0)
        write_end(workers);
    /* Existing files may be of processes that could no longer sync their names. */
    run_config_path(workers->games.run->folder, config);
    if (!run_games_have_failed(&workers->games) && !publish_sync_name(config, &error))
        run_games_fail(&workers->games, &error);
    run_games_clear(&workers->games);
    run_folder_close(workers->games.folder);
    workers->state = ENDED;
}

static void begin(workers_t *workers) {
    failure_t error;
    workers->state = BEGUN;
    run_sweep_journals(workers->games.run, workers->games.order->share);
    if (!run_folder_open(workers->games.run->folder, &workers->games.folder, &error) ||
        !run_games_plan(&workers->games, &error)) {
        run_games_fail(&workers->games, &error);
    } else if (workers->games.plan.games > 0) {
        call_log_init(&workers->log, workers->games.run->folder,
                      &workers->games.order->share, workers->games.team->threads);
        write_log(workers, LIFE_PLAYING, NULL);
        workers->places =
            run_places(workers->games.run->config, workers->games.progress.total,
                       workers->games.team->threads);
    }
    if (run_games_have_failed(&workers->games) || workers->games.plan.games == 0)
        end(workers);
}

/* A thread joins a run, the first one starts it; false: there is no game for it. */
static bool enter(workers_t *workers) {
    bool enters = false;
    stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
    {
        if (workers->state == NOT_BEGUN && !run_games_have_failed(&workers->games))
            begin(workers);
        enters = workers->state == BEGUN && run_games_are_left(&workers->games);
        workers->inside += enters;
    }
    stop_thread_writes(false);
    return enters;
}

/* The last one ends it. */
static void leave(workers_t *workers) {
    stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
    {
        if (--workers->inside == 0)
            end(workers);
    }
    stop_thread_writes(false);
}

static void init(workers_t *workers, run_team_t *team, const workers_part_t *part,
                 workers_result_t *result) {
    *workers = (workers_t){
        .games = {
            .team = team, .run = part->run, .order = &part->order, .result = result}};
    atomic_init(&workers->games.enough, false);
    *result = (workers_result_t){.threads = team->threads};
    summary_init(&result->summary, part->run->config->game);
    summary_know(&result->summary, part->run->config);
}

/* By descending weight, stable; backward the other way round. */
static int compare_weights(const void *a, const void *b) {
    const workers_t *x = a, *y = b;
    if (x->games.order->is_backward) {
        x = b;
        y = a;
    }
    uint64_t weight_x = run_config_game_weight(x->games.run->config);
    uint64_t weight_y = run_config_game_weight(y->games.run->config);
    if (weight_x != weight_y)
        return weight_x > weight_y ? -1 : 1;
    return x->games.order < y->games.order ? -1 : x->games.order > y->games.order;
}

bool workers_play_several(const workers_part_t *parts, int count, const char **stopped,
                          failure_t *error) {
    run_team_t team = {.threads = omp_get_max_threads(), .error = error};
    workers_t *workers = memory_new((size_t)count, sizeof *workers);
    workers_result_t *unasked = memory_new((size_t)count, sizeof *unasked);
    bool ok = true;
    atomic_init(&team.failed, false);
    if (count > 0 && parts[0].run->config->threads > 0)
        team.threads = (int)parts[0].run->config->threads;
    for (int i = 0; i < count; i++)
        init(&workers[i], &team, &parts[i],
             parts[i].result ? parts[i].result : &unasked[i]);
    for (int i = 0; ok && i < count; i++)
        ok = workers_check(parts[i].run->config, parts[i].run->games, &parts[i].order,
                           error);
    qsort(workers, (size_t)count, sizeof *workers, compare_weights);
#pragma omp parallel num_threads(team.threads) if (ok && count > 0)
    for (int i = 0; ok && i < count; i++)
        if ((i == 0 || !stop_asked()) && enter(&workers[i])) {
            play_on_thread(&workers[i]);
            leave(&workers[i]);
        }
    ok = ok && !atomic_load_explicit(&team.failed, memory_order_relaxed);
    *stopped = NULL;
    for (int i = 0; i < count; i++) {
        if (ok && workers[i].state == NOT_BEGUN)
            workers[i].games.result->stopped = stop_reason();
        if (workers[i].games.result->stopped)
            *stopped = workers[i].games.result->stopped;
    }
    for (int i = 0; i < count; i++)
        if (!parts[i].result)
            workers_result_clear(&unasked[i]);
    free(unasked);
    free(workers);
    return ok;
}

bool workers_play(const run_t *run, const workers_order_t *order,
                  workers_result_t *result, failure_t *error) {
    const workers_part_t part = {run, *order, result};
    const char *stopped; /* also in the result */
    return workers_play_several(&part, 1, &stopped, error);
}

void workers_result_clear(workers_result_t *result) {
    summary_clear(&result->summary);
}
