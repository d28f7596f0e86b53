/* run_length.h - the number of games of a run, and of each of its shards.
 * Use: run_length_t length;
 *      if (run_length_read(&length, "RUN", shard_games, 0, &error)) ... length.games ...
 *      run_length_request(&length, "RUN", 1000, &error)   extends it to 1000 or more
 *      run_length_clear(&length);
 * The length is not part of a run's identity: it is the largest number of games ever
 * requested. RUN/games has an empty file for each such number, "1000"; files are only
 * added, so that processes that request different numbers at once do not interfere. Shard
 * k holds the games k*B ... (k+1)*B-1, B being shard_games, or those up to a requested
 * number that ends within it, which is written before the shard: only shards that may be
 * short must be opened to know how many games they hold. FORMAT.md says how a short shard
 * is extended.
 * Owns: run_length_clear releases the list.   Threads: as hdf5_values.h.
 * Errors: RUN/games cannot be read or written; a shard cannot be opened.
 */
#ifndef SELFPLAY_RUN_LENGTH_H
#define SELFPLAY_RUN_LENGTH_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct games_header games_header_t; /* selfplay/store/games_header.h */

typedef struct run_length {
    uint64_t games;      /* the largest; 0: none requested */
    uint64_t *requested; /* requested numbers, ascending, each once */
    size_t num_requested;
    uint64_t shard_games;
    bool guessed; /* from the existing shards */
} run_length_t;

/* also: a number that counts as requested, too, or 0. Without any request, a run is as
 * long as its shards. */
bool run_length_read(run_length_t *length, const char *folder, uint64_t shard_games,
                     uint64_t also, failure_t *error);
void run_length_clear(run_length_t *length);

/* Reads again: the requests from before, and newer ones. */
bool run_length_again(run_length_t *now, const run_length_t *before, const char *folder,
                      failure_t *error);

/* Extends the run to this number, unless it is longer already. */
bool run_length_request(run_length_t *length, const char *folder, uint64_t games,
                        failure_t *error);

/* The same, and the number is stored even if it is smaller, so that it remains when
 * larger ones are removed. */
bool run_length_store(run_length_t *length, const char *folder, uint64_t games,
                      failure_t *error);

/* The total number of games of a shard; 0: it is past the last game. */
uint64_t run_length_of_shard(const run_length_t *length, uint64_t shard);

/* Whether an undamaged file of the shard may hold this many games. */
bool run_length_allows(const run_length_t *length, uint64_t shard, uint64_t games);

/* The number of games in a shard's existing file, which is opened if it may be short.
 * header: of the run. On an error *held is the largest possible number. */
bool run_length_held(const run_length_t *length, const char *path, uint64_t shard,
                     const games_header_t *header, uint64_t *held, failure_t *error);

/* The same, always opening the file. */
bool run_length_look(const char *path, const games_header_t *header, uint64_t *held,
                     failure_t *error);

#endif
