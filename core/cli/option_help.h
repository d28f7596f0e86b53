/* option_help.h - help texts, generated from the tables of commands.
 * Use: option_help_program(&program, stdout);             the list of commands
 *      option_help_command(&program, command, stdout);    what --help prints
 *      option_help_version(stdout);                       what --version prints
 * Lines fit 80 columns.
 */
#ifndef CORE_OPTION_HELP_H
#define CORE_OPTION_HELP_H

#include "core/base/text.h"
#include "core/cli/option_table.h"
#include "core/cli/program.h"

#include <stdio.h>

void option_help_program(const program_t *program, FILE *file);
void option_help_command(const program_t *program, const command_t *command, FILE *file);
void option_help_version(FILE *file);

/* An option's help with its range and default: "Count to depth D (1 to 100)". */
enum { OPTION_HELP_TEXT = 512 };
void option_help_text(const option_t *option, text_t *out);

#endif
