/* playout.h - the generic random game: slow, obvious, and the same distribution as every
 * game's own.
 * Use: as game_rules_t.playout of a game without its own, and to test the others.
 * Threads: as game.h.   Errors: none; game->max_decisions is asserted, a true bound.
 */
#ifndef CORE_PLAYOUT_H
#define CORE_PLAYOUT_H

#include "core/game.h"

playout_t playout_generic(const game_t *game, void *state, pcg32_t *rng);

#endif
