/* night_slurm.h - simulates Slurm and the batch script of `fulcrum slurm`.
 * Use: slurm_t *slurm = slurm_new(world, config, tasks, nodes, limit_s);
 *      slurm_submit(slurm);   ... slurm_node_fails(slurm, 2) ...   world_run(world, ...);
 *      if (slurm_is_over(slurm)) ... slurm_finish_status(slurm) ...
 *      slurm_free(slurm);
 * An array of tasks, followed by a last job; jobs wait for nodes, get SIGTERM before
 * their time limit, and are requeued when they ask for it or when their node fails. Node
 * 0 is the login node. The script is reimplemented in C, step by step; cli_nights.sh
 * compares it with the one that the program writes.
 * Threads: one.
 */
#ifndef TESTS_NIGHT_SLURM_H
#define TESTS_NIGHT_SLURM_H

#include "tests/nights/night_world.h"

typedef struct slurm slurm_t;

/* config: what the jobs make (night_truth.h). */
slurm_t *slurm_new(world_t *world, int config, int tasks, int nodes, double limit_s);
void slurm_free(slurm_t *slurm);
void slurm_submit(slurm_t *slurm);

/* Called when a program reports that it has played a share. */
void slurm_watch(slurm_t *slurm,
                 void (*watcher)(void *context, unsigned share, unsigned count),
                 void *context);

void slurm_node_fails(slurm_t *slurm, int node);      /* without power for a while */
void slurm_node_is_cut_off(slurm_t *slurm, int node); /* only Slurm cannot reach it */
void slurm_preempts(slurm_t *slurm, int job);         /* job, or the next that runs */
void slurm_cancels(slurm_t *slurm, int job);
void slurm_kills_program(slurm_t *slurm, int job); /* as when out of memory */
void slurm_site_fails(slurm_t *slurm);             /* power loss everywhere */

bool slurm_is_over(const slurm_t *slurm);
int slurm_finish_status(const slurm_t *slurm); /* -1: none yet */

/* The message of the first program that failed with status 2; NULL: none. */
const char *slurm_failure(const slurm_t *slurm);

/* --- The script's reactions --------------------------------------------------------- */

typedef enum { STEP_GOES_ON, STEP_BEGINS_AGAIN, STEP_FAILS } step_end_t;
step_end_t script_step_end(int status);

/* Whether a job may be requeued, from the state that Slurm reports and what was kept at
 * the ends of its starts so far, a line each. 0: it may; else the script's exit status.
 */
int script_may_begin_again(const char *state, const char *kept);

#endif
