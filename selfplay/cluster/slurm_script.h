/* slurm_script.h - the batch script that plays a command's shares on a cluster under
 * Slurm.
 * Use: slurm_order_t order = {...};
 *      if (slurm_script_check(&order, &error))
 *          char *text = slurm_script_text(&order);       FOLDER/job.sh; free(text)
 * Any command serves that takes --task I/N, --threads, --time-limit and --quiet, and
 * exits with status 3 where the same call resumes it. What follows the script's variables
 * is job.sh; CLUSTER.md describes signals, requeueing, and other schedulers.
 * Errors: of the check: a path or an option that Slurm would not accept; a variable of
 *      sbatch in the environment that would override the script's options.
 */
#ifndef SELFPLAY_SLURM_SCRIPT_H
#define SELFPLAY_SLURM_SCRIPT_H

#include "core/base/error.h"

#include <stdbool.h>

enum { SLURM_MAX_LINES = 16 };

/* Lines as given by the user. */
typedef struct slurm_lines {
    const char *of[SLURM_MAX_LINES];
    int count;
} slurm_lines_t;

/* The folder of script and logs: OUT.slurm */
#define SLURM_FOLDER ".slurm"

typedef struct slurm_order {
    const char *here, *folder; /* absolute paths: to run in; of script and logs */
    const char *out;           /* the folder that the tasks share, as in the command */
    const char *program;       /* this one, absolute and quoted for a shell */
    const char *command;       /* quoted for a shell, with the program */
    slurm_lines_t options;     /* of sbatch */
    slurm_lines_t set_up;      /* shell, before the program starts */
    slurm_lines_t then;        /* commands of this program for the last job */
    long tasks, threads, time_s;
} slurm_order_t;

bool slurm_script_check(const slurm_order_t *order, failure_t *error);
char *slurm_script_text(const slurm_order_t *order);

extern const char job_sh[]; /* job.sh */

#endif
