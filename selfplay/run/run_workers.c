#include "selfplay/factory.h"

#include "core/clock.h"
#include "core/playout.h"
#include "mcts/side_by_side.h"
#include "selfplay/journal.h"
#include "selfplay/play.h"
#include "selfplay/shard.h"
#include "selfplay/stop.h"

#include <omp.h>
#include <stdlib.h>

enum { SIDE_BY_SIDE_SIMULATIONS = 1 << 14 }; /* of a search */

#define LOOK_S 5.0 /* between two looks of a thread at what is due */

/* A shard that is being made: games come in any order and are kept until all are there.
 */
typedef struct making {
    uint64_t shard, first, count; /* first: of its games */
    uint64_t dealt, done;         /* games given to threads; games that are whole */
    record_t *games;              /* one record a game, from when it is begun; a part of a
                                     game until its thread has it */
    journal_t *journal;
} making_t;

/* Everything but `failed` and the progress is touched in the critical section
 * fulcrum_factory only: HDF5 and the journal ask for one thread at a time. */
typedef struct factory {
    const run_t *run;
    const factory_order_t *order;
    making_t *shards; /* that are missing, in order */
    uint64_t num_shards, current;
    int places; /* games that a thread plays side by side */
    progress_t progress;
    factory_result_t *result;
    call_log_t log;
    double logged; /* when */
    failure_t *error;
    atomic_bool failed, enough; /* relaxed: tell other threads to stop early */
} factory_t;

/* A game that is being played. */
typedef struct flight {
    making_t *making; /* NULL: there is none */
    uint64_t index;   /* in the shard */
    record_t record;
    size_t seen;           /* its positions that are counted already */
    size_t kept_positions; /* that are in the journal */
    double kept;           /* when */
    play_t *play;
} flight_t;

/* The games of a thread. */
typedef struct hand {
    factory_t *factory;
    flight_t flights[PLAYOUT_SLOTS];
    double looked; /* when, at what is due */
} hand_t;

static bool has_failed(factory_t *factory) {
    return atomic_load_explicit(&factory->failed, memory_order_relaxed);
}

/* The first error is the one that is told. */
static void fail(factory_t *factory, const failure_t *error) {
    if (!has_failed(factory))
        *factory->error = *error;
    atomic_store_explicit(&factory->failed, true, memory_order_relaxed);
}

/* --- Shards -------------------------------------------------------------------------- */

static void plan(factory_t *factory) {
    const run_t *run = factory->run;
    const factory_order_t *order = factory->order;
    uint64_t size = (uint64_t)run->config->shard_games;
    uint64_t from = order->first / size, to = (order->end + size - 1) / size, games = 0;
    factory->shards = memory_new(to - from, sizeof *factory->shards);
    for (uint64_t shard = from; shard < to; shard++) {
        if (!share_has(&order->share, shard))
            continue;
        if (run_has_shard(run, shard)) {
            factory->result->shards_found++;
            continue;
        }
        making_t making = {.shard = shard,
                           .first = run_shard_first(run, shard),
                           .count = run_shard_count(run, shard)};
        factory->shards[factory->num_shards++] = making;
        games += making.count;
    }
    progress_init(&factory->progress, games,
                  order->quiet || order->progress || games == 0);
    factory->progress.whole = order->progress;
}

static void end_making(making_t *making) {
    for (uint64_t i = 0; making->games && i < making->count; i++)
        record_clear(&making->games[i]);
    free(making->games);
    journal_free(making->journal);
    making->games = NULL;
    making->journal = NULL;
}

/* Writes a shard whose games are all there. */
static void publish_shard(factory_t *factory, making_t *making) {
    const run_t *run = factory->run;
    char path[RUN_PATH];
    size_t bytes = 0;
    record_t all;
    failure_t error;
    run_shard_path(run->folder, making->shard, path);
    record_init(&all, run->config->game);
    for (uint64_t i = 0; i < making->count; i++)
        record_append(&all, &making->games[i]);
    if (shard_write(path, &all, run->config_text, &bytes, &error)) {
        factory->result->counts.shards_made++;
        making->dealt = making->count;
        summary_add(&factory->result->summary, &all, bytes);
        journal_remove(making->journal);
        end_making(making);
        const factory_order_t *order = factory->order;
        if (order->more && !order->more(order->context, making->shard, &all))
            atomic_store_explicit(&factory->enough, true, memory_order_relaxed);
    } else {
        fail(factory, &error);
    }
    record_clear(&all);
}

/* Makes ready what is the current shard: its journal is read; one that somebody else has
 * made meanwhile has no game to be played. */
static void begin_making(factory_t *factory, making_t *making) {
    const run_t *run = factory->run;
    const game_t *game = run->config->game;
    if (run_has_shard(run, making->shard)) {
        factory->result->shards_found++;
        progress_less(&factory->progress, making->count);
        making->count = 0;
        return;
    }
    making->games = memory_new(making->count, sizeof *making->games);
    for (uint64_t i = 0; i < making->count; i++)
        record_init(&making->games[i], game);
    making->journal = journal_new(run->folder, making->shard, run->config_text, game);
    journal_read(making->journal, making->first, making->count, making->games);
    for (uint64_t i = 0; i < making->count; i++)
        making->done += journal_is_whole(&making->games[i]);
    factory->result->games_kept += making->done;
    progress_less(&factory->progress, making->done);
    if (making->done == making->count)
        publish_shard(factory, making);
}

/* --- Games --------------------------------------------------------------------------- */

/* Gives a thread the next game that is missing; false: there is none. */
static bool deal(factory_t *factory, flight_t *flight) {
    for (; factory->current < factory->num_shards; factory->current++) {
        making_t *making = &factory->shards[factory->current];
        if (making->dealt == 0)
            begin_making(factory, making);
        while (making->games && making->dealt < making->count && !has_failed(factory)) {
            uint64_t index = making->dealt++;
            record_t *known = &making->games[index];
            if (journal_is_whole(known))
                continue;
            *flight = (flight_t){.making = making,
                                 .index = index,
                                 .record = *known,
                                 .seen = known->rows[TABLE_POSITIONS],
                                 .kept_positions = known->rows[TABLE_POSITIONS],
                                 .kept = clock_seconds(),
                                 .play = flight->play};
            record_init(known, known->game);
            factory->result->counts.in_flight++;
            return true;
        }
        if (has_failed(factory))
            return false;
    }
    return false;
}

/* Puts what is played of a game into the journal. */
static void keep(factory_t *factory, flight_t *flight) {
    const making_t *making = flight->making;
    size_t positions = flight->record.rows[TABLE_POSITIONS];
    failure_t error;
    if (!play_can_go_on(factory->run->config) || positions == flight->kept_positions ||
        has_failed(factory))
        return;
    if (!journal_add(making->journal, making->first + flight->index, &flight->record,
                     &error))
        fail(factory, &error);
    flight->kept_positions = positions;
    flight->kept = clock_seconds();
}

/* A game that is whole goes into the journal, or with the last one into the shard. */
static void deliver(factory_t *factory, flight_t *flight) {
    making_t *making = flight->making;
    failure_t error;
    factory->result->counts.games++;
    making->games[flight->index] = flight->record;
    if (++making->done == making->count)
        publish_shard(factory, making);
    else if (!journal_add(making->journal, making->first + flight->index, &flight->record,
                          &error))
        fail(factory, &error);
}

/* The decisions since the last time. */
static void count_decisions(factory_t *factory, flight_t *flight) {
    size_t positions = flight->record.rows[TABLE_POSITIONS];
    factory->result->counts.decisions += positions - flight->seen;
    flight->seen = positions;
}

static void land(factory_t *factory, flight_t *flight, bool whole) {
    count_decisions(factory, flight);
    factory->result->counts.in_flight--;
    if (whole) {
        deliver(factory, flight);
    } else {
        keep(factory, flight);
        record_clear(&flight->record);
    }
    flight->making = NULL;
}

/* --- The call ------------------------------------------------------------------------ */

static void write_log(factory_t *factory, const char *state, const char *why) {
    call_counts_t *counts = &factory->result->counts;
    counts->seconds = progress_seconds(&factory->progress);
    counts->simulations =
        atomic_load_explicit(&factory->progress.simulations, memory_order_relaxed);
    call_log_write(&factory->log, counts, state, why);
    factory->logged = clock_seconds();
}

static void log_when_due(factory_t *factory) {
    if (clock_seconds() - factory->logged > CALL_LOG_INTERVAL_S)
        write_log(factory, "playing", NULL);
}

static bool goes_on(factory_t *factory) {
    return !has_failed(factory) && !stop_asked() &&
           !atomic_load_explicit(&factory->enough, memory_order_relaxed);
}

static bool watch(void *context) {
    hand_t *hand = context;
    factory_t *factory = hand->factory;
    progress_simulations(&factory->progress, 0);
    if (clock_seconds() - hand->looked > LOOK_S) {
        hand->looked = clock_seconds();
#pragma omp critical(fulcrum_factory)
        {
            for (int i = 0; i < factory->places; i++) {
                flight_t *flight = &hand->flights[i];
                if (!flight->making)
                    continue;
                count_decisions(factory, flight);
                if (clock_seconds() - flight->kept > FACTORY_KEEP_S)
                    keep(factory, flight);
            }
            log_when_due(factory);
        }
    }
    return goes_on(factory);
}

/* A game that has come to its end, or to where it is stopped, makes room for the next. */
static bool change_flight(factory_t *factory, flight_t *flight, bool over) {
    bool dealt = false;
#pragma omp critical(fulcrum_factory)
    {
        if (flight->making)
            land(factory, flight, over);
        if (goes_on(factory))
            dealt = deal(factory, flight);
        log_when_due(factory);
    }
    if (dealt)
        play_begin(flight->play, flight->making->first + flight->index, &flight->record);
    return dealt;
}

/* The next search of the game at a place, or of the one after it. */
static search_t *next_search(void *context, int place, search_t *done) {
    hand_t *hand = context;
    factory_t *factory = hand->factory;
    flight_t *flight = &hand->flights[place];
    if (done) {
        uint32_t simulations = search_simulations(done);
        play_decide(flight->play);
        progress_simulations(&factory->progress, simulations);
    }
    for (;;) {
        bool stopped = !goes_on(factory);
        search_t *search = flight->making && !stopped ? play_next(flight->play) : NULL;
        if (search)
            return search;
        bool over = flight->making && !stopped;
        if (over)
            progress_game(&factory->progress);
        if (!change_flight(factory, flight, over))
            return NULL;
    }
}

static void play_on_thread(factory_t *factory) {
    const run_config_t *config = factory->run->config;
    hand_t hand = {.factory = factory, .looked = clock_seconds()};
    for (int i = 0; i < factory->places; i++)
        hand.flights[i].play = play_new(config);
    searches_run(config->game, &(search_feed_t){.places = factory->places,
                                                .next = next_search,
                                                .watch = watch,
                                                .context = &hand,
                                                .gathers = run_config_evaluates(config)});
    for (int i = 0; i < factory->places; i++) { /* those that the watch has stopped */
        if (hand.flights[i].making)
            change_flight(factory, &hand.flights[i], false);
        play_free(hand.flights[i].play);
    }
}

static bool check_order(const run_t *run, const factory_order_t *order,
                        failure_t *error) {
    uint64_t games = (uint64_t)run->config->games;
    uint64_t size = (uint64_t)run->config->shard_games;
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

static bool is_done(const factory_t *factory) {
    for (uint64_t i = 0; i < factory->num_shards; i++)
        if (factory->shards[i].games ||
            factory->shards[i].dealt < factory->shards[i].count)
            return false;
    return true;
}

/* Side by side pays where random games do and trees are small: large ones fill the caches
 * and the memory. As many games as can keep all threads busy. */
static int places_of(const factory_t *factory) {
    const run_config_t *config = factory->run->config;
    uint64_t threads = (uint64_t)factory->result->threads;
    uint64_t games = factory->progress.total, places = (games + threads - 1) / threads;
    if (run_config_evaluates(config))
        return places < 1 ? 1 : places < PLAYOUT_SLOTS ? (int)places : PLAYOUT_SLOTS;
    if (!config->game->rules->playouts)
        return 1;
    for (int i = 0; i < config->num_agents; i++)
        if (config->agents[i].search.simulations > SIDE_BY_SIDE_SIMULATIONS)
            return 1;
    return places < 1 ? 1 : places < PLAYOUT_SLOTS ? (int)places : PLAYOUT_SLOTS;
}

/* A call that had nothing to do leaves no trace. */
static void play_all(factory_t *factory) {
    char task[SHARE_TEXT];
    share_write(&factory->order->share, task);
    call_log_init(&factory->log, factory->run->folder, task, factory->result->threads);
    write_log(factory, "playing", NULL);
    factory->places = places_of(factory);
#pragma omp parallel num_threads(factory->result->threads)
    play_on_thread(factory);
    progress_finish(&factory->progress);
    bool done = is_done(factory) || factory->enough;
    if (!has_failed(factory) && !done)
        factory->result->stopped = stop_reason();
    write_log(factory,
              has_failed(factory) ? "failed"
              : done              ? "finished"
                                  : "stopped",
              has_failed(factory) ? factory->error->message : factory->result->stopped);
}

bool factory_play(const run_t *run, const factory_order_t *order,
                  factory_result_t *result, failure_t *error) {
    const run_config_t *config = run->config;
    factory_t factory = {.run = run, .order = order, .result = result, .error = error};
    *result = (factory_result_t){0};
    summary_init(&result->summary, config->game);
    summary_know(&result->summary, config);
    if (!check_order(run, order, error))
        return false;
    atomic_init(&factory.failed, false);
    atomic_init(&factory.enough, false);
    result->threads = config->threads > 0 ? (int)config->threads : omp_get_max_threads();
    plan(&factory);
    if (factory.num_shards > 0)
        play_all(&factory);
    for (uint64_t i = 0; i < factory.num_shards; i++)
        end_making(&factory.shards[i]);
    free(factory.shards);
    return !has_failed(&factory);
}

void factory_result_clear(factory_result_t *result) {
    summary_clear(&result->summary);
}
