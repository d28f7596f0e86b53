/* estimate.h - how long a run will take, and how much disk and memory, by a sample of it.
 * Use: estimate_t estimate;
 *      const sample_limits_t limits = {.seconds = 60, .precision = 0.01};
 *      if (estimate_run(&estimate, &config, threads, &limits, &error))
 *          estimate_print(&estimate, tasks, stdout)
 * Rate: actions a second of the sample, over the mean length of a game. Games that the
 * sample has not finished count as at least as long as they are (Kaplan and Meier): a
 * sample that is short beside a game says `is_rough`, and where no game has ended the
 * length is that of uniform playouts. The interval is of the mean length alone.
 * Disk: files of the sample's games, as HDF5 makes them: a part a file and a part a
 * position. Memory: what this process had at its peak, and what a thread may need by the
 * configuration (run_resources.h).
 * Owns: nothing.   Threads: as sample_games.h.   Errors: sample_games.h.
 * Source: E. Kaplan, P. Meier, "Nonparametric estimation from incomplete observations",
 *      1958.
 */
#ifndef SELFPLAY_ESTIMATE_H
#define SELFPLAY_ESTIMATE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct run_config run_config_t;       /* selfplay/run/run_config.h */
typedef struct sample_limits sample_limits_t; /* selfplay/estimate/sample_games.h */

typedef struct estimate {
    uint64_t games, files; /* of the run */
    int threads;
    double seconds; /* of the sample */
    uint64_t ended, under_way;
    double actions_s, simulations_s;
    double length;       /* actions a game */
    double length_error; /* standard error; 0: not known */
    bool is_rough;
    double file_bytes, position_bytes; /* a file has so many, and each position */
    double free_bytes;                 /* of the disk of this folder */
    double peak_memory_mb;
    long memory_mb; /* a thread at most */
} estimate_t;

bool estimate_run(estimate_t *estimate, const run_config_t *config, int threads,
                  const sample_limits_t *limits, failure_t *error);

/* For `tasks` processes of as many threads, each as fast as this one. */
void estimate_print(const estimate_t *estimate, long tasks, FILE *file);
cJSON *estimate_json(const estimate_t *estimate, long tasks); /* the caller deletes it */

#endif
