/* play_view.h - prints a game during play: heading, guide, board, values.
 * Use: play_view_heading(&table, stdout);  play_view_board(&table, colour, stdout);
 * Functions without a file argument print to standard output.
 * Threads: one caller.
 */
#ifndef MCTS_PLAY_VIEW_H
#define MCTS_PLAY_VIEW_H

#include "core/base/text.h"
#include "mcts/play/play_table.h"
#include "mcts/tree/bounds.h"

#include <stdio.h>

/* Title, rule variant, and who plays which side. */
void play_view_heading(const play_table_t *table, FILE *file);

/* A paragraph, wrapped to the terminal's width. */
void play_view_paragraph(const char *text);

/* The game class's guide; the guide followed by what can be typed. */
void play_view_rules(const game_t *game);
void play_view_guide(const play_table_t *table);

/* The picture, with the last turn of each side and, at the end, the result above it. */
void play_view_board(const play_table_t *table, bool colour, FILE *file);

/* "53.1 %", "proven win". */
void play_view_value(double value, proof_t proof, text_t *out);

/* "North (player 2)": a player, and the one to move. */
void play_view_player(const play_table_t *table, int player, text_t *out);

/* On a terminal: shows who is thinking; then clears it. */
void play_view_thinking(const char *who);
void play_view_thought(void);

/* Prints how to continue later, without a file. */
void play_view_how_to_go_on(const play_table_t *table);

#endif
