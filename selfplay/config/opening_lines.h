/* opening_lines.h - the actions that games begin with: lines of opening.actions.
 * Use: if (!opening_lines_check(text, game, "run.json", &error)) ...
 *      int count = opening_lines_read(text, game, number, actions);
 *      opening_lines_text(text, number, line, sizeof line);
 * A line is a list of actions in the game's notation, separated by spaces, "@d2 b3-b4";
 * lines are separated by ";"; the line "start" has none. Opening `number` begins with
 * line number % lines.
 * Errors: check: an invalid or illegal action, a line that ends the game or is too long,
 *      with the line's number; an empty line.
 */
#ifndef SELFPLAY_OPENING_LINES_H
#define SELFPLAY_OPENING_LINES_H

#include "core/base/error.h"
#include "core/game/game.h"

enum {
    OPENING_TEXT = 1 << 20, /* bytes of opening.actions, with the final 0 */
    OPENING_MAX = 2048 /* actions of an opening, at most; longer turns end it there */
};

/* Whether all lines can be played; text NULL: no lines. */
bool opening_lines_check(const char *text, const game_t *game, const char *where,
                         failure_t *error);

/* The number of lines of a valid text; 0 without a text. */
int opening_lines_count(const char *text);

/* The text of an opening's line, with single spaces; "" without a text. */
void opening_lines_text(const char *text, uint64_t number, char *line, size_t size);

/* Writes the actions of an opening's line; returns how many, 0 without a text. The text
 * must be valid. */
int opening_lines_read(const char *text, const game_t *game, uint64_t number,
                       action_t actions[OPENING_MAX]);

#endif
