/* run_trim.h - shortens a run to its first games.
 * Use: run_trim_t trim;
 *      if (run_trim_plan(&trim, "RUN", games, &error))     nothing is changed
 *          ... trim.files, trim.removed ...
 *          run_trim_do(&trim, &error)
 *      run_trim_close(&trim);
 * What remains is that of a run of so many games from the start, byte for byte: the shard
 * in which they end is rewritten with its first ones. Killed at any instant, the folder
 * holds a valid run, and the same call completes the work: first the new length is
 * requested, then files go from the last to the first, then the larger lengths.
 * Errors: not a run; a process that plays it; a shard to be shortened that is damaged;
 *      files that cannot be removed or written.
 */
#ifndef SELFPLAY_RUN_TRIM_H
#define SELFPLAY_RUN_TRIM_H

#include "core/base/error.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

typedef struct run_trim {
    run_t run; /* at its full length */
    run_folder_t list;
    uint64_t games;          /* that remain */
    uint64_t num_shards;     /* that they take */
    uint64_t files, removed; /* shards beyond, and the games in them */
    uint64_t bytes;          /* of these shards */
    uint64_t shard, held;    /* the shard to be shortened, and its games; held 0: none */
    uint64_t journals;       /* shards beyond with a journal */
} run_trim_t;

bool run_trim_plan(run_trim_t *trim, const char *folder, uint64_t games,
                   failure_t *error);
bool run_trim_do(run_trim_t *trim, failure_t *error);
void run_trim_close(run_trim_t *trim); /* also after an error */

#endif
