/* game_defaults.h - defaults for the functions that a game's table omits.
 * Use: game_complete(game, &error) once, after the class's make.
 * game_table.h documents the default of each function.
 * Errors: an entry without a default is missing, or numbers are inconsistent: the message
 *      names them.
 */
#ifndef CORE_GAME_DEFAULTS_H
#define CORE_GAME_DEFAULTS_H

#include "core/base/error.h"
#include "core/game/game.h"

bool game_complete(game_t *game, failure_t *error);

#endif
