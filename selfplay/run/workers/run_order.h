/* run_order.h - which games of a run a call is to play, and what came of it.
 * Use: with run_workers.h.
 */
#ifndef SELFPLAY_RUN_ORDER_H
#define SELFPLAY_RUN_ORDER_H

#include "selfplay/run/call_log.h"
#include "selfplay/run/summary.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct progress progress_t; /* selfplay/run/progress.h */
typedef struct record record_t;     /* selfplay/store/record.h */

typedef struct workers_order {
    uint64_t first, end; /* games; both bounds of shards */
    task_share_t share;
    bool quiet;
    progress_t *progress; /* that is shown, of a work of which this is a part; or NULL */
    /* Called with every shard that this call publishes, one at a time, in any order, and
     * not of those that are there already or that others make meanwhile; false: that is
     * enough, no more is played. NULL: all is played. */
    bool (*more)(void *context, uint64_t shard, const record_t *games);
    void *context;
} workers_order_t;

/* What came of it. */
typedef struct workers_result {
    uint64_t shards_found;
    uint64_t games_kept; /* found whole in the journal */
    uint64_t games_held; /* found in shorter files, which were made longer */
    call_counts_t counts;
    int threads;
    const char *stopped; /* by what, or NULL: all is done, or enough */
    summary_t summary;   /* of the shards that were made */
} workers_result_t;

#endif
