/* opening_lines.h - the actions that games begin with: lines of opening.actions.
 * Use: if (!opening_lines_check(text, game, "run.json", &error)) ...
 *      int count = opening_lines_read(text, game, number, actions);
 * A line is actions in the game's notation between blanks, "@d2 b3-b4"; lines are parted
 * by ";". Opening `number` begins with line number % lines, so that as many openings have
 * one line as another.
 * Owns: nothing.   Threads: pure functions.
 * Errors: of check: an action that is none or not legal, a line that ends the game or is
 *      too long, with the line's number; an empty line.
 */
#ifndef SELFPLAY_OPENING_LINES_H
#define SELFPLAY_OPENING_LINES_H

#include "core/base/error.h"
#include "core/game/game.h"

enum {
    OPENING_TEXT = 2048, /* bytes of opening.actions, its end included */
    OPENING_MAX = 2048   /* actions of an opening; where turns are longer it ends there */
};

/* Whether all lines can be played; an empty text has none. */
bool opening_lines_check(const char *text, const game_t *game, const char *where,
                         failure_t *error);

/* The actions of an opening's line; how many, 0 for an empty text. The text is right. */
int opening_lines_read(const char *text, const game_t *game, uint64_t number,
                       action_t actions[OPENING_MAX]);

#endif
