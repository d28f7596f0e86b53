/* conformance.h - checks that a game satisfies the game interface's contract.
 * Use: if (!conformance_variant(game, 100, &error)) ...            one variant
 *      if (!conformance_class(class, 100, NULL, NULL, &error)) ... the class's variants
 * `fulcrum conformance GAME` runs it, for games of the tree and from outside.
 * percent: the effort; 100 plays all games and playouts.
 * Errors: false, with the variant, the position and the condition that fails; or with
 *      the function that writes beyond its arguments or returns a number out of range
 *      (watch.h). What would end the program in a game (REQUIRE) is caught too
 *      (error_catch). A game that crashes or never returns ends or stops the caller:
 *      `fulcrum conformance` makes the checks in a child process (watch_process.h).
 */
#ifndef CORE_CONFORMANCE_H
#define CORE_CONFORMANCE_H

#include "core/base/error.h"
#include "core/game/game.h"

/* Plays games of random actions. Checks in every position: invariants, round trips of
 * text and packed state, numbers and texts of actions, the picture; in some of them, that
 * symmetries commute with actions, and the inputs of networks. Games must have an action
 * and end within game->max_game_length. */
bool conformance_games(const game_t *game, int percent, failure_t *error);

/* Checks that the game's own playout has the same distribution as the generic one, and
 * ends within game->max_game_length actions. */
bool conformance_playouts(const game_t *game, int percent, failure_t *error);

/* Both checks. */
bool conformance_variant(const game_t *game, int percent, failure_t *error);

/* Called with each variant that has passed, or that is left out as it cannot be made, and
 * then why. */
typedef void conformance_tried_t(void *context, const char *variant, const char *why);

/* Both checks on the default variant, on it with the pie rule, and on every variant with
 * one key changed: every choice, true and false, up to 16 numbers from the smallest on,
 * and the largest. Fails too if no value of a key can be made but its default. tried may
 * be NULL. */
bool conformance_class(const game_class_t *class, int percent, conformance_tried_t *tried,
                       void *context, failure_t *error);

/* A game of any class, registered or not; variant: "key=value ...". NULL on error. */
game_t *conformance_game(const game_class_t *class, const char *variant,
                         failure_t *error);

/* `percent` percent of `full`, at least 1. */
int conformance_share(int full, int percent);

#endif
