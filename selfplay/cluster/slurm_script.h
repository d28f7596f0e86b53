/* slurm_script.h - the batch script that plays a run on a cluster under Slurm.
 * Use: slurm_order_t order = {...};
 *      char *text = slurm_script_text(&order);         RUN/slurm/job.sh; free(text)
 *      char *line = slurm_array_command(&order);       the shell's line that submits it
 *      char *last = slurm_finish_command(&order, id);  and the job that comes after it
 * One script for both: as a task of an array it plays the task's share of the files; with
 * the word `finish` it plays what is missing when no task is left, verifies the run and
 * merges its files. selfplay/cluster/CLUSTER.md says what it does on which signal, and
 * why. Everything in it is absolute and quoted: it runs from any folder, on any node that
 * sees the run's folder and the program under the same paths.
 * Games of shared objects that were loaded are loaded in the jobs, too.
 * Owns: what is returned is the caller's.   Threads: side by side.
 * Errors: slurm_script_check: a path or an option that Slurm could not be told.
 */
#ifndef SELFPLAY_SLURM_SCRIPT_H
#define SELFPLAY_SLURM_SCRIPT_H

#include "core/base/error.h"
#include "selfplay/run/run_folder.h"

#include <stdbool.h>

enum { SLURM_MAX_EXTRA = 16, SLURM_MIN_TIME_S = 60 };

typedef struct slurm_order {
    const char *program, *run; /* absolute paths */
    const char *merged;        /* absolute path of the file to merge to; NULL: none */
    const char *locking;       /* HDF5_USE_FILE_LOCKING, or NULL: best effort */
    const char *options[SLURM_MAX_EXTRA]; /* of sbatch, as the user says them */
    const char *set_up[SLURM_MAX_EXTRA];  /* lines of shell before the program starts */
    int num_options, num_set_up;
    long tasks, threads, time_s;
    long memory_mb; /* a thread */
} slurm_order_t;

bool slurm_script_check(const slurm_order_t *order, failure_t *error);

char *slurm_script_text(const slurm_order_t *order);
char *slurm_array_command(const slurm_order_t *order);

/* `array`: the array's job, as a number or as the shell says it. */
char *slurm_finish_command(const slurm_order_t *order, const char *array);

/* RUN/slurm/job.sh, and where its jobs write. */
#define SLURM_SCRIPT RUN_FOLDER_SLURM "/job.sh"
#define SLURM_LOGS RUN_FOLDER_SLURM "/logs"

#endif
