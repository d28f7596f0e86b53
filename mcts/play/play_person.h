/* play_person.h - a game with a person on one seat at least, in the terminal.
 * Use: play_person(&table);
 * Actions and commands are read line by line (line_editor.h) until the person leaves,
 * by quit, the end of the input or Ctrl-C. A wrong line says what is allowed and changes
 * nothing. Ctrl-C while a search runs makes it play what it has.
 * Leaving loses nothing: unsaved actions are saved in table->save_path or else in a new
 * file in the current folder, which is named. Without a save_path and a terminal nothing
 * is written; the command that continues the game is printed instead.
 * Threads: for the main thread.
 * Errors: none that end a game; false: what was to be saved could not be.
 */
#ifndef MCTS_PLAY_PERSON_H
#define MCTS_PLAY_PERSON_H

#include "core/base/error.h"
#include "mcts/play/play_table.h"

bool play_person(play_table_t *table, failure_t *error);

#endif
