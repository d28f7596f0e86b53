/* play_person.h - a game in the terminal: with a person, or between two agents.
 * Use: play_person(&table, &error);
 * Actions and commands are read line by line (line_editor.h) until the person leaves, by
 * quit, end of input or Ctrl-C. An invalid line is answered with what is allowed and
 * changes nothing. Ctrl-C during a search makes it play at once. Leaving loses nothing
 * (play_keep).
 * Errors: false: saving failed.
 */
#ifndef MCTS_PLAY_PERSON_H
#define MCTS_PLAY_PERSON_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct play_table play_table_t; /* mcts/play/play_table.h */

bool play_person(play_table_t *table, failure_t *error);

/* Two agents: prints a line for each action, the final board and the result; on a
 * terminal also the board after each action, with a delay of some seconds. Ctrl-C stops
 * the game.
 */
bool play_watch(play_table_t *table, double delay, failure_t *error);

#endif
