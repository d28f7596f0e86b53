/* set_aside.h - moves a damaged shard out of a run's way, to RUN/damaged/shard-000007.h5,
 * or .1, .2, ...; it is never deleted. A file that is no longer the one that was checked,
 * as another process has repaired the shard, stays where it is: an error.
 */
#ifndef SELFPLAY_SET_ASIDE_H
#define SELFPLAY_SET_ASIDE_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdbool.h>

typedef struct game_origin game_origin_t; /* selfplay/verify/game_checker.h */

bool set_aside(const char *folder, const game_origin_t *origin, char moved[FILE_PATH],
               failure_t *error);

#endif
