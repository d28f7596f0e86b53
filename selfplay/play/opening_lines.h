/* opening_lines.h - the actions that games begin with: lines of opening.actions.
 * Use: if (!opening_lines_check(text, game, "run.json", &error)) ...
 *      int count = opening_lines_read(text, game, number, actions);
 *      opening_lines_text(text, number, line, sizeof line);
 * A line is actions in the game's notation between blanks, "@d2 b3-b4"; lines are parted
 * by ";"; the line "start" has none. Opening `number` begins with line number % lines, so
 * that as many openings have one line as another.
 * Owns: nothing.   Threads: pure functions.
 * Errors: of check: an action that is none or not legal, a line that ends the game or is
 *      too long, with the line's number; an empty line.
 */
#ifndef SELFPLAY_OPENING_LINES_H
#define SELFPLAY_OPENING_LINES_H

#include "core/base/error.h"
#include "core/game/game.h"

enum {
    OPENING_TEXT = 1 << 20, /* bytes of opening.actions, its end included */
    OPENING_MAX = 2048 /* actions of an opening; where turns are longer it ends there */
};

/* Whether all lines can be played; no text (NULL) has none. */
bool opening_lines_check(const char *text, const game_t *game, const char *where,
                         failure_t *error);

/* How many lines a right text has; 0 without a text. */
int opening_lines_count(const char *text);

/* The text of an opening's line, single blanks between its actions; "" without a text. */
void opening_lines_text(const char *text, uint64_t number, char *line, size_t size);

/* The actions of an opening's line; how many, 0 without a text. The text is right. */
int opening_lines_read(const char *text, const game_t *game, uint64_t number,
                       action_t actions[OPENING_MAX]);

#endif
