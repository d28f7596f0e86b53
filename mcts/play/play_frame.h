/* play_frame.h - what stands above a prompt: the aim of the game, the board, the last
 * turns and the actions, so that all of it is on the screen together.
 * Use: play_frame_form_t form = play_frame_form_of_output();
 *      play_frame_write(&table, "", &form, stdout);
 * Texts stand above and below the board; where a terminal has too few lines for that,
 * beside it.
 * Threads: one caller.   Errors: none; on a terminal smaller than 60 columns or 24 lines
 *      the largest boards leave the top of the screen.
 */
#ifndef MCTS_PLAY_FRAME_H
#define MCTS_PLAY_FRAME_H

#include "mcts/play/play_table.h"

#include <stdio.h>

typedef struct play_frame_form {
    bool colour;
    int rows, columns; /* rows: with the prompt's; 0: no terminal, any number */
} play_frame_form_t;

/* As standard output needs it now. */
play_frame_form_t play_frame_form_of_output(void);

/* start: "", or only the actions that begin so (play_board.h). */
void play_frame_write(const play_table_t *table, const char *start,
                      const play_frame_form_t *form, FILE *file);

/* Aim and last turns alone: above a prompt where other output has come since. */
void play_frame_write_status(const play_table_t *table, const play_frame_form_t *form,
                             FILE *file);

#endif
