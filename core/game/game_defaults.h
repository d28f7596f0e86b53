/* game_defaults.h - what a game that leaves out a call of its table does instead.
 * Use: game_complete(game, &error) once, after the class has made its part.
 * game_table.h says at each call what its default is.
 * Errors: something that has no default is missing, or numbers do not go together: the
 *      message names it.
 */
#ifndef CORE_GAME_DEFAULTS_H
#define CORE_GAME_DEFAULTS_H

#include "core/base/error.h"
#include "core/game/game.h"

bool game_complete(game_t *game, failure_t *error);

#endif
