/* play_frame.h - the display above a prompt: the aim of the game, the board, the last
 * turns and the actions, all on the screen together.
 * Use: play_frame_form_t form = play_frame_form_of_output();
 *      play_frame_write(&table, "", &form, stdout);
 * Texts are above and below the board, or beside it if the terminal has too few lines.
 * Threads: one caller.   Errors: on a terminal smaller than 60 columns or 24 lines
 *      the largest boards scroll off the top of the screen.
 */
#ifndef MCTS_PLAY_FRAME_H
#define MCTS_PLAY_FRAME_H

#include "mcts/play/play_table.h"

#include <stdio.h>

typedef struct play_frame_form {
    bool colour;
    int rows, columns; /* rows: including the prompt; 0: no terminal, no limit */
} play_frame_form_t;

/* For the current standard output. */
play_frame_form_t play_frame_form_of_output(void);

/* start: "", or show only the actions that begin with it (play_board.h). */
void play_frame_write(const play_table_t *table, const char *start,
                      const play_frame_form_t *form, FILE *file);

/* Only aim and last turns: above a prompt after other output. */
void play_frame_write_status(const play_table_t *table, const play_frame_form_t *form,
                             FILE *file);

#endif
