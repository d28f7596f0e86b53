/* run_order.h - the games of a run to be played, and the result.
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
    uint64_t first, end; /* games; both at shard boundaries */
    task_share_t share;
    bool quiet;
    progress_t *progress; /* the one shown, of which this is a part; or NULL */
    /* Called with every shard that this process publishes, one at a time, in any order,
     * but not with existing shards or those of other processes; false: enough, stop
     * playing. NULL: play everything. */
    bool (*more)(void *context, uint64_t shard, const record_t *games);
    void *context;
} workers_order_t;

/* The result. */
typedef struct workers_result {
    uint64_t shards_found;
    uint64_t games_kept; /* found complete in the journal */
    uint64_t games_held; /* found in short files, which were extended */
    call_counts_t counts;
    int threads;
    const char *stopped; /* by what; NULL: all is done, or `more` returned false */
    summary_t summary;   /* of the new shards */
} workers_result_t;

#endif
