/* sample_games.h - plays games of a run for some seconds, without storing them.
 * Use: sample_games_t sample;
 *      const sample_limits_t limits = {.seconds = 60};
 *      if (sample_games_play(&sample, &config, threads, &limits, &error)) ...
 *      sample_games_clear(&sample);
 * Plays the run's own games, from game 0 on, as its threads would (concurrently where
 * that is faster), without files. It ends when the time is over, when all games of the
 * run are played, or, after a tenth of the time and SAMPLE_GAMES_LEAST games, when the
 * mean game length is known to the requested precision.
 * Threads: an OpenMP team plays; one caller at a time.
 * Errors: an outside program fails; interrupted (stop.h).
 */
#ifndef SELFPLAY_SAMPLE_GAMES_H
#define SELFPLAY_SAMPLE_GAMES_H

#include "core/base/error.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

/* Of 30 games, one in 24 samples would end without any long game where one in ten is. */
enum { SAMPLE_GAMES_LEAST = 60 };

typedef struct sample_limits {
    double seconds;
    double precision; /* relative standard error of the mean length; 0: full time */
    bool quiet;
} sample_limits_t;

typedef struct sample_games {
    record_t games; /* finished games, in no order */
    record_t parts; /* unfinished games, as if cut off */
    double seconds; /* of playing */
    double actions; /* of all games; of active ones, pro rata by simulations */
    uint64_t simulations;
    int threads;
} sample_games_t;

bool sample_games_play(sample_games_t *sample, const run_config_t *config, int threads,
                       const sample_limits_t *limits, failure_t *error);
void sample_games_clear(sample_games_t *sample);

#endif
