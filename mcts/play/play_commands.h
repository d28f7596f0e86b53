/* play_commands.h - what a person may say at a game beside actions.
 * Use: if (play_typed_command(&person, "undo")) ... it was one, and is done
 * One table names, does and documents them.
 * Threads: one caller.   Errors: shown to the person; nothing is changed then.
 */
#ifndef MCTS_PLAY_COMMANDS_H
#define MCTS_PLAY_COMMANDS_H

#include "core/base/error.h"
#include "mcts/play/play_table.h"

/* A person at a table. */
typedef struct play_person {
    play_table_t *table;
    bool on_terminal; /* sits at one, rather than being a file */
    bool leaves;      /* has said so */
    bool board_due;   /* the position is not the one on the screen */
    bool resigning;   /* has been asked whether they mean it */
    char start[16];   /* only actions that begin so are shown with the board */
} play_person_t;

/* Whether the line is a command; if so it is carried out. */
bool play_typed_command(play_person_t *person, const char *line);

/* Before a game is left: what is not saved goes into a file, named on standard output;
 * where input is no terminal, the command that continues the game is printed instead. */
bool play_keep(play_person_t *person, failure_t *error);

/* Their names, in the order of the help; how many. */
enum { PLAY_MAX_COMMANDS = 32 };
int play_command_names(const char *names[PLAY_MAX_COMMANDS]);

#endif
