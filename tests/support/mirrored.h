/* mirrored.h - a game seen through one of its symmetries, with or without the players
 * exchanged.
 * Use: game_t *mirrored = mirrored_new(game, symmetry, exchange_players);
 *      mirrored_state(mirrored, &state, &image);
 *      ... search both ...                              mirrored_free(mirrored);
 * A mirrored game keeps real mirrored positions of the game below, which provides legal
 * actions, successors, the player to move and the outcome. But each action keeps the
 * number of the original that it is the image of. So both games list their actions in the
 * same order, the same random numbers select the same ones, and everything that depends
 * only on rules, search and generator must be bit-identical: visits, values to the mover,
 * complete games; with the winners exchanged where sides or players are. Playouts are the
 * generic ones, which draw from the listed actions; the baseline for comparison is
 * mirrored_new(game, 0, false).
 * Implements the functions of game_rules_t that search and self-play use, and the texts.
 * Owns: the game below is borrowed.   Threads: as game.h.   Errors: a symmetry that maps
 * two actions to one fails a REQUIRE.
 */
#ifndef TESTS_MIRRORED_H
#define TESTS_MIRRORED_H

#include "core/game/game.h"

game_t *mirrored_new(const game_t *game, int symmetry, bool exchange_players);
void mirrored_free(game_t *game);

/* The image of a state of the game below. */
void mirrored_state(const game_t *mirrored, const state_t *state, state_t *image);

/* Whether player 0 of one game is player 1 of the other. */
bool mirrored_exchanges_players(const game_t *mirrored);

#endif
