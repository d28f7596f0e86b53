/* export_parts.h - training data as a folder of files of equally many games each, to
 * which the same command adds while the run grows.
 * Use: if (export_parts(&call, "RUN", NULL, &error)) ...
 * FOLDER/games-000000000-000010000.h5 has the games 0 ... 9999, and is made once all of
 * them are there; an existing file stays as it is. What a file holds depends on the run
 * and the options alone, so that any process may add any of them, at any time.
 * Errors: not a run; a number of games that shard_games does not divide, or other than
 *      that of an existing file; an existing file of another run or with other options;
 *      those of export.h.
 */
#ifndef SELFPLAY_EXPORT_PARTS_H
#define SELFPLAY_EXPORT_PARTS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct export_call export_call_t;         /* selfplay/cli/export_call.h */
typedef struct export_revision export_revision_t; /* selfplay/export/export.h */

/* Files of call->parts games, of call->share of them. revision: as in export.h, or NULL.
 */
bool export_parts(const export_call_t *call, const char *run,
                  const export_revision_t *revision, failure_t *error);

#endif
