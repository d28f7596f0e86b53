/* play_display.h - a game on the terminal: board, last turns, actions and values.
 * Use: play_form_t form = play_form_of_output();
 *      play_display_write(&table, "", &form, stdout);          above a prompt
 * Texts are above and below the board, or flow beside it if the terminal has too few
 * lines. On a terminal smaller than 60 columns or 24 lines the largest boards scroll off
 * the top of the screen.
 */
#ifndef MCTS_PLAY_DISPLAY_H
#define MCTS_PLAY_DISPLAY_H

#include "core/base/text.h"
#include "mcts/play/play_table.h"
#include "mcts/play/session.h"

#include <stdio.h>

typedef struct play_form {
    bool colour;
    int rows, columns; /* rows: including the prompt; 0: no terminal, no limit */
} play_form_t;

/* For the current standard output. */
play_form_t play_form_of_output(void);

/* The aim of the game, the board, the last turns and the actions. start: "" marks the
 * first cells of all legal actions: pieces that can act, cells where one can be placed;
 * otherwise the last cells of the actions that begin with it, and lists only these. */
void play_display_write(const play_table_t *table, const char *start,
                        const play_form_t *form, FILE *file);

/* Only aim and last turns: above a prompt after other output. */
void play_display_write_status(const play_table_t *table, const play_form_t *form,
                               FILE *file);

/* Lists the actions that begin with a text ("": all) as lines "  1 @c1    2 @d2". Returns
 * how many they are, negative if they need more lines, so that nothing is written. */
int play_display_actions(const session_t *session, const char *start, int columns,
                         int most_lines, FILE *file);

/* The board, the last turns and, at the end, the result. */
void play_display_write_board(const play_table_t *table, bool colour, FILE *file);

/* Title, variant, and who plays which side; the guide; what can be typed. */
void play_display_write_heading(const play_table_t *table, FILE *file);
void play_display_write_guide(const game_t *game, int columns, FILE *file);

/* A paragraph in lines of this width. */
void play_display_wrap(const char *paragraph, int columns, FILE *file);

/* "53.1 %", "proven win": the chosen action's value. */
void play_display_write_value(const session_found_t *found, text_t *out);

#endif
