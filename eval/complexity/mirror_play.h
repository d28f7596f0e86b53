/* mirror_play.h - does copying the opponent pay? A player that only copies, by a symmetry
 * of the board, against a search.
 * Use: mirror_play_t found;
 *      for (int symmetry = 1; symmetry < game->num_symmetries; symmetry++)
 *          if (mirror_play_find(game, symmetry, seat, &order, &found)) ...
 * The copying player plays, action by action, the images of the opponent's last turn.
 * Where that is illegal, or the opponent took fewer actions, they play a random action;
 * with nothing to copy yet, one that is its own image (such as the centre) if there is
 * one. The search plays its best action.
 * The score is the copying player's: 1 is a win. Its interval is for the requested number
 * of games; repeated games count once. A game should be near 0; a copying player far
 * above that has found a strategy.
 * Errors: false at the caller's stop.
 * Source: the mirroring strategies in the reports of Ai Ai (S. Tavener).
 */
#ifndef EVAL_MIRROR_PLAY_H
#define EVAL_MIRROR_PLAY_H

#include "core/base/interval.h"
#include "eval/complexity/complexity_order.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct mirror_play {
    uint64_t won, drawn, lost; /* by the copying player */
    double effective;          /* number of different games */
    estimate_t score;          /* 95 % */
    double copied; /* share of their actions that are images, 0 to 1; NAN: no actions */
} mirror_play_t;

/* seat: the player who copies, 0 or 1. */
bool mirror_play_find(const game_t *game, int symmetry, int seat,
                      const complexity_order_t *order, mirror_play_t *found);

#endif
