/* mirrored.h - a game seen in a mirror: through one of its symmetries, and with or
 * without the players' names exchanged.
 * Use: game_t *mirrored = mirrored_new(game, symmetry, exchange_players);
 *      mirrored_state(mirrored, &state, &image);
 *      ... search both ...                              mirrored_free(mirrored);
 * A mirrored game plays by the rules of the game below on real mirrored positions: legal
 * actions, what they lead to, who moves and who has won are asked there. But an action
 * has the number of the one that it is the image of. So actions are listed in the same
 * order on both sides of the mirror, the same random numbers draw the same of them, and
 * everything that depends on rules, search and generator alone has to be the same to the
 * bit: visits, values to the mover, whole games; with the winners exchanged where sides
 * or players are. Playouts are the generic ones, which draw from the listed actions;
 * mirrored_new(game, 0, false) is what the others are compared with.
 * It has the calls of game_rules_t that search and self-play use, and texts.
 * Owns: the game below is borrowed.   Threads: as game.h.   Errors: a symmetry that maps
 * two actions to one is a REQUIRE.
 */
#ifndef TESTS_MIRRORED_H
#define TESTS_MIRRORED_H

#include "core/game/game.h"

game_t *mirrored_new(const game_t *game, int symmetry, bool exchange_players);
void mirrored_free(game_t *game);

/* A state of the game below as it is seen in the mirror. */
void mirrored_state(const game_t *mirrored, const state_t *state, state_t *image);

/* Whether who is player 0 on one side of the mirror is player 1 on the other. */
bool mirrored_exchanges_players(const game_t *mirrored);

#endif
