/* program.h - the program: the table of all its commands, and their dispatch.
 * Use: static const program_t program = {.name = "fulcrum", ..., .sections = sections,
 *                                        .num_sections = 2};
 *      int main(int argc, char **argv) { return program_main(&program, argc, argv); }
 * Help, manual pages and completion scripts are generated from the same table, which also
 * lists the commands about the program (help, version, completion: cli_program.c).
 * `NAME __parse COMMAND WORD ...` reads the words as the command would, prints the names
 * of the options given on a line, and does nothing else.
 * --help in the place of a command is `fulcrum help`, and --version likewise.
 * --game FILE before the command and the environment variable FULCRUM_GAMES load games
 * from C files or shared objects (outside_game.h).
 * Errors: an unknown command (the message has the nearest) and those of option_parse.h:
 *      one message and EXIT_WRONG_CALL; no command: the help, and the same.
 */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

#include <stdio.h>

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
    const char *notes; /* text after the list of commands, formatted as a description */
    /* `NAME __complete WORD ...`, for shell completion (complete.h). */
    void (*complete)(const struct program *program, char *const *words, int count,
                     FILE *file);
} program_t;

/* Returns the exit status. */
int program_main(const program_t *program, int argc, char **argv);

/* The command with an index from 0, over all sections; NULL after the last. */
const command_t *program_command(const program_t *program, int index);

/* The command with a name; NULL with the error written if there is none. */
const command_t *program_find(const program_t *program, const char *name,
                              failure_t *error);

#endif
