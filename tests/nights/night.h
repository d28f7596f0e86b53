/* night.h - simulates a run, or learning, on a cluster for a night, with failures.
 * Use: night_result_t result;
 *      night_play(seed, NULL, &result);
 *      if (result.wrong[0]) ... "seed %llu: %s" ...
 *      night_end();                      after the last night
 * A night: users settle a run and submit it, an array of tasks plays it and a last job
 * verifies and merges it, while nodes lose power or hang, jobs are preempted, cancelled,
 * cut off or killed, and the disk fills up; in some nights the run is extended meanwhile,
 * in some two users want the same folder. In the morning nothing fails any more, and a
 * user runs the commands for whatever is missing. In a third of the nights the run is a
 * folder of `fulcrum learn`, and what is counted are generations. Invariants:
 *   - a file of games, or of learning, under its final name is exactly that of a calm
 *     run, at every moment, also after a power loss;
 *   - when the last job reports success, all data is there, and stays there;
 *   - status reports no more than there is, and saved games decrease only after a loss or
 *     while a file cannot be read;
 *   - no program fails without a reason;
 *   - the jobs end, and the morning's commands lead to identical data.
 * Threads: one.   Errors: in the result.
 */
#ifndef TESTS_NIGHT_H
#define TESTS_NIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct night_result {
    char wrong[600]; /* the first violation; empty: none */
    bool completed;  /* by the last job; else by the morning's commands */
    double hours;    /* of simulated time */
    int events;      /* number of failures */
} night_result_t;

/* trace: gets a line per event; or NULL. */
void night_play(uint64_t seed, FILE *trace, night_result_t *result);
void night_end(void);

#endif
