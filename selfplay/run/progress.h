/* progress.h - how far a long run is, on standard error.
 * Use: progress_t progress; progress_init(&progress, games, quiet);
 *      progress_simulations(&progress, n);  progress_game(&progress);   from any thread
 *      progress_finish(&progress);
 * On a terminal a bar that is drawn five times a second, with games and simulations a
 * second (simulations where there are any) and the time left; elsewhere a line every half
 * minute; with quiet nothing. Where the number of games is not known beforehand (a
 * sequential test) progress_expect estimates it, and with it the time left. Work in
 * several parts has one progress for each, all quiet, and one that is shown: their
 * `whole`. Where games of the parts differ in length (progress_weigh) the time left is
 * that of the work left, not of the games.
 * Owns: nothing but what it prints.
 * Threads: _simulations, _game, _less and _expect may run side by side.   Errors: none.
 */
#ifndef SELFPLAY_PROGRESS_H
#define SELFPLAY_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    atomic_uint_fast64_t total;              /* relaxed, as the next two */
    atomic_uint_fast64_t games, simulations; /* only shown */
    atomic_uint_fast64_t work, total_work;   /* of a whole; relaxed; total 0: games */
    uint64_t weight;                         /* work of a game of a part */
    atomic_flag drawing;                     /* one thread draws, others go on */
    double start, last;                      /* seconds; last: under `drawing` */
    bool quiet, terminal;
    atomic_bool estimated;  /* the total; relaxed */
    struct progress *whole; /* which this is a part of and adds to; or NULL */
} progress_t;

void progress_init(progress_t *progress, uint64_t games, bool quiet);
void progress_simulations(progress_t *progress, uint32_t simulations);
void progress_game(progress_t *progress);
/* So many games need not be played after all. */
void progress_less(progress_t *progress, uint64_t games);
/* Of a whole, before it begins: the weights of all games together. */
void progress_weigh(progress_t *progress, uint64_t total_work);
/* About so many are still to be played, whatever was said before; 0: none, for certain.
 */
void progress_expect(progress_t *progress, uint64_t games);
void progress_finish(progress_t *progress); /* leaves the line */

/* Seconds since init. */
double progress_seconds(const progress_t *progress);

#endif
