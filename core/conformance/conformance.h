/* conformance.h - what every game has to keep, whatever its rules.
 * Use: if (!conformance_variant(game, 100, &error)) ...            one variant
 *      if (!conformance_class(class, 100, NULL, NULL, &error)) ... the class's variants
 * `fulcrum conformance GAME` is this, for games of the tree and from outside.
 * percent: of the games and playouts that are tried; 100: all.
 * Threads: as game.h.
 * Errors: false, with the variant, the position and what does not hold there. It also
 *      catches what a game ends the program with (REQUIRE, error_catch); a game that
 *      never comes back, or writes anywhere in memory, is not caught.
 */
#ifndef CORE_CONFORMANCE_H
#define CORE_CONFORMANCE_H

#include "core/base/error.h"
#include "core/game/game.h"

/* Plays games of random actions. In every position: invariants, text and packed round
 * trips, numbers and texts of actions, the picture; in some of them, that symmetries
 * commute with actions, and what networks are shown. Games end within
 * game->max_game_length. */
bool conformance_games(const game_t *game, int percent, failure_t *error);

/* The game's own playout draws from the same distribution as the generic one, and ends
 * within game->max_game_length actions. */
bool conformance_playouts(const game_t *game, int percent, failure_t *error);

/* Both. */
bool conformance_variant(const game_t *game, int percent, failure_t *error);

/* Called with each variant that has passed. */
typedef void conformance_tried_t(void *context, const game_t *game);

/* Both on the default variant, on it with the pie rule, and on every variant that has one
 * key at another value: every choice, true and false, up to 16 numbers from the smallest
 * and the largest. tried may be NULL. */
bool conformance_class(const game_class_t *class, int percent, conformance_tried_t *tried,
                       void *context, failure_t *error);

/* A game of any class, in the registry or not; variant: "key=value ...". NULL on error.
 */
game_t *conformance_game(const game_class_t *class, const char *variant,
                         failure_t *error);

/* `full` in percent, at least 1. */
int conformance_share(int full, int percent);

#endif
