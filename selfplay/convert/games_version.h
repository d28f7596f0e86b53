/* games_version.h - recognizes files of games of other versions, and says what to do.
 * Use: if (version != SCHEMA_VERSION) return games_version_refuse(path, version, &error);
 *      if (games_version_look(path, &version)) ... a file of games of any version
 * Early files of version 1 had no envelope; they are checked in a child process
 * (foreign_hdf5.h). FORMAT.md, "Versions", describes each version.
 * Threads: as foreign_hdf5.h.   Errors: none of its own.
 */
#ifndef SELFPLAY_GAMES_VERSION_H
#define SELFPLAY_GAMES_VERSION_H

#include "core/base/error.h"

#include <stdint.h>

/* Whether the file contains recorded games of any version of the program; *version: as
 * given in the file, and 0 if no version wrote it. */
bool games_version_look(const char *path, uint64_t *version);

/* Sets the error that the file is of another version, with the command that converts it;
 * returns false. */
bool games_version_refuse(const char *path, uint64_t version, failure_t *error);

/* The same for an early file of version 2, without legal/pruned. */
bool games_version_refuse_early(const char *path, failure_t *error);

#endif
