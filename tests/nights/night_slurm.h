/* night_slurm.h - Slurm, and the batch script of `fulcrum slurm`, in the simulation.
 * Use: slurm_t *slurm = slurm_new(world, tasks, nodes, limit_s);
 *      slurm_submit(slurm);   ... slurm_node_fails(slurm, 2) ...   world_run(world, ...);
 *      if (slurm_is_over(slurm)) ... slurm_finish_status(slurm) ...
 *      slurm_free(slurm);
 * An array of tasks and a last job that comes after them; jobs wait for nodes, hear
 * SIGTERM before their limit of time, begin again when they ask for it or when their node
 * fails. Node 0 is where people log in. The script is told again here in C, step by
 * step; cli_nights.sh holds it to the one that the program writes.
 * Threads: one.   Errors: none.
 */
#ifndef TESTS_NIGHT_SLURM_H
#define TESTS_NIGHT_SLURM_H

#include "tests/nights/night_world.h"

typedef struct slurm slurm_t;

slurm_t *slurm_new(world_t *world, int tasks, int nodes, double limit_s);
void slurm_free(slurm_t *slurm);
void slurm_submit(slurm_t *slurm);

/* Called when a program says that it has played a share. */
void slurm_watch(slurm_t *slurm,
                 void (*watcher)(void *context, unsigned share, unsigned count),
                 void *context);

void slurm_node_fails(slurm_t *slurm, int node);      /* without power for a while */
void slurm_node_is_cut_off(slurm_t *slurm, int node); /* Slurm alone does not reach it */
void slurm_preempts(slurm_t *slurm, int job);         /* of jobs that run, counted on */
void slurm_cancels(slurm_t *slurm, int job);
void slurm_kills_program(slurm_t *slurm, int job); /* as for memory */
void slurm_site_fails(slurm_t *slurm);             /* everything */

bool slurm_is_over(const slurm_t *slurm);
int slurm_finish_status(const slurm_t *slurm); /* -1: it has none */

/* The first program that ended with a status that is no answer; NULL: none. */
const char *slurm_failure(const slurm_t *slurm);

/* --- What the script makes of what happens ------------------------------------------ */

/* Of a step by its exit status, and whether the script was asked to stop. */
int script_status(int status, bool asked);

typedef enum { STEP_GOES_ON, STEP_BEGINS_AGAIN, STEP_FAILS } step_end_t;
step_end_t script_step_end(int status);

/* Whether a job that wants to begin again may: the state that Slurm says it has, and what
 * was kept at its ends so far, a line each. 0: it may; else the script's exit status. */
int script_may_begin_again(const char *state, const char *kept);

#endif
