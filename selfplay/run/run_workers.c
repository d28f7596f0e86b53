#include "selfplay/run/run_workers.h"

#include "core/base/clock.h"
#include "core/base/files/publish.h"
#include "core/cli/cli.h"
#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/play/run_game.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_config.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/shard_job.h"
#include "selfplay/run/shard_plan.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/journal.h"
#include "selfplay/store/record.h"
#include "selfplay/store/shard.h"

#include <omp.h>
#include <stdlib.h>

#define LOOK_S 5.0 /* between two looks of a thread at what is due */

/* The threads that play several runs. */
typedef struct team {
    int threads;
    failure_t *error;
    atomic_bool failed; /* relaxed: tells other threads to stop early */
} team_t;

/* A run. Everything but `enough` and the progress is touched in the critical section
 * fulcrum_workers only: HDF5 and the journal ask for one thread at a time. */
typedef struct workers {
    team_t *team;
    const run_t *run;
    const workers_order_t *order;
    enum { NOT_BEGUN, BEGUN, ENDED } state;
    int inside; /* threads that play it */
    int folder; /* held open (run_folder_hold) */
    shard_plan_t plan;
    struct open_job *jobs, *current; /* shards; games are dealt of the current one */
    int places; /* games that a thread plays side by side; 0: there is nothing to play */
    progress_t progress;
    workers_result_t *result;
    call_log_t log;
    double logged;      /* when */
    atomic_bool enough; /* relaxed: tells other threads to stop early */
} workers_t;

/* A game that is being played. */
typedef struct active_game {
    shard_job_t *job; /* NULL: there is none */
    uint64_t index;   /* in the shard */
    record_t record;
    size_t seen;           /* its positions that are counted already */
    size_t kept_positions; /* that are in the journal */
    double kept;           /* when */
    int64_t repeats;       /* times that it was begun again, as a program had failed */
    play_t *play;
} active_game_t;

/* The games of a thread. */
typedef struct worker {
    workers_t *workers;
    active_game_t *active; /* workers->places of them */
    double looked;         /* when, at what is due */
} worker_t;

uint64_t workers_game_weight(const run_config_t *config) {
    uint64_t simulations = 0;
    for (int i = 0; i < config->num_agents; i++)
        simulations += (uint64_t)config->agents[i].search.simulations;
    return simulations * (uint64_t)config->game->num_actions;
}

static bool has_failed(const workers_t *workers) {
    return atomic_load_explicit(&workers->team->failed, memory_order_relaxed);
}

/* The first error is the one that is told. */
static void fail(workers_t *workers, const failure_t *error) {
    if (!has_failed(workers))
        *workers->team->error = *error;
    atomic_store_explicit(&workers->team->failed, true, memory_order_relaxed);
}

/* --- Shards ------------------------------------------------------------------------- */

/* A shard that is being made, in a list: games that are played point to it. */
typedef struct open_job {
    shard_job_t job;
    struct open_job *next;
} open_job_t;

static bool plan(workers_t *workers, failure_t *error) {
    const workers_order_t *order = workers->order;
    bool right = shard_plan_init(&workers->plan, workers->run, order->first, order->end,
                                 &order->share, error);
    workers->result->shards_found = workers->plan.found;
    progress_init(&workers->progress, workers->plan.games,
                  order->quiet || order->progress || workers->plan.games == 0);
    workers->progress.whole = order->progress;
    workers->progress.weight = workers_game_weight(workers->run->config);
    return right;
}

/* Takes shards off the list that are published, whose games nobody plays any more. */
static void drop_finished(workers_t *workers) {
    for (open_job_t **link = &workers->jobs; *link;) {
        open_job_t *open = *link;
        if (open == workers->current || open->job.games) {
            link = &open->next;
            continue;
        }
        *link = open->next;
        shard_job_end(&open->job);
        free(open);
    }
}

/* Makes the next shard that lacks games the current one; false: there is none. */
static bool next_shard(workers_t *workers) {
    shard_job_t job;
    workers->current = NULL;
    drop_finished(workers);
    if (!shard_plan_next(&workers->plan, &job))
        return false;
    open_job_t *open = memory_new(1, sizeof *open);
    *open = (open_job_t){job, workers->jobs};
    workers->jobs = workers->current = open;
    return true;
}

/* Whether the folder is still the one that the run was begun in. */
static bool check_folder(workers_t *workers) {
    failure_t error;
    bool held = run_folder_is_held(workers->run->folder, workers->folder, &error);
    if (!held)
        fail(workers, &error);
    return held;
}

/* Writes a shard whose games are all there. */
static void publish_shard(workers_t *workers, shard_job_t *job) {
    const workers_order_t *order = workers->order;
    size_t bytes = 0;
    bool published;
    record_t all;
    failure_t error;
    record_init(&all, workers->run->config->game);
    if (!shard_job_publish(job, workers->run, workers->folder, &all, &bytes, &published,
                           &error)) {
        fail(workers, &error);
    } else if (published) {
        workers->result->counts.shards_made++;
        summary_add(&workers->result->summary, &all, bytes);
        if (order->more && !order->more(order->context, job->shard, &all))
            atomic_store_explicit(&workers->enough, true, memory_order_relaxed);
    } else {
        workers->result->shards_found++;
    }
    record_clear(&all);
}

/* Makes ready what is the current shard; one that somebody else has made meanwhile has no
 * game to be played. */
static void begin_job(workers_t *workers, shard_job_t *job) {
    uint64_t planned = job->count - job->held;
    failure_t error;
    if (!shard_job_begin(job, workers->run, &error)) {
        fail(workers, &error);
        return;
    }
    if (job->held >= job->count) {
        workers->result->shards_found++;
        progress_less(&workers->progress, planned);
        job->count = 0;
        return;
    }
    workers->result->games_held += job->held;
    workers->result->games_kept += job->done - job->held;
    progress_less(&workers->progress, planned - (job->count - job->done));
    if (job->done == job->count)
        publish_shard(workers, job);
}

/* --- Games -------------------------------------------------------------------------- */

/* Gives a thread the next game that is missing; false: there is none. */
static bool deal(workers_t *workers, active_game_t *game) {
    while (workers->current || next_shard(workers)) {
        shard_job_t *job = &workers->current->job;
        if (job->dealt == 0)
            begin_job(workers, job);
        while (job->games && job->dealt < job->count && !has_failed(workers)) {
            uint64_t index = job->dealt++;
            record_t *known = &job->games[index];
            if (journal_is_whole(known))
                continue;
            *game = (active_game_t){.job = job,
                                    .index = index,
                                    .record = *known,
                                    .seen = known->rows[TABLE_POSITIONS],
                                    .kept_positions = known->rows[TABLE_POSITIONS],
                                    .kept = clock_seconds(),
                                    .play = game->play};
            record_init(known, known->game);
            workers->result->counts.active_games++;
            return true;
        }
        if (has_failed(workers))
            return false;
        workers->current = NULL;
    }
    return false;
}

/* Puts what is played of a game into the journal. */
static void keep(workers_t *workers, active_game_t *game) {
    const shard_job_t *job = game->job;
    size_t positions = game->record.rows[TABLE_POSITIONS];
    failure_t error;
    if (!play_can_go_on(workers->run->config) || positions == game->kept_positions ||
        has_failed(workers))
        return;
    if (!journal_add(job->journal, job->first + game->index, &game->record, &error))
        fail(workers, &error);
    game->kept_positions = positions;
    game->kept = clock_seconds();
}

/* A game that is whole goes into the journal, or with the last one into the shard. */
static void deliver(workers_t *workers, active_game_t *game) {
    shard_job_t *job = game->job;
    failure_t error;
    workers->result->counts.games++;
    job->games[game->index] = game->record;
    if (++job->done == job->count)
        publish_shard(workers, job);
    else if (!journal_add(job->journal, job->first + game->index, &game->record, &error))
        fail(workers, &error);
}

/* The actions since the last time. */
static void count_actions(workers_t *workers, active_game_t *game) {
    size_t positions = game->record.rows[TABLE_POSITIONS];
    workers->result->counts.num_actions += positions - game->seen;
    game->seen = positions;
}

static void land(workers_t *workers, active_game_t *game, bool whole) {
    count_actions(workers, game);
    workers->result->counts.active_games--;
    if (whole) {
        deliver(workers, game);
    } else {
        keep(workers, game);
        record_clear(&game->record);
    }
    game->job = NULL;
}

/* --- The call ----------------------------------------------------------------------- */

static void write_log(workers_t *workers, const char *state, const char *why) {
    call_counts_t *counts = &workers->result->counts;
    counts->seconds = progress_seconds(&workers->progress);
    counts->simulations =
        atomic_load_explicit(&workers->progress.simulations, memory_order_relaxed);
    call_log_write(&workers->log, counts, state, why);
    workers->logged = clock_seconds();
}

static void log_when_due(workers_t *workers) {
    if (clock_seconds() - workers->logged > CALL_LOG_INTERVAL_S)
        write_log(workers, "playing", NULL);
}

static bool goes_on(workers_t *workers) {
    return !has_failed(workers) && !stop_asked() &&
           !atomic_load_explicit(&workers->enough, memory_order_relaxed);
}

static bool watch(void *context) {
    worker_t *worker = context;
    workers_t *workers = worker->workers;
    progress_simulations(&workers->progress, 0);
    if (clock_seconds() - worker->looked > LOOK_S) {
        worker->looked = clock_seconds();
        stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
        {
            for (int i = 0; i < workers->places; i++) {
                active_game_t *game = &worker->active[i];
                if (!game->job)
                    continue;
                count_actions(workers, game);
                if (clock_seconds() - game->kept > WORKERS_JOURNAL_S)
                    keep(workers, game);
            }
            if (check_folder(workers))
                log_when_due(workers);
        }
        stop_thread_writes(false);
    }
    return goes_on(workers);
}

/* A game that has come to its end, or to where it is stopped, makes room for the next. */
static bool change_game(workers_t *workers, active_game_t *game, bool over) {
    bool dealt = false;
    stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
    {
        if (game->job)
            land(workers, game, over);
        if (goes_on(workers))
            dealt = deal(workers, game);
        log_when_due(workers);
    }
    stop_thread_writes(false);
    if (dealt)
        play_begin(game->play, game->job->first + game->index, &game->record);
    return dealt;
}

/* Begins a game again in which an outside program has crashed or was late, or ends
 * everything: the game never counts. A wrong answer would come again. */
static bool repeat_game(workers_t *workers, active_game_t *game) {
    const engine_problem_t *problem = play_problem(game->play);
    const run_config_t *config = workers->run->config;
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
        fail(workers, &error);
        return false;
    }
    game->repeats++;
    cli_message("game %llu is played again, from its start (%lld of %lld times): %s",
                (unsigned long long)id, (long long)game->repeats, (long long)most,
                problem->failure.message);
    record_empty(&game->record);
    game->seen = game->kept_positions = 0;
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
        progress_simulations(&workers->progress, simulations);
    }
    for (;;) {
        bool stopped = !goes_on(workers);
        search_t *search = game->job && !stopped ? play_next(game->play) : NULL;
        if (search)
            return search;
        bool failed = game->job && !stopped && play_problem(game->play);
        if (failed && play_problem(game->play)->fault != ENGINE_STOPPED &&
            repeat_game(workers, game))
            continue;
        bool over = game->job && !stopped && !failed;
        if (over)
            progress_game(&workers->progress);
        if (!change_game(workers, game, over))
            return NULL;
    }
}

static void play_on_thread(workers_t *workers) {
    const run_config_t *config = workers->run->config;
    worker_t worker = {.workers = workers,
                       .active =
                           memory_new((size_t)workers->places, sizeof *worker.active),
                       .looked = clock_seconds()};
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
        fail(workers, &error);
    }
    for (int i = 0; i < workers->places; i++) { /* those that the watch has stopped */
        if (worker.active[i].job)
            change_game(workers, &worker.active[i], false);
        play_free(worker.active[i].play);
    }
    free(worker.active);
    stop_thread_leaves();
}

static bool check_order(const run_t *run, const workers_order_t *order,
                        failure_t *error) {
    uint64_t games = run->games, size = (uint64_t)run->config->shard_games;
    REQUIRE(order->share.index < order->share.count);
    if (order->first >= order->end || order->end > games)
        return error_set(error,
                         "--games: from %llu to %llu is no part of the run's games "
                         "0:%llu",
                         (unsigned long long)order->first, (unsigned long long)order->end,
                         (unsigned long long)games);
    if (order->first % size != 0 || (order->end % size != 0 && order->end != games))
        return error_set(error,
                         "--games: has to begin and end at multiples of "
                         "shard_games, %llu, or at the last game, %llu",
                         (unsigned long long)size, (unsigned long long)games);
    return true;
}

/* --- One run after the other -------------------------------------------------------- */

static bool has_games_to_deal(const workers_t *workers) {
    return workers->current || workers->plan.next < workers->plan.end;
}

static bool is_done(const workers_t *workers) {
    for (const open_job_t *open = workers->jobs; open; open = open->next)
        if (open->job.games || open->job.dealt < open->job.count)
            return false;
    return !has_games_to_deal(workers);
}

static void write_end(workers_t *workers) {
    bool done =
        is_done(workers) || atomic_load_explicit(&workers->enough, memory_order_relaxed);
    progress_finish(&workers->progress);
    if (!has_failed(workers))
        check_folder(workers);
    if (!has_failed(workers) && !done)
        workers->result->stopped = stop_reason();
    write_log(workers,
              has_failed(workers) ? "failed"
              : done              ? "finished"
                                  : "stopped",
              has_failed(workers) ? workers->team->error->message
                                  : workers->result->stopped);
}

/* After the last thread has left. A call that had nothing to do leaves no trace. */
static void end(workers_t *workers) {
    failure_t error;
    if (workers->places > 0)
        write_end(workers);
    /* Files that are there may be of processes that could not sync their names any more.
     */
    if (!has_failed(workers) &&
        !publish_sync_names(workers->folder, workers->run->folder, &error))
        fail(workers, &error);
    for (open_job_t *open = workers->jobs, *next; open; open = next) {
        next = open->next;
        shard_job_end(&open->job);
        free(open);
    }
    shard_plan_clear(&workers->plan);
    run_folder_release(workers->folder);
    workers->state = ENDED;
}

static void begin(workers_t *workers) {
    char task[TASK_SHARE_TEXT];
    failure_t error;
    workers->state = BEGUN;
    if (!run_folder_hold(workers->run->folder, &workers->folder, &error) ||
        !plan(workers, &error)) {
        fail(workers, &error);
    } else if (workers->plan.games > 0) {
        task_share_write(&workers->order->share, task);
        call_log_init(&workers->log, workers->run->folder, task, workers->team->threads);
        write_log(workers, "playing", NULL);
        workers->places = run_places(workers->run->config, workers->progress.total,
                                     workers->team->threads);
    }
    if (has_failed(workers) || workers->plan.games == 0)
        end(workers);
}

/* A thread comes to a run, the first one begins it; false: there is no game for it. */
static bool enter(workers_t *workers) {
    bool enters = false;
    stop_thread_writes(true);
#pragma omp critical(fulcrum_workers)
    {
        if (workers->state == NOT_BEGUN && !has_failed(workers))
            begin(workers);
        enters = workers->state == BEGUN && has_games_to_deal(workers);
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

static void init(workers_t *workers, team_t *team, const workers_part_t *part,
                 workers_result_t *result) {
    *workers = (workers_t){
        .team = team, .run = part->run, .order = &part->order, .result = result};
    atomic_init(&workers->enough, false);
    *result = (workers_result_t){.threads = team->threads};
    summary_init(&result->summary, part->run->config->game);
    summary_know(&result->summary, part->run->config);
}

/* By falling weight; as they were given where it is the same. */
static int compare_weights(const void *a, const void *b) {
    const workers_t *x = a, *y = b;
    uint64_t weight_x = workers_game_weight(x->run->config);
    uint64_t weight_y = workers_game_weight(y->run->config);
    if (weight_x != weight_y)
        return weight_x > weight_y ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

bool workers_play_several(const workers_part_t *parts, int count, const char **stopped,
                          failure_t *error) {
    team_t team = {.threads = omp_get_max_threads(), .error = error};
    workers_t *workers = memory_new((size_t)count, sizeof *workers);
    workers_result_t *unasked = memory_new((size_t)count, sizeof *unasked);
    bool right = true;
    atomic_init(&team.failed, false);
    if (count > 0 && parts[0].run->config->threads > 0)
        team.threads = (int)parts[0].run->config->threads;
    for (int i = 0; i < count; i++)
        init(&workers[i], &team, &parts[i],
             parts[i].result ? parts[i].result : &unasked[i]);
    for (int i = 0; right && i < count; i++)
        right = check_order(parts[i].run, &parts[i].order, error);
    qsort(workers, (size_t)count, sizeof *workers, compare_weights);
#pragma omp parallel num_threads(team.threads) if (right && count > 0)
    for (int i = 0; right && i < count; i++)
        if ((i == 0 || !stop_asked()) && enter(&workers[i])) {
            play_on_thread(&workers[i]);
            leave(&workers[i]);
        }
    right = right && !atomic_load_explicit(&team.failed, memory_order_relaxed);
    *stopped = NULL;
    for (int i = 0; i < count; i++) {
        if (right && workers[i].state == NOT_BEGUN)
            workers[i].result->stopped = stop_reason();
        if (workers[i].result->stopped)
            *stopped = workers[i].result->stopped;
    }
    for (int i = 0; i < count; i++)
        if (!parts[i].result)
            workers_result_clear(&unasked[i]);
    free(unasked);
    free(workers);
    return right;
}

bool workers_play(const run_t *run, const workers_order_t *order,
                  workers_result_t *result, failure_t *error) {
    const workers_part_t part = {run, *order, result};
    const char *stopped; /* the result says it */
    return workers_play_several(&part, 1, &stopped, error);
}

void workers_result_clear(workers_result_t *result) {
    summary_clear(&result->summary);
}
