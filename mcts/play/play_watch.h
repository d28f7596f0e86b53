/* play_watch.h - agent against agent: live on a terminal, as lines elsewhere.
 * Use: play_watch(&table, 0.5, &error);
 * On a terminal the board is redrawn after every action, with the mover's value; Ctrl-C
 * stops the game. The remaining output, and the only one without a terminal, is a line
 * for each action, the final board and the result.
 * Threads: for the main thread.
 * Errors: false: saving failed.
 */
#ifndef MCTS_PLAY_WATCH_H
#define MCTS_PLAY_WATCH_H

#include "core/base/error.h"
#include "mcts/play/play_table.h"

/* delay: seconds between actions on a terminal. */
bool play_watch(play_table_t *table, double delay, failure_t *error);

#endif
