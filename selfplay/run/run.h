/* run.h - a run: a folder with its configuration and its shards of games.
 * Use: run_t run;
 *      if (run_open(&run, &config, "RUN", &error)) ... run_close(&run);
 * RUN/config.json        the effective configuration, written once
 * RUN/games/1000         the requested numbers of games (run_length.h)
 * RUN/shard-000000.h5    games 0 ... shard_games-1, and so on; complete once they exist;
 *                        a full one never changes, a short last one can grow
 * RUN/journal/           games of incomplete shards (journal.h)
 * RUN/calls/             one log per process that played (call_log.h)
 * RUN/slurm/             the batch script and its logs
 * Opened with more games than its length, a run is extended; with fewer, `games` is that
 * number, and a caller sees only the first games.
 * Errors: a folder that cannot be created or written; another configuration there (with
 *      the key that differs); a folder that holds other runs.
 */
#ifndef SELFPLAY_RUN_H
#define SELFPLAY_RUN_H

#include "core/base/error.h"
#include "selfplay/run/run_length.h"
#include "selfplay/run/task_share.h"
#include "selfplay/store/games_header.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */
typedef struct text text_t;             /* core/base/text.h */

typedef struct run {
    const run_config_t *config;
    run_config_t *own; /* the same, if it belongs to the run; or NULL */
    char *folder;
    char *config_text;
    uint64_t games;      /* opened for the first this many games */
    uint64_t num_shards; /* that hold these games */
    run_length_t length; /* of the whole run, when it was opened */
} run_t;

/* Creates the folder, or opens it if it has the same configuration, requests
 * config->games (0: the run's length; RUN_DEFAULT_GAMES for a new one), and removes
 * unfinished files of processes that no longer exist. */
bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);
void run_close(run_t *run);

/* Removes journals of complete shards, which processes may have left that were killed; of
 * the share's shards alone, as a thousand tasks begin at once. */
void run_sweep_journals(const run_t *run, task_share_t share);

/* What a file of the run's games has to begin with; it borrows the run's. */
games_header_t run_header(const run_t *run);

/* Requests this many games: sets run->games, and extends the run if needed. */
bool run_request(run_t *run, uint64_t games, failure_t *error);

/* Opens an existing run at its full length for reading; the folder is not changed.
 * config: the stored one, or that with which the run would be made. _stored: reads it. */
bool run_view(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);
bool run_view_stored(run_t *run, const char *folder, failure_t *error);

/* The number of games requested of the run in a folder; 0: it is not a run. */
uint64_t run_games_wanted(const char *folder);

/* Whether the folder, which need not exist, has no other run, so that run_open can
 * succeed; *games: how many it would request. Nothing is changed. */
bool run_fits(const run_config_t *config, const char *folder, uint64_t *games,
              failure_t *error);

/* The requested games of a shard: the first, and how many. */
uint64_t run_shard_first(const run_t *run, uint64_t shard);
uint64_t run_shard_count(const run_t *run, uint64_t shard);

/* The number of this run's games in the shards first, first + step, ... before end. */
uint64_t run_games_of(const run_t *run, uint64_t first, uint64_t end, uint64_t step);

/* Whether the shard does not exist. One that cannot be accessed counts as existing:
 * opening it gives the error. */
bool run_lacks_shard(const run_t *run, uint64_t shard);

/* The number of games in a shard's file; 0: it does not exist. One that cannot be
 * accessed or read counts as holding all games ever requested. */
uint64_t run_shard_held(const run_t *run, uint64_t shard);

/* The same in *held. false: the shard could not be read, and *held is that assumption. */
bool run_shard_read(const run_t *run, uint64_t shard, uint64_t *held);

/* "1,000 games are there; 300 were asked for", "40 of 1,000 games are there; ...";
 * whether all are. */
bool run_write_there(const run_t *run, uint64_t asked, text_t *out);

/* Adds how the user can shorten the run to the fewer games asked for. */
enum { RUN_SHORTER = 4200 };
void run_write_shorter(const run_t *run, uint64_t asked, text_t *out);

/* Gets all stored games of a shard; false: stop. */
typedef bool (*run_visitor_t)(void *context, uint64_t shard, const record_t *games);

/* Visits the games of the shards first ... end-1 in order, up to the first shard that is
 * missing or does not hold all its games yet. Of the last one for which the run was
 * opened, only the games asked for. end: UINT64_MAX for all that exist, also shards with
 * which another process has extended the run. An error: a file that cannot be read, or
 * has other games than its name says. */
bool run_visit(const run_t *run, uint64_t first, uint64_t end, run_visitor_t visit,
               void *context, failure_t *error);

#endif
