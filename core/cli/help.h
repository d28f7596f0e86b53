/* help.h - help texts and manual pages (roff, man macros), from the tables of commands.
 * Use: help_print_program(&program, HELP_TEXT, stdout);             the list of commands
 *      help_print_command(&program, command, HELP_TEXT, stdout);    what --help prints
 *      help_print_command(&program, command, HELP_MAN, file);       fulcrum-perft(1)
 *      help_print_version(stdout);                                  what --version prints
 * Lines of text fit 80 columns.
 */
#ifndef CORE_HELP_H
#define CORE_HELP_H

#include "core/base/text.h"
#include "core/cli/option_table.h"
#include "core/cli/program.h"

#include <stdio.h>

typedef enum { HELP_TEXT, HELP_MAN } help_form_t;

void help_print_program(const program_t *program, help_form_t form, FILE *file);
void help_print_command(const program_t *program, const command_t *command,
                        help_form_t form, FILE *file);
void help_print_version(FILE *file);

/* An option's help with its range and default: "Count to depth D (1 to 100)". */
enum { HELP_OPTION_TEXT = 512 };
void help_write_option(const option_t *option, text_t *out);

#endif
