/* convert_games.h - converts one file of recorded games of any version to the current
 * one.
 * Use: if (convert_games_file("old.h5", unfinished, &is_early, &result, &error)) ...
 * The new file always has the layout of merged files (FORMAT.md); it names the program
 * that made the games, and this program. It is read back with all checks of a file of
 * games.
 * Threads: as hdf5_values.h.   Errors: old_games.h, contained.h, publish.h.
 */
#ifndef SELFPLAY_CONVERT_GAMES_H
#define SELFPLAY_CONVERT_GAMES_H

#include "core/base/error.h"

typedef struct convert_result convert_result_t; /* selfplay/convert/convert.h */

/* to: a name under which it is written, unsynced; counts are added to *result. *is_early:
 * the old file has the current version number, but lacks later additions to it. */
bool convert_games_file(const char *from, const char *to, bool *is_early,
                        convert_result_t *result, failure_t *error);

#endif
