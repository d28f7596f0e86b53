/* show_saved.h - prints a game saved by a person (`fulcrum play`, a play page) as
 * `fulcrum show` prints games.
 * Use: if (show_saved_is_one(path)) ok = show_saved(path, boards, &error);
 * Threads: one caller.   Errors: as saved_game.h.
 */
#ifndef SELFPLAY_SHOW_SAVED_H
#define SELFPLAY_SHOW_SAVED_H

#include "core/base/error.h"

/* Whether a file begins like a saved game, which no file of games does. */
bool show_saved_is_one(const char *path);

/* Prints its turns and, with boards, a picture of each position. */
bool show_saved(const char *path, bool boards, failure_t *error);

#endif
