/* completion.h - shell completion scripts, generated from the tables of commands.
 * Use: completion_write(&program, SHELL_BASH, stdout);  source <(fulcrum completion bash)
 * They complete commands, options, option values from a fixed list, files, folders,
 * games, and key=value of the game on the command line, without running the program.
 * Their fixed parts are in completion.bash and completion.zsh.
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
