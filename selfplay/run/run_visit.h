/* run_visit.h - visits the stored games of a run in order, shard by shard.
 * Use: if (!run_visit(&run, 0, run.num_shards, visit, context, &error)) ...
 * A visit ends at the first missing shard, and after one that does not hold all its games
 * yet. Games beyond those for which the run was opened are not visited.
 * Threads: as hdf5_values.h.
 * Errors: a file that cannot be read, or has other games than its name says.
 */
#ifndef SELFPLAY_RUN_VISIT_H
#define SELFPLAY_RUN_VISIT_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */
typedef struct run run_t;       /* selfplay/run/run.h */

/* Gets all stored games of a shard; false: stop. */
typedef bool (*run_visitor_t)(void *context, uint64_t shard, const record_t *games);

/* The shards first ... end-1; end: UINT64_MAX for all that exist, also those with which
 * another process has extended the run. */
bool run_visit(const run_t *run, uint64_t first, uint64_t end, run_visitor_t visit,
               void *context, failure_t *error);

#endif
