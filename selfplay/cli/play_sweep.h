/* play_sweep.h - plays what the runs of a sweep lack.
 * Use: status = play_sweep(&sweep, "CONFIG.json", "SWEEP", &call->play);
 * One schedule for all runs (run_schedule.h): a task plays its share of each run, the
 * longest games first, and then what the others have not played yet. Nothing is written
 * before every run has been checked.
 * Threads: for the main thread.   Returns the exit status.
 */
#ifndef SELFPLAY_PLAY_SWEEP_H
#define SELFPLAY_PLAY_SWEEP_H

#include "selfplay/cli/play_options.h"

typedef struct sweep sweep_t; /* selfplay/run/sweep.h */

/* where: the configuration, in messages. */
int play_sweep(sweep_t *sweep, const char *where, const char *folder,
               const play_options_t *play);

#endif
