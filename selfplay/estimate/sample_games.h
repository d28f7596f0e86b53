/* sample_games.h - games of a run, played for some seconds and not kept: what they take.
 * Use: sample_games_t sample;
 *      const sample_limits_t limits = {.seconds = 60};
 *      if (sample_games_play(&sample, &config, threads, &limits, &error)) ...
 *      sample_games_clear(&sample);
 * The run's own games, from game 0 on, as its threads would play them (side by side where
 * that is faster), without files. It ends when the time is over, all games of the run are
 * played, or, after a tenth of the time, the mean length of games is known to the
 * precision that is asked for.
 * Owns: sample_games_clear releases the games.
 * Threads: an OpenMP team plays; the call is for one thread.
 * Errors: an outside program fails; interrupted (stop.h).
 */
#ifndef SELFPLAY_SAMPLE_GAMES_H
#define SELFPLAY_SAMPLE_GAMES_H

#include "core/base/error.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/run/run_config.h */

typedef struct sample_limits {
    double seconds;
    double precision; /* standard error of the mean length over it; 0: to the end */
    bool quiet;
} sample_limits_t;

typedef struct sample_games {
    record_t games; /* that came to their end, in no order */
    record_t parts; /* the others as far as they were played, as if cut off there */
    double seconds; /* of playing */
    double actions; /* of all games, those under way by their simulations */
    uint64_t simulations;
    int threads;
} sample_games_t;

bool sample_games_play(sample_games_t *sample, const run_config_t *config, int threads,
                       const sample_limits_t *limits, failure_t *error);
void sample_games_clear(sample_games_t *sample);

#endif
