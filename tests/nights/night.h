/* night.h - a run on a cluster for a night, with what goes wrong there.
 * Use: night_result_t result;
 *      night_play(seed, NULL, &result);
 *      if (result.wrong[0]) ... "seed %llu: %s" ...
 *      night_end();                      when no more nights come
 * A night: people settle a run and submit it, an array of tasks plays it and a last job
 * verifies and merges it, while nodes lose power, jobs are preempted, cancelled, cut off,
 * killed, and the disk fills up; in some the run is asked for more games meanwhile, in
 * some two people want the same folder. In the morning nothing fails any more, and
 * somebody calls for what is missing. What has to hold:
 *   - a file of games under its final name holds just those games, at every moment, also
 *     after a loss of power;
 *   - the last job that says it is done has done it, and it stays;
 *   - status says no more than there is, and what is kept becomes no less without a loss;
 *   - no program fails without a reason;
 *   - the jobs come to an end, and the morning's calls to the very same data.
 * Threads: one.   Errors: in the result.
 */
#ifndef TESTS_NIGHT_H
#define TESTS_NIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct night_result {
    char wrong[600]; /* empty: nothing */
    bool completed;  /* by the last job; else the morning's calls did it */
    double hours;    /* of the night's clock */
    int events;      /* that went wrong */
} night_result_t;

/* trace: what happens, a line each; or NULL. */
void night_play(uint64_t seed, FILE *trace, night_result_t *result);
void night_end(void);

#endif
