#include "selfplay/run/run.h"

#include "core/base/file.h"
#include "core/base/publish.h"
#include "selfplay/run/run_config.h"
#include "selfplay/store/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]) {
    int length =
        snprintf(path, RUN_PATH, "%s/shard-%06llu.h5", folder, (unsigned long long)shard);
    REQUIRE(length < RUN_PATH);
}

void run_config_path(const char *folder, char path[RUN_PATH]) {
    REQUIRE(snprintf(path, RUN_PATH, "%s/config.json", folder) < RUN_PATH);
}

/* Holds the configuration against the one that is there. */
static bool check_config(const run_t *run, const char *path, failure_t *error) {
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

static bool settle_config(const run_t *run, failure_t *error) {
    char path[RUN_PATH];
    run_config_path(run->folder, path);
    return access(path, F_OK) == 0
               ? check_config(run, path, error)
               : publish_file(path, run->config_text, strlen(run->config_text), error);
}

static bool is_published(void *run, uint64_t shard) {
    return run_has_shard(run, shard);
}

static bool check_length(const char *folder, failure_t *error) {
    return strlen(folder) + 256 <= RUN_PATH ||
           error_set(error, "%.100s...: the path is too long", folder);
}

void run_view(run_t *run, const run_config_t *config, const char *folder) {
    *run = (run_t){.config = config,
                   .folder = text_copy(folder),
                   .config_text = run_config_text(config),
                   .num_shards = run_num_shards(config)};
}

bool run_fits(const run_config_t *config, const char *folder, failure_t *error) {
    char path[RUN_PATH];
    run_t run;
    if (!check_length(folder, error))
        return false;
    run_config_path(folder, path);
    if (access(path, F_OK) != 0)
        return true;
    run_view(&run, config, folder);
    bool fits = check_config(&run, path, error);
    run_close(&run);
    return fits;
}

bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error) {
    *run = (run_t){.config = config};
    if (!check_length(folder, error))
        return false;
    run_view(run, config, folder);
    if (publish_folder(folder, error) && settle_config(run, error)) {
        publish_sweep(folder);
        journal_sweep(folder, is_published, run);
        return true;
    }
    run_close(run);
    return false;
}

void run_close(run_t *run) {
    free(run->folder);
    free(run->config_text);
    *run = (run_t){0};
}

uint64_t run_num_shards(const run_config_t *config) {
    uint64_t games = (uint64_t)config->games, size = (uint64_t)config->shard_games;
    return (games + size - 1) / size;
}

uint64_t run_shard_first(const run_t *run, uint64_t shard) {
    return shard * (uint64_t)run->config->shard_games;
}

uint64_t run_shard_count(const run_t *run, uint64_t shard) {
    uint64_t left = (uint64_t)run->config->games - run_shard_first(run, shard);
    uint64_t size = (uint64_t)run->config->shard_games;
    return left < size ? left : size;
}

bool run_has_shard(const run_t *run, uint64_t shard) {
    char path[RUN_PATH];
    run_shard_path(run->folder, shard, path);
    return access(path, F_OK) == 0;
}
