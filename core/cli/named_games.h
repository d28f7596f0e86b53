/* named_games.h - loads the games whose sources a command line names.
 * Use: after option_parse:   if (!named_games_load(command, call, &error)) ...
 * Named are: ./mygame.c as an argument that may be a game, which becomes the name of its
 * class; game=./mygame.c; and "game": "./mygame.c" in a configuration that is an
 * argument. What a file or folder of games says is never compiled by this.
 * With --allow-code the sources that runs, studies and bundles keep are compiled as well,
 * each with a message: GAME_SOURCE_FILE in the folders among the arguments and options,
 * or in the first of the folders below that has it, or the text in a merged file.
 * Errors: those of outside_game.h.
 */
#ifndef CORE_NAMED_GAMES_H
#define CORE_NAMED_GAMES_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

#include <stdbool.h>

void named_games_allow_code(void);

bool named_games_load(const command_t *command, void *call, failure_t *error);

#endif
