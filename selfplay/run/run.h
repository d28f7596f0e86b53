/* run.h - a run: a folder with its configuration and its shards of games.
 * Use: run_t run;
 *      if (run_open(&run, &config, "RUN", &error)) ... run_close(&run);
 * RUN/config.json        the effective configuration, written once
 * RUN/shard-000000.h5    games 0 ... shard_games-1, and so on; whole as soon as they are
 *                        there, and never changed
 * RUN/journal/           games of shards that are not whole yet (journal.h)
 * RUN/calls/             what each call that played has done (call_log.h)
 * RUN/slurm/             the batch script, and what its jobs write (slurm_script.h)
 * Threads: one run, one thread.
 * Errors: a folder that cannot be made or written; another configuration there (says in
 *      which key).
 */
#ifndef SELFPLAY_RUN_H
#define SELFPLAY_RUN_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/run/run_config.h */

typedef struct run {
    const run_config_t *config;
    char *folder;
    char *config_text;
    uint64_t num_shards;
} run_t;

/* Makes the folder, or finds it with the same configuration, and takes away what
 * processes that are gone left unfinished. */
bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);
void run_close(run_t *run);

/* A run that is there already, to read it: nothing of the folder is touched, nor looked at.
 * run_close. */
void run_view(run_t *run, const run_config_t *config, const char *folder);

/* Whether run_open would find no other run in the folder. */
bool run_fits(const run_config_t *config, const char *folder, failure_t *error);

/* How many shards a run of this configuration has. */
uint64_t run_num_shards(const run_config_t *config);

/* The games of a shard: its first, and how many. */
uint64_t run_shard_first(const run_t *run, uint64_t shard);
uint64_t run_shard_count(const run_t *run, uint64_t shard);

bool run_has_shard(const run_t *run, uint64_t shard);

/* RUN/shard-000007.h5 and RUN/config.json into a buffer of RUN_PATH bytes. */
enum { RUN_PATH = 4096 };
void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]);
void run_config_path(const char *folder, char path[RUN_PATH]);

#endif
