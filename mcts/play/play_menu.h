/* play_menu.h - the legal actions as shown during play: with the numbers by which they
 * can be typed, grouped by the piece or the kind of action that they begin with.
 * Use: play_menu_t *menu = play_menu_new(&table, "");
 *      if (!play_menu_write(menu, 78, 2, &out)) play_menu_write_summary(menu, &out);
 *      play_menu_free(menu);
 * Owns: its memory; the table is borrowed.   Threads: one caller.
 */
#ifndef MCTS_PLAY_MENU_H
#define MCTS_PLAY_MENU_H

#include "core/base/text.h"
#include "mcts/play/play_table.h"

typedef struct play_menu play_menu_t;

/* The actions that begin with a text, ignoring case; "": all. */
play_menu_t *play_menu_new(const play_table_t *table, const char *start);
void play_menu_free(play_menu_t *menu);
int play_menu_count(const play_menu_t *menu);

/* Complete lines "  1 @c1    2 @d2" of at most `width` characters; false: more lines than
 * allowed are needed, and nothing is written. */
bool play_menu_write(const play_menu_t *menu, int width, int most_lines, text_t *out);

/* "192 actions: w: on 64 cells, b: on 64 cells, r: on 64 cells", without a newline. */
void play_menu_write_summary(const play_menu_t *menu, text_t *out);

/* Prints all, with separate lines for each piece and kind of action, to standard output.
 */
void play_menu_print(const play_menu_t *menu, int width);

#endif
