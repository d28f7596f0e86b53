/* slurm_script.h - the batch script that plays a run on a cluster under Slurm.
 * Use: slurm_order_t order = {...};
 *      char *text = slurm_script_text(&order);         RUN/slurm/job.sh; free(text)
 *      char *line = slurm_array_command(&order);       shell command that submits it
 *      char *last = slurm_finish_command(&order, id);  and the one for the last job
 * One script serves both: as a task of an array it plays the task's share of the files;
 * with the argument `finish` it plays what is missing once no task is left, verifies the
 * run and merges its files. selfplay/cluster/CLUSTER.md documents its signal handling.
 * All paths in it are absolute and quoted: it runs from any folder, on any node that
 * sees the run's folder and the program under the same paths.
 * Games loaded from shared objects are also loaded in the jobs.
 * Owns: the caller frees the returned texts.   Threads: any.
 * Errors: slurm_script_check: a path or an option that Slurm would not accept; a variable
 *      of sbatch in the environment that would override the script's options.
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
    const char *options[SLURM_MAX_EXTRA]; /* of sbatch, as given by the user */
    const char *set_up[SLURM_MAX_EXTRA];  /* shell lines to run before the program */
    int num_options, num_set_up;
    long tasks, threads, time_s;
    long memory_mb; /* per thread */
} slurm_order_t;

bool slurm_script_check(const slurm_order_t *order, failure_t *error);

char *slurm_script_text(const slurm_order_t *order);
char *slurm_array_command(const slurm_order_t *order);

/* `array`: the array's job, as a number or a shell expression. */
char *slurm_finish_command(const slurm_order_t *order, const char *array);

/* RUN/slurm/job.sh, and the folder of its jobs' logs. */
#define SLURM_SCRIPT RUN_FOLDER_SLURM "/job.sh"
#define SLURM_LOGS RUN_FOLDER_SLURM "/logs"

#endif
