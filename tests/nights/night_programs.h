/* night_programs.h - the program's commands as processes of a simulated cluster.
 * Use: program_call_t *call = program_call(world, "selfplay %s --out %s", config, run);
 *      process_t *process = world_start(world, node, program_run, call);
 * Owns: the process owns its call and frees it at its end.   Threads: one.   Errors:
 * none.
 */
#ifndef TESTS_NIGHT_PROGRAMS_H
#define TESTS_NIGHT_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#define NIGHT_RUN "/site/run"
#define NIGHT_CONFIG "/site/night.json"
#define NIGHT_OTHER "/site/other.json"
#define NIGHT_MERGED "/site/run.h5"
#define NIGHT_FOLDER NIGHT_RUN ".slurm"
#define NIGHT_LOGS NIGHT_FOLDER "/logs"
#define NIGHT_VERIFIED NIGHT_FOLDER "/verified"

typedef struct program_call program_call_t;

/* Arguments separated by single spaces, without the program's name. */
program_call_t *program_call(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Runs the call; returns its exit status. */
int program_run(void *call);

/* Settles the run's folder and writes the script, as `fulcrum slurm` does before it
 * submits. _learning: tries the command that it is called with for two seconds. */
int program_settle(void *call);
int program_settle_learning(void *call);

/* What `fulcrum status` counts; of learning, what `fulcrum info` reads. */
typedef struct kept {
    bool ok;                                      /* it succeeded */
    uint64_t files_unread, in_files, in_journals; /* in_files: generations */
} kept_t;
int program_kept(void *kept);
int program_learned(void *kept);

#endif
