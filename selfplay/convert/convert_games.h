/* convert_games.h - one file of recorded games, of any version, as one of this version.
 * Use: if (convert_games_file("old.h5", unfinished, &is_early, &result, &error)) ...
 * The new file has the layout of merged files (FORMAT.md), whatever the old one was; who
 * made the games is said, and this program beside it. What was written is read back as
 * any file of games is, with all of its checks.
 * Threads: as hdf5_values.h.   Errors: old_games.h, contained.h, publish.h.
 */
#ifndef SELFPLAY_CONVERT_GAMES_H
#define SELFPLAY_CONVERT_GAMES_H

#include "core/base/error.h"

typedef struct convert_result convert_result_t; /* selfplay/convert/convert.h */

/* to: a name under which it is written, unsynced; counts are added to *result. *is_early:
 * the old one says that it is of this version, and lacks what the version has since. */
bool convert_games_file(const char *from, const char *to, bool *is_early,
                        convert_result_t *result, failure_t *error);

#endif
