/* run_metrics.h - the metrics of all games of a path: a run folder or a file.
 * Use: run_metrics_t run;
 *      if (run_metrics_read(&run, "runs/mine", queue, &error)) ... run.metrics ...
 *      run_metrics_clear(&run);
 * Owns: its game; _clear releases it. On failure there is nothing to clear.
 * Threads: as games_file.h; those of the queue (NULL: none) replay games, which are
 *      counted in order: figures do not depend on the number of threads.
 * Errors: those of games_reader.h and game_metrics.h; no games at all.
 */
#ifndef EVAL_RUN_METRICS_H
#define EVAL_RUN_METRICS_H

#include "core/base/error.h"
#include "eval/metrics/game_metrics.h"
#include "selfplay/run/games_reader.h"

#include <stdbool.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct run_metrics {
    games_reader_t reader;  /* its header: of the first file */
    game_metrics_t metrics; /* finished */
} run_metrics_t;

bool run_metrics_read(run_metrics_t *run, const char *path, task_queue_t *queue,
                      failure_t *error);
void run_metrics_clear(run_metrics_t *run);

#endif
