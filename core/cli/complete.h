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

/* Prints the completions of the last of the words that follow the program's name, one per
 * line: "WORD:MEANING". A WORD that ends in = is incomplete. The single line ":files",
 * ":folders" or ":sources" (C files) makes the shell complete a path. If a = is a word of
 * its own, as in bash, only what follows it is printed. */
void complete_print(const program_t *program, char *const *words, int count, FILE *file);

#endif
