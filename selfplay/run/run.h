/* run.h - a run: a folder with its configuration and its shards of games.
 * Use: run_t run;
 *      if (run_open(&run, &config, "RUN", &error)) ... run_close(&run);
 * RUN/config.json        the effective configuration, written once
 * RUN/games/1000         how many games were asked for (run_length.h)
 * RUN/shard-000000.h5    games 0 ... shard_games-1, and so on; whole as soon as they are
 *                        there; a full one never changes, a short last one becomes longer
 * RUN/journal/           games of shards that are not whole yet (journal.h)
 * RUN/calls/             what each call that played has done (call_log.h)
 * RUN/slurm/             the batch script, and what its jobs write (slurm_script.h)
 * A run can become longer. Opened with more games than it was to have, it is extended;
 * opened with fewer, `games` is that smaller number, and a caller sees only the first
 * games of the run.
 * Owns: run_close releases all but the configuration.   Threads: one run, one thread.
 * Errors: a folder that cannot be made or written; another configuration there (says in
 *      which key); a folder that holds other runs.
 */
#ifndef SELFPLAY_RUN_H
#define SELFPLAY_RUN_H

#include "core/base/error.h"
#include "selfplay/run/run_length.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/run/run_config.h */
typedef struct text text_t;             /* core/base/text.h */

typedef struct run {
    const run_config_t *config;
    char *folder;
    char *config_text;
    uint64_t games;      /* of the run, from 0, that this was opened for */
    uint64_t num_shards; /* that hold these games */
    run_length_t length; /* of the whole run, as it was found */
} run_t;

/* Makes the folder, or finds it with the same configuration, asks for config->games (0:
 * as many as the run is to have, RUN_DEFAULT_GAMES of a new one), and takes away what
 * processes that are gone left unfinished. */
bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);
void run_close(run_t *run);

/* Asks for so many games from now on: sets run->games, and extends the run to them. */
bool run_ask(run_t *run, uint64_t games, failure_t *error);

/* A run that is there already, to read all that it is to have: nothing of the folder is
 * changed. config: as it is stored there, or as the run would be made. run_close. */
bool run_view(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error);

/* The same with the configuration that is stored there; then run_config_clear, too. */
bool run_view_stored(run_t *run, run_config_t *config, const char *folder,
                     failure_t *error);

/* Whether run_open would find no other run in the folder. */
bool run_fits(const run_config_t *config, const char *folder, failure_t *error);

/* How many shards so many games take. */
uint64_t run_num_shards(const run_config_t *config, uint64_t games);

/* The games of a shard that were asked for: the first, and how many. */
uint64_t run_shard_first(const run_t *run, uint64_t shard);
uint64_t run_shard_count(const run_t *run, uint64_t shard);

/* The games that this is about of the shards first, first + step, ... before end. */
uint64_t run_games_of(const run_t *run, uint64_t first, uint64_t end, uint64_t step);

/* Whether no shard is there. One that cannot be looked at counts as there: who opens it
 * is told why. */
bool run_lacks_shard(const run_t *run, uint64_t shard);

/* How many games a shard holds; 0: it is not there. One that cannot be looked at, or
 * read, counts as holding all games that were ever asked for. */
uint64_t run_shard_held(const run_t *run, uint64_t shard);

/* Whether it holds all games of it that were asked for. */
bool run_has_shard(const run_t *run, uint64_t shard);

/* "1,000 games are there; 300 were asked for", "40 of 1,000 games are there; ...". */
void run_write_there(const run_t *run, uint64_t asked, text_t *out);

#endif
