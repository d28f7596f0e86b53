#include "selfplay/run.h"

#include "core/file.h"
#include "core/publish.h"
#include "selfplay/play.h"
#include "selfplay/progress.h"
#include "selfplay/shard.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]) {
    int length =
        snprintf(path, RUN_PATH, "%s/shard-%06llu.h5", folder, (unsigned long long)shard);
    REQUIRE(length < RUN_PATH);
}

/* --- Opening -------------------------------------------------------------------------
 */

/* Publishes the configuration, or holds it against the one that is there. */
static bool settle_config(const run_t *run, failure_t *error) {
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%s/config.json", run->folder);
    if (access(path, F_OK) != 0)
        return publish_file(path, run->config_text, strlen(run->config_text), error);
    char *there = file_read_text(path, error);
    if (!there)
        return false;
    bool same = strcmp(there, run->config_text) == 0;
    if (!same) {
        char difference[512];
        text_t out = text_into(difference, sizeof difference);
        run_config_difference(there, run->config_text, &out);
        error_set(error,
                  "%s: holds a run of another configuration: %s; choose another "
                  "--out",
                  run->folder, difference);
    }
    free(there);
    return same;
}

bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error) {
    uint64_t games = (uint64_t)config->games, size = (uint64_t)config->shard_games;
    *run = (run_t){.config = config, .num_shards = (games + size - 1) / size};
    if (strlen(folder) + 64 > RUN_PATH)
        return error_set(error, "%.100s...: the path is too long", folder);
    run->folder = memory_new(strlen(folder) + 1, 1);
    memcpy(run->folder, folder, strlen(folder));
    run->config_text = run_config_text(config);
    if (publish_folder(folder, error) && settle_config(run, error))
        return true;
    run_close(run);
    return false;
}

void run_close(run_t *run) {
    free(run->folder);
    free(run->config_text);
    *run = (run_t){0};
}

/* --- Playing -------------------------------------------------------------------------
 */

/* A shard that is being made: games come in any order and are kept until all are there.
 */
typedef struct making {
    uint64_t shard;
    uint64_t first, count; /* games */
    uint64_t done;
    record_t *games; /* one record a game */
} making_t;

typedef struct factory {
    const run_t *run;
    making_t *shards;
    uint64_t num_shards, num_games;
    progress_t progress;
    run_call_t *call;
    failure_t *error;
    atomic_bool failed; /* relaxed: tells other threads to stop early */
} factory_t;

static bool has_shard(const run_t *run, uint64_t shard) {
    char path[RUN_PATH];
    run_shard_path(run->folder, shard, path);
    return access(path, F_OK) == 0;
}

static void plan(factory_t *factory, uint64_t first, uint64_t end) {
    const run_t *run = factory->run;
    uint64_t size = (uint64_t)run->config->shard_games;
    uint64_t last_shard = (end + size - 1) / size;
    factory->shards = memory_new(last_shard - first / size, sizeof *factory->shards);
    for (uint64_t shard = first / size; shard < last_shard; shard++) {
        if (has_shard(run, shard)) {
            factory->call->shards_found++;
            continue;
        }
        uint64_t from = shard * size, to = from + size < end ? from + size : end;
        factory->shards[factory->num_shards++] =
            (making_t){.shard = shard, .first = from, .count = to - from};
        factory->num_games += to - from;
    }
}

/* Writes a shard whose games are all there. One thread at a time: HDF5 asks for it. */
static void publish_shard(factory_t *factory, making_t *making) {
    const run_t *run = factory->run;
    char path[RUN_PATH];
    record_t all;
    failure_t error;
    run_shard_path(run->folder, making->shard, path);
    record_init(&all, run->config->game);
    for (uint64_t i = 0; i < making->count; i++) {
        record_append(&all, &making->games[i]);
        record_clear(&making->games[i]);
    }
    size_t bytes = 0;
    if (shard_write(path, &all, run->config_text, &bytes, &error)) {
        factory->call->shards_made++;
        summary_add(&factory->call->summary, &all, bytes);
    } else if (!atomic_load_explicit(&factory->failed, memory_order_relaxed)) {
        *factory->error = error;
        atomic_store_explicit(&factory->failed, true, memory_order_relaxed);
    }
    record_clear(&all);
}

static bool watch(void *context, uint32_t simulations) {
    factory_t *factory = context;
    progress_simulations(&factory->progress, simulations);
    return !atomic_load_explicit(&factory->failed, memory_order_relaxed);
}

/* Plays the number-th of the games that are missing: only the last shard of a run can be
 * short, and it is the last here too. */
static void play_missing(factory_t *factory, uint64_t number, search_t *search) {
    uint64_t size = (uint64_t)factory->run->config->shard_games;
    making_t *making = &factory->shards[number / size];
    uint64_t index = number % size;
    record_t record;
    record_init(&record, factory->run->config->game);
    bool played = play_game(search, factory->run->config, making->first + index, &record,
                            watch, factory);
    if (!played) {
        record_clear(&record);
        return;
    }
    progress_game(&factory->progress);
#pragma omp critical(fulcrum_publish)
    {
        if (!making->games)
            making->games = memory_new(making->count, sizeof *making->games);
        making->games[index] = record;
        if (++making->done == making->count) {
            publish_shard(factory, making);
            free(making->games);
            making->games = NULL;
        }
    }
}

static void play_all(factory_t *factory) {
    const run_config_t *config = factory->run->config;
#pragma omp parallel num_threads(factory->call->threads)
    {
        search_t *search = search_new(config->game, &config->search);
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < factory->num_games; i++)
            if (!atomic_load_explicit(&factory->failed, memory_order_relaxed))
                play_missing(factory, i, search);
        search_free(search);
    }
}

static void clear_factory(factory_t *factory) {
    for (uint64_t s = 0; s < factory->num_shards; s++) {
        making_t *making = &factory->shards[s];
        for (uint64_t i = 0; making->games && i < making->count; i++)
            if (making->games[i].game)
                record_clear(&making->games[i]);
        free(making->games);
    }
    free(factory->shards);
}

/* A line about the call for people; a run does not fail for want of it. */
static void log_call(const run_t *run, const run_call_t *call) {
    char path[RUN_PATH], line[512], when[32], host[128] = "";
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    gethostname(host, sizeof host - 1);
    text_t out = text_into(line, sizeof line);
    text_add(&out,
             "{\"ended\": \"%s\", \"host\": \"%s\", \"threads\": %d, \"games\": %llu, "
             "\"decisions\": %llu, \"simulations\": %llu, \"seconds\": %.3f}\n",
             when, host, call->threads, (unsigned long long)call->summary.games,
             (unsigned long long)call->summary.positions,
             (unsigned long long)call->summary.simulations, call->seconds);
    snprintf(path, sizeof path, "%s/calls.jsonl", run->folder);
    (void)publish_line(path, line, NULL);
}

static bool check_range(const run_t *run, uint64_t first, uint64_t end,
                        failure_t *error) {
    uint64_t games = (uint64_t)run->config->games;
    uint64_t size = (uint64_t)run->config->shard_games;
    if (first >= end || end > games)
        return error_set(error,
                         "--games: from %llu to %llu is no part of the run's games "
                         "0:%llu",
                         (unsigned long long)first, (unsigned long long)end,
                         (unsigned long long)games);
    if (first % size != 0 || (end % size != 0 && end != games))
        return error_set(error,
                         "--games: has to begin and end at multiples of "
                         "shard_games, %llu, or at the last game, %llu",
                         (unsigned long long)size, (unsigned long long)games);
    return true;
}

bool run_play(run_t *run, uint64_t first, uint64_t end, bool quiet, run_call_t *call,
              failure_t *error) {
    const run_config_t *config = run->config;
    *call = (run_call_t){0};
    summary_init(&call->summary, config->game);
    if (!check_range(run, first, end, error))
        return false;
    factory_t factory = {.run = run, .call = call, .error = error};
    atomic_init(&factory.failed, false);
    call->threads = config->threads > 0 ? (int)config->threads : omp_get_max_threads();
    plan(&factory, first, end);
    progress_init(&factory.progress, factory.num_games, quiet || factory.num_games == 0);
    play_all(&factory);
    call->seconds = progress_seconds(&factory.progress);
    progress_finish(&factory.progress);
    clear_factory(&factory);
    if (call->summary.games > 0)
        log_call(run, call);
    return !atomic_load_explicit(&factory.failed, memory_order_relaxed);
}
