/* set_aside.h - moves a damaged shard out of a run's way, to RUN/damaged/shard-000007.h5,
 * or .1, .2, ...; it is never deleted. A file that is no longer the one that was checked,
 * as another process has repaired the shard, stays where it is: an error.
 */
#ifndef SELFPLAY_SET_ASIDE_H
#define SELFPLAY_SET_ASIDE_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct game_origin game_origin_t; /* selfplay/verify/game_checker.h */

enum { SET_ASIDE_PATH = 4096 };

bool set_aside(const char *folder, const game_origin_t *origin,
               char moved[SET_ASIDE_PATH], failure_t *error);

#endif
