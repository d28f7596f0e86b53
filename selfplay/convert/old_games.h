/* old_games.h - reads files of games of any version as if of the current one.
 * Use: record_t record;
 *      old_games_t *old = old_games_open("old.h5", &error);
 *      record_init(&record, old_games_header(old)->game);
 *      while ((count = old_games_next(old, &record, &error)) > 0) ...
 *      old_games_close(old);
 * Columns that a version did not have are filled in: `full`, 1 where there was a search;
 * `pruned`, 0; `surprise`, from the visits where playouts evaluated the leaves, so that
 * all priors were equal, and 0 where a network did, whose priors were not recorded.
 * FORMAT.md, "Versions", describes each version. To be used in a child process
 * (contained.h): early version 1 had no envelope, and the HDF5 library trusts what it
 * reads. Data are checked as far as memory and rows depend on them; the converted file is
 * checked like any other.
 * Owns: old_games_close releases everything.   Threads: as hdf5_values.h.
 * Errors: not a file of games; of a later version; damaged; virtual.
 */
#ifndef SELFPLAY_OLD_GAMES_H
#define SELFPLAY_OLD_GAMES_H

#include "core/base/error.h"
#include "selfplay/store/schema.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct games_header games_header_t; /* selfplay/store/games_header.h */
typedef struct record record_t;             /* selfplay/store/record.h */

typedef struct old_games old_games_t;

/* path: borrowed. NULL: it cannot be opened. */
old_games_t *old_games_open(const char *path, failure_t *error);
void old_games_close(old_games_t *old);

/* The file's attributes; valid until close. */
const games_header_t *old_games_header(const old_games_t *old);
bool old_games_has(const old_games_t *old, column_id_t id);

/* Clears the record and reads the next games into it, with links counted from row 0 of
 * the record; returns how many, 0 at the end, -1 on an error. */
int64_t old_games_next(old_games_t *old, record_t *record, failure_t *error);

#endif
