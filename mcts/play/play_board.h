/* play_board.h - the board as shown during play: the picture, with choices and the last
 * turn's changes marked.
 * Use: play_board_write(&table, "", colour, &out);      at a prompt
 *      play_board_write_last(&table, &out);             "South @b1, North d6-c5"
 * Threads: one caller.
 */
#ifndef MCTS_PLAY_BOARD_H
#define MCTS_PLAY_BOARD_H

#include "core/base/text.h"
#include "mcts/play/play_table.h"

/* start: "" marks the first cells of all legal actions: pieces that can act, cells where
 * one can be placed; otherwise the last cells of the actions that begin with it: where
 * they lead. */
void play_board_write(const play_table_t *table, const char *start, bool colour,
                      text_t *out);

/* The last two turns: the opponent's and the mover's so far, or one of each. */
void play_board_write_last(const play_table_t *table, text_t *out);

#endif
