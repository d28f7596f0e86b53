/* limited_program.h - runs a program to its end, within limits, and keeps what it prints.
 * Use: char *command[] = {"cc", "-c", "game.c", NULL};
 *      limited_program_t run = {.command = command, .folder = "/tmp/x", .seconds = 60,
 *                               .most_memory = 4LL << 30, .most_file = 64LL << 20};
 *      if (limited_program_run(&run, &error)) ... run.output, run.status ...
 *      limited_program_clear(&run);
 * It runs in the folder, in a process group of its own, without input, in the C locale,
 * and with its temporary files in the folder. It is killed, with its own children, when
 * its time is over or it prints more than `most_output` bytes.
 * Owns: the output, until clear.
 * Threads: independent runs may be concurrent.
 * Errors: the program cannot be started.
 */
#ifndef CORE_LIMITED_PROGRAM_H
#define CORE_LIMITED_PROGRAM_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct limited_program {
    char *const *command; /* looked up in PATH; ended by NULL */
    const char *folder;   /* "/tmp/x" */
    double seconds;
    int64_t most_memory, most_file; /* bytes of address space of a process, of a file */
    size_t most_output;             /* bytes printed */

    char *output;          /* standard output and error together, as a text */
    bool is_late, is_long; /* it was killed: out of time, printed too much */
    int status;            /* of waitpid */
} limited_program_t;

bool limited_program_run(limited_program_t *run, failure_t *error);
void limited_program_clear(limited_program_t *run);

#endif
