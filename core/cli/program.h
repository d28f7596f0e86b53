/* program.h - the program: all its commands in one table, and how a call finds its own.
 * Use: static const program_t program = {.name = "fulcrum", ..., .sections = sections,
 *                                        .num_sections = 2};
 *      int main(int argc, char **argv) { return program_main(&program, argc, argv); }
 * Help, manual pages and completion scripts are written from the same table. The
 * program's own commands (help, version, completion: cli_program.c) are in it like any
 * other. `fulcrum --help ...` is `fulcrum help ...`, and --version likewise.
 * Before the command, --game FILE and the environment variable FULCRUM_GAMES add games
 * from shared objects (outside_game.h).
 * Owns: nothing.   Threads: tables are constant.
 * Errors: an unknown command, with the nearest, and all that option_parse.h says: one
 *      message and EXIT_WRONG_CALL.
 */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

typedef struct command_section {
    const char *title; /* "Self-play" */
    const command_t *const *commands;
    int count;
} command_section_t;

typedef struct program {
    const char *name;    /* "fulcrum" */
    const char *summary; /* "self-play research on ..." */
    const command_section_t *sections;
    int num_sections;
    const char *notes; /* what follows the list of commands, laid out as a description */
} program_t;

/* The exit status. */
int program_main(const program_t *program, int argc, char **argv);

/* The command with an index from 0, over all sections; NULL after the last. */
const command_t *program_command(const program_t *program, int index);

/* By its name; NULL with the error written: there is none such. */
const command_t *program_find(const program_t *program, const char *name,
                              failure_t *error);

#endif
