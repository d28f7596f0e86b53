/* man_page.h - manual pages (roff, man macros), generated from the tables of commands.
 * Use: man_page_program(&program, file);              fulcrum(1): the list of commands
 *      man_page_command(&program, command, file);     fulcrum-perft(1)
 */
#ifndef CORE_MAN_PAGE_H
#define CORE_MAN_PAGE_H

#include "core/cli/option_table.h"
#include "core/cli/program.h"

#include <stdio.h>

void man_page_program(const program_t *program, FILE *file);
void man_page_command(const program_t *program, const command_t *command, FILE *file);

#endif
