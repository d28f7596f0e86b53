/* run_length.h - how many games a run is to have, and how many of them a shard holds.
 * Use: run_length_t length;
 *      if (run_length_read(&length, "RUN", shard_games, 0, &error)) ... length.games ...
 *      run_length_ask(&length, "RUN", 1000, &error)          from now on at least so many
 *      run_length_clear(&length);
 * How long a run is, is no part of what it is: game i depends on configuration, seed and
 * i alone. A run is as long as the largest number of games that anybody has asked for:
 * RUN/games/1000         an empty file for each such number
 * These files are only ever added, so that processes which ask for different numbers at
 * once do not disturb each other; who has asked for too many takes the file away. Shard k
 * holds the games k*B ... (k+1)*B-1, B being shard_games. Where a number that was asked
 * for ends within a shard, that shard may be short: it holds its games up to there. When
 * the run becomes longer, a file with the same games and more takes the short one's place
 * in one step; a full shard never changes. A number is written to RUN/games before any
 * shard that ends with it is: so RUN/games tells which shards may be short, and no other
 * has to be opened to know how many games it holds.
 * A short shard takes its name only where nothing has it, or in exchange for a shorter
 * one. Where the file system cannot exchange names in one step (network file systems), it
 * is looked at just before: of two processes that make the same short shard longer in the
 * same instant one may then replace the other's longer file; the next call plays those
 * games again.
 * Owns: run_length_clear releases the list.   Threads: as hdf5_values.h.
 * Errors: RUN/games cannot be read or written; a shard that cannot be opened.
 */
#ifndef SELFPLAY_RUN_LENGTH_H
#define SELFPLAY_RUN_LENGTH_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct games_header games_header_t; /* selfplay/store/games_header.h */

typedef struct run_length {
    uint64_t games;  /* the largest; 0: nobody has asked */
    uint64_t *asked; /* ascending, each once */
    size_t num_asked;
    uint64_t shard_games;
    bool guessed; /* by the shards that are there */
} run_length_t;

/* `stored`: what RUN/config.json of an older version says, which counts as asked for, or
 * 0. Where nobody has asked, a run is as long as its shards. */
bool run_length_read(run_length_t *length, const char *folder, uint64_t shard_games,
                     uint64_t stored, failure_t *error);
void run_length_clear(run_length_t *length);

/* The same later: what was asked for before, and since. */
bool run_length_again(run_length_t *now, const run_length_t *before, const char *folder,
                      failure_t *error);

/* Makes the run as long as that, or finds it longer. */
bool run_length_ask(run_length_t *length, const char *folder, uint64_t games,
                    failure_t *error);

/* Writes down a number that was asked for elsewhere. */
bool run_length_keep(run_length_t *length, const char *folder, uint64_t games,
                     failure_t *error);

/* The games that a shard has in all; 0: it lies past the last game. */
uint64_t run_length_of_shard(const run_length_t *length, uint64_t shard);

/* Whether a whole file of the shard may hold so many games. */
bool run_length_allows(const run_length_t *length, uint64_t shard, uint64_t games);

/* How many games a shard's file, which is there, holds. It is opened where it may be
 * short. header: of the run. On an error *held is what it would be at most. */
bool run_length_held(const run_length_t *length, const char *path, uint64_t shard,
                     const games_header_t *header, uint64_t *held, failure_t *error);

/* The same by opening it in any case. */
bool run_length_look(const char *path, const games_header_t *header, uint64_t *held,
                     failure_t *error);

#endif
