/* mirror_play.h - does it pay to copy the other player? A player that only copies, by a
 * symmetry of the board, against a search.
 * Use: mirror_play_t found;
 *      for (int symmetry = 1; symmetry < game->num_symmetries; symmetry++)
 *          if (mirror_play_find(game, symmetry, seat, &order, &found)) ...
 * Who copies plays, action by action, the images of the other's last turn. Where that is
 * not legal, or the other has taken fewer actions, they play an action at random; with
 * nothing to copy yet, one that is its own image (as a centre is) where there is one. The
 * search plays its best action.
 * Score is that of who copies: 1 won. Its interval is for the number of games that was
 * asked for, of which those that came again count once. Near 0 is what a game should
 * have; a copying player far above it has found a strategy.
 * Owns: nothing.   Threads: pure.   Errors: none; false at the caller's stop.
 * Source: the mirroring strategies in the reports of Ai Ai (S. Tavener).
 */
#ifndef EVAL_MIRROR_PLAY_H
#define EVAL_MIRROR_PLAY_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct mirror_order {
    int games;           /* 1 or more */
    int64_t simulations; /* of the search for each action */
    uint64_t seed;
    /* May be NULL; asked before every game: false ends the work. */
    bool (*go_on)(void *context);
    void *context;
} mirror_order_t;

typedef struct mirror_play {
    uint64_t won, drawn, lost; /* of who copies */
    double effective;          /* number of different games */
    estimate_t score;          /* 95 % */
    double copied; /* share of their actions that are images, 0 to 1; NAN: no actions */
} mirror_play_t;

/* seat: the player who copies, 0 or 1. */
bool mirror_play_find(const game_t *game, int symmetry, int seat,
                      const mirror_order_t *order, mirror_play_t *found);

#endif
