/* progress.h - a progress bar on standard error: games and simulations per second, time
 * left.
 * Use: progress_t progress; progress_init(&progress, games, quiet);
 *      progress_simulations(&progress, n);  progress_game(&progress);   from any thread
 *      progress_finish(&progress);
 * If the number of games is not known beforehand (a sequential test), progress_expect
 * sets the estimate on which the time left is based. Work in several parts has one
 * progress per part, all quiet, and a common one that is shown, their `whole`. If games
 * of the parts differ in length (progress_weigh), the time left is based on the work
 * left.
 * Threads: any may call _simulations, _game, _less and _expect.
 */
#ifndef SELFPLAY_PROGRESS_H
#define SELFPLAY_PROGRESS_H

#include "core/terminal/status_line.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    atomic_uint_fast64_t total;              /* relaxed, as the next two */
    atomic_uint_fast64_t games, simulations; /* only shown */
    atomic_uint_fast64_t work, total_work; /* of all parts; relaxed; total 0: use games */
    uint64_t weight;                       /* of a part: work per game */
    atomic_flag drawing;                   /* one thread draws, others continue */
    status_line_t line;                    /* under `drawing` */
    double start;                          /* clock_seconds */
    atomic_bool estimated;                 /* the total; relaxed */
    const char *label;                     /* before the counts, set by the caller; "" */
    struct progress *whole; /* the common progress that this part adds to; or NULL */
} progress_t;

void progress_init(progress_t *progress, uint64_t games, bool quiet);
void progress_simulations(progress_t *progress, uint32_t simulations);
void progress_game(progress_t *progress);
/* This many games need not be played after all. */
void progress_less(progress_t *progress, uint64_t games);
/* For the common progress, before the start: the total weight of all games. */
void progress_weigh(progress_t *progress, uint64_t total_work);
/* Sets the estimated number of games still to be played; 0: certainly none. */
void progress_expect(progress_t *progress, uint64_t games);
void progress_finish(progress_t *progress); /* ends the line */

/* Seconds since init. */
double progress_seconds(const progress_t *progress);

#endif
