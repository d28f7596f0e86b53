/* complete.h - shell completion: the script asks the program for the completions of a
 * command line, which come from the tables of commands and games.
 * Use: complete_print(&program, words, count, stdout);  fulcrum __complete WORD ...
 *      fputs(complete_script(SHELL_BASH), stdout);      source <(fulcrum completion bash)
 */
#ifndef CORE_COMPLETE_H
#define CORE_COMPLETE_H

#include "core/cli/program.h"

#include <stdio.h>

/* In the order of SHELL_CHOICES. */
typedef enum { SHELL_BASH, SHELL_ZSH } shell_t;
#define SHELL_CHOICES "bash|zsh"
const char *complete_script(shell_t shell);

/* Prints the completions of the last word, of those after the program's name, a line
 * each: "WORD:MEANING". A WORD that ends in = is to be continued. ":files", ":folders" or
 * ":sources" (C files) alone: the shell is to offer paths. Words around a = may be given
 * separately, as bash does; then only what follows the = is printed. */
void complete_print(const program_t *program, char *const *words, int count, FILE *file);

#endif
