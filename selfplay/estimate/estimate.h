/* estimate.h - estimates a run's time, disk and memory from a sample of its games.
 * Use: run_estimate_t estimate;
 *      const sample_limits_t limits = {.seconds = 60, .precision = 0.01};
 *      if (estimate_run(&estimate, &config, threads, tasks, &limits, &error))
 *          figures_row(result_record(result, NULL, NULL, estimate_columns,
 *                                    ESTIMATE_COLUMNS), &estimate);
 * Rate: the sample's actions per second, divided by the mean length of a game
 * (game_length.h): a sample that is short compared to a game is rough, and if no game has
 * ended the length is that of uniform playouts. The interval is that of the mean length
 * alone.
 * Disk: from HDF5 files of the sample's games: bytes per file and bytes per position.
 * Memory: this process's peak, and the maximum per thread by the configuration
 * (run_resources.h).
 */
#ifndef SELFPLAY_ESTIMATE_H
#define SELFPLAY_ESTIMATE_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/base/table/figures.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct run_config run_config_t;       /* selfplay/config/run_config.h */
typedef struct sample_limits sample_limits_t; /* selfplay/estimate/sample_games.h */

typedef struct run_estimate {
    uint64_t games, files; /* of the run */
    int threads, tasks;
    double seconds; /* of the sample */
    uint64_t ended, under_way;
    double actions_s, simulations_s, actions_per_game;
    estimate_t games_s, hours; /* of one task; of all, with these tasks at once */
    double hours_in_sequence, bytes;
    double file_bytes, position_bytes; /* per file, and per position */
    double free_bytes;                 /* on the disk of the current folder */
    double peak_memory_mb;
    long memory_mb; /* per thread, at most */
    bool is_rough;
} run_estimate_t;

/* For `tasks` processes with the same number of threads, each as fast as this one. */
bool estimate_run(run_estimate_t *estimate, const run_config_t *config, int threads,
                  int tasks, const sample_limits_t *limits, failure_t *error);

enum { ESTIMATE_COLUMNS = 20 };
extern const figure_column_t estimate_columns[ESTIMATE_COLUMNS];

#endif
