#include "selfplay/run/workers/run_games.h"

#include "core/base/clock.h"
#include "selfplay/config/run_config.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run.h"

#include <stdlib.h>

bool run_games_have_failed(const run_games_t *games) {
    return atomic_load_explicit(&games->team->failed, memory_order_relaxed);
}

/* Only the first error is reported. */
void run_games_fail(run_games_t *games, const failure_t *error) {
    if (!run_games_have_failed(games))
        *games->team->error = *error;
    atomic_store_explicit(&games->team->failed, true, memory_order_relaxed);
}

/* --- Shards ------------------------------------------------------------------------- */

/* A shard in progress, in a list: active games point to it. */
typedef struct open_job {
    shard_job_t job;
    struct open_job *next;
} open_job_t;

bool run_games_plan(run_games_t *games, failure_t *error) {
    const workers_order_t *order = games->order;
    bool ok = shard_plan_init(&games->plan, games->run, order->first, order->end,
                              &order->share, error);
    games->plan.is_backward = order->is_backward;
    games->result->shards_found = games->plan.found;
    progress_init(&games->progress, games->plan.games,
                  order->quiet || order->progress || games->plan.games == 0);
    games->progress.whole = order->progress;
    games->progress.weight = run_config_game_weight(games->run->config);
    return ok;
}

/* Removes published shards without active games from the list. */
static void drop_finished(run_games_t *games) {
    for (open_job_t **link = &games->jobs; *link;) {
        open_job_t *open = *link;
        if (open == games->current || open->job.games) {
            link = &open->next;
            continue;
        }
        *link = open->next;
        shard_job_end(&open->job);
        free(open);
    }
}

/* Selects the next shard that lacks games; false: there is none. */
static bool next_shard(run_games_t *games) {
    shard_job_t job;
    games->current = NULL;
    drop_finished(games);
    if (!shard_plan_next(&games->plan, &job))
        return false;
    open_job_t *open = memory_new(1, sizeof *open);
    *open = (open_job_t){job, games->jobs};
    games->jobs = games->current = open;
    return true;
}

/* Writes a shard whose games are complete. */
static void publish_shard(run_games_t *games, shard_job_t *job) {
    const workers_order_t *order = games->order;
    size_t bytes = 0;
    bool published;
    record_t all;
    failure_t error;
    record_init(&all, games->run->config->game);
    if (!shard_job_publish(job, games->run, games->folder, &all, &bytes, &published,
                           &error)) {
        run_games_fail(games, &error);
    } else if (published) {
        games->result->counts.shards_made++;
        summary_add(&games->result->summary, &all, bytes);
        if (order->more && !order->more(order->context, job->shard, &all))
            atomic_store_explicit(&games->enough, true, memory_order_relaxed);
    } else {
        games->result->shards_found++;
    }
    record_clear(&all);
}

/* Prepares the current shard; one made meanwhile by another process has no game to be
 * played. */
static void begin_job(run_games_t *games, shard_job_t *job) {
    uint64_t planned = job->count - job->held;
    failure_t error;
    if (!shard_job_begin(job, games->run, &error)) {
        run_games_fail(games, &error);
        return;
    }
    if (job->held >= job->count) {
        games->result->shards_found++;
        progress_less(&games->progress, planned);
        job->count = 0;
        return;
    }
    games->result->games_in_short += job->held;
    games->result->games_journaled += job->done - job->held;
    progress_less(&games->progress, planned - (job->count - job->done));
    if (job->done == job->count)
        publish_shard(games, job);
}

/* --- Games -------------------------------------------------------------------------- */

/* Assigns the next missing game to a thread; false: there is none. */
bool run_games_next(run_games_t *games, active_game_t *game) {
    while (games->current || next_shard(games)) {
        shard_job_t *job = &games->current->job;
        if (job->assigned == 0)
            begin_job(games, job);
        while (job->games && job->assigned < job->count &&
               !run_games_have_failed(games)) {
            uint64_t index = job->assigned++;
            record_t *known = &job->games[index];
            if (journal_is_whole(known))
                continue;
            *game = (active_game_t){.job = job,
                                    .index = index,
                                    .record = *known,
                                    .seen = known->rows[TABLE_POSITIONS],
                                    .stored_positions = known->rows[TABLE_POSITIONS],
                                    .stored = clock_seconds(),
                                    .play = game->play};
            record_init(known, known->game);
            games->result->counts.active_games++;
            return true;
        }
        if (run_games_have_failed(games))
            return false;
        games->current = NULL;
    }
    return false;
}

/* Writes the game so far to the journal. */
void run_games_store(run_games_t *games, active_game_t *game) {
    const shard_job_t *job = game->job;
    size_t positions = game->record.rows[TABLE_POSITIONS];
    failure_t error;
    if (!play_can_go_on(games->run->config) || positions == game->stored_positions ||
        run_games_have_failed(games))
        return;
    if (!journal_add(job->journal, job->first + game->index, &game->record, &error))
        run_games_fail(games, &error);
    game->stored_positions = positions;
    game->stored = clock_seconds();
}

/* Publishes the shard if a complete game is its last one. Unless that succeeds, and with
 * it the journal ends, writes the game there. */
static void deliver(run_games_t *games, active_game_t *game) {
    shard_job_t *job = game->job;
    failure_t error;
    games->result->counts.games++;
    job->games[game->index] = game->record;
    if (++job->done == job->count)
        publish_shard(games, job);
    if (job->journal &&
        !journal_add(job->journal, job->first + game->index, &game->record, &error))
        run_games_fail(games, &error);
}

/* The actions since the last call. */
void run_games_count(run_games_t *games, active_game_t *game) {
    size_t positions = game->record.rows[TABLE_POSITIONS];
    games->result->counts.num_actions += positions - game->seen;
    game->seen = positions;
}

void run_games_return(run_games_t *games, active_game_t *game, bool whole) {
    run_games_count(games, game);
    games->result->counts.active_games--;
    if (whole) {
        deliver(games, game);
    } else {
        run_games_store(games, game);
        record_clear(&game->record);
    }
    game->job = NULL;
}

bool run_games_are_left(const run_games_t *games) {
    return games->current || games->plan.next < games->plan.end;
}

bool run_games_are_done(const run_games_t *games) {
    for (const open_job_t *open = games->jobs; open; open = open->next)
        if (open->job.games || open->job.assigned < open->job.count)
            return false;
    return !run_games_are_left(games);
}

void run_games_clear(run_games_t *games) {
    for (open_job_t *open = games->jobs, *next; open; open = next) {
        next = open->next;
        shard_job_end(&open->job);
        free(open);
    }
    games->jobs = games->current = NULL;
    shard_plan_clear(&games->plan);
}
