/* old_games.h - files of games of any version, read as those of the present one.
 * Use: record_t record;
 *      old_games_t *old = old_games_open("old.h5", &error);
 *      record_init(&record, old_games_header(old)->game);
 *      while ((count = old_games_next(old, &record, &error)) > 0) ...
 *      old_games_close(old);
 * What a version did not have is filled in: `full`, 1 where somebody searched; `pruned`,
 * 0; `surprise`, from the visits where playouts valued the leaves, so that all priors
 * were equal, and 0 where a network did, whose priors nobody has recorded. FORMAT.md,
 * "Versions", has what each version was like. For a child process (contained.h): version
 * 1 had no envelope at first, and the HDF5 library trusts what it reads. What is read is
 * checked as far as memory and rows depend on it; the file that is made of it is checked
 * as any other.
 * Owns: old_games_close releases everything.   Threads: as hdf5_values.h.
 * Errors: no file of games; of a later version; damaged; virtual.
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

/* What the file says of itself, until close. */
const games_header_t *old_games_header(const old_games_t *old);
bool old_games_has(const old_games_t *old, column_id_t id);

/* Empties the record and reads the next games into it, whose links count from row 0 of
 * the record: how many; 0 at the end, -1 for an error. */
int64_t old_games_next(old_games_t *old, record_t *record, failure_t *error);

#endif
