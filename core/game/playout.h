/* playout.h - the generic playout: slow, simple, and of the same distribution as every
 * game's own; and several playouts in lockstep.
 * Use: as game_rules_t.playout of a game without its own, and to test those that have
 * one.
 *      game_playouts(game, &feed);    feed.next sets a slot's next start, or ends it
 * Bound: every playout, generic or a game's own, ends: after game->max_game_length
 * actions from where it began it is cut off, as a run cuts a game off. The conformance
 * suite checks this for every game.
 * Threads: as game.h.
 */
#ifndef CORE_PLAYOUT_H
#define CORE_PLAYOUT_H

#include "core/base/pcg.h"
#include "core/game/game.h"

playout_t playout_generic(const game_t *game, void *state, pcg32_t *rng);

/* A playout that adds its actions to the notes: game_rules_t.playout_noted, or the
 * generic one. */
playout_t game_playout_noted(const game_t *game, state_t *state, pcg32_t *rng,
                             playout_notes_t *notes);

/* Plays the playouts of all slots: in lockstep where the game has game_rules_t.playouts.
 * Each slot's results are those of game_playout from its states and generators. */
void game_playouts(const game_t *game, const playout_feed_t *feed);

/* Whether the game has lockstep playouts, which are faster than one after the other. */
static inline bool game_has_playouts(const game_t *game) {
    return game->rules.playouts != NULL;
}

/* The same one after the other, a slot's whole feed before the next slot's. */
void playouts_in_turn(const game_t *game, const playout_feed_t *feed);

#endif
