/* play_commands.h - the commands that a person can type during a game, besides actions:
 * one table names, implements and documents them.
 * Use: if (play_run_command(&person, "undo")) ... it was a command, and is done
 * Errors: shown to the person; nothing is changed then.
 */
#ifndef MCTS_PLAY_COMMANDS_H
#define MCTS_PLAY_COMMANDS_H

#include "core/base/error.h"
#include "mcts/play/play_table.h"
#include "mcts/play/session.h"

/* A person at a table. */
typedef struct play_person {
    play_table_t *table;
    bool on_terminal; /* input is a terminal, not a file */
    bool leaves;      /* has asked to leave */
    bool board_due;   /* the position on the screen is out of date */
    bool resigning;   /* has been asked to confirm */
    char start[16];   /* only actions that begin with it are shown with the board */
} play_person_t;

/* Whether the line is a command; if so, runs it. */
bool play_run_command(play_person_t *person, const char *line);

/* The commands' names, in the order of the help; returns their number. */
enum { PLAY_MAX_COMMANDS = 32 };
int play_command_names(const char *names[PLAY_MAX_COMMANDS]);

/* The guide and what can be typed, as at the start of a game. */
void play_command_guide(const play_table_t *table);

/* Before leaving a game: saves unsaved actions to a file, named on standard output; if
 * input is not a terminal, prints the command that continues the game instead. */
bool play_keep(const play_person_t *person, failure_t *error);
void play_say_how_to_continue(const session_t *session);

/* On a terminal: shows who is thinking; NULL: clears it. */
void play_say_thinking(const char *who);

#endif
