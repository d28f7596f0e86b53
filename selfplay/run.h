/* run.h - a run: a folder with its configuration and its shards of games.
 * Use: run_t run;
 *      if (run_open(&run, &config, "RUN", &error) &&
 *          run_play(&run, first, end, quiet, &summary, &error)) ...
 *      run_close(&run);
 * RUN/config.json        the effective configuration, written once
 * RUN/shard-000000.h5    games 0 ... shard_games-1, and so on; whole as soon as they are
 *                        there, and never changed
 * RUN/calls.jsonl        a line for each call that played: when, how many, how fast; for
 *                        people, read by nothing that decides
 * A shard that is there is not played again: a run that was cut is finished by the same
 * command. Games are dealt to the threads in order, one game a thread.
 * Threads: run_play uses config.threads; the calls themselves are for one thread.
 * Errors: a folder that cannot be made or written; another configuration there (says in
 *      which key); a range that cuts a shard in two; a full disk. What was published stays.
 */
#ifndef SELFPLAY_RUN_H
#define SELFPLAY_RUN_H

#include "selfplay/run_config.h"
#include "selfplay/summary.h"

typedef struct run {
    const run_config_t *config;
    char *folder;
    char *config_text;
    uint64_t num_shards;
} run_t;

bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);
void run_close(run_t *run);

/* What a call has done. */
typedef struct run_call {
    uint64_t shards_found, shards_made;
    double seconds;
    int threads;
    summary_t summary; /* of the games that were played; the caller clears it */
} run_call_t;

/* Plays the games first ... end-1 that are missing; both have to be bounds of shards. */
bool run_play(run_t *run, uint64_t first, uint64_t end, bool quiet, run_call_t *call,
              failure_t *error);

/* RUN/shard-000007.h5 into a buffer of RUN_PATH bytes. */
enum { RUN_PATH = 4096 };
void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]);

#endif
