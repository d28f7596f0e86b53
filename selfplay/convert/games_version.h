/* games_version.h - files of games of other versions of the program: what they are, and
 * what to do about it.
 * Use: if (version != SCHEMA_VERSION) return games_version_refuse(path, version, &error);
 *      if (games_version_look(path, &version)) ... it is a file of games of any version
 * Version 1 had no envelope at first; such a file is looked at in a child process
 * (foreign_hdf5.h). What each version has: FORMAT.md, "Versions".
 * Threads: as foreign_hdf5.h.   Errors: none of its own.
 */
#ifndef SELFPLAY_GAMES_VERSION_H
#define SELFPLAY_GAMES_VERSION_H

#include "core/base/error.h"

#include <stdint.h>

/* Whether any version of the program has written the file as one of recorded games;
 * *version: as the file says, and 0 for what no version has written. */
bool games_version_look(const char *path, uint64_t *version);

/* Says that a file is of another version, and the command that turns it: false. */
bool games_version_refuse(const char *path, uint64_t version, failure_t *error);

/* The same of a file of version 2 as it was at first, without legal/pruned. */
bool games_version_refuse_early(const char *path, failure_t *error);

#endif
