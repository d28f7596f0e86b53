/* completion.h - scripts by which a shell completes calls of the program, made from the
 * tables of commands.
 * Use: completion_write(&program, SHELL_BASH, stdout);  source <(fulcrum completion bash)
 * Completed: commands, options, values that are one of several words, files, folders,
 * games, and key=value of the game that is named. The scripts do not run the program.
 * Their fixed parts are in completion.bash and completion.zsh.
 * Owns: nothing.   Threads: pure but for the file.   Errors: none.
 */
#ifndef CORE_COMPLETION_H
#define CORE_COMPLETION_H

#include "core/cli/program.h"

#include <stdio.h>

/* In the order of SHELL_CHOICES. */
typedef enum { SHELL_BASH, SHELL_ZSH } shell_t;
#define SHELL_CHOICES "bash|zsh"

void completion_write(const program_t *program, shell_t shell, FILE *file);

#endif
