/* play_person.h - a game in the terminal with at least one person.
 * Use: play_person(&table);
 * Actions and commands are read line by line (line_editor.h) until the person leaves, by
 * quit, end of input or Ctrl-C. An invalid line is answered with what is allowed and
 * changes nothing. Ctrl-C during a search makes it play at once.
 * Leaving loses nothing: unsaved actions are saved to table->save_path, or else to a new
 * file in the current folder, whose name is printed. Without a save_path and a terminal
 * nothing is written; the command that continues the game is printed instead.
 * Threads: for the main thread.
 * Errors: none that end a game; false: saving failed.
 */
#ifndef MCTS_PLAY_PERSON_H
#define MCTS_PLAY_PERSON_H

#include "core/base/error.h"
#include "mcts/play/play_table.h"

bool play_person(play_table_t *table, failure_t *error);

#endif
