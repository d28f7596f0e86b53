/* pie_rule.h - the pie rule: a wrapper around any game.
 * After player 1's first complete turn player 2 may choose `swap`: the players exchange
 * sides, the position stays as it is, and the other player is to move.
 * Use: game_new calls pie_rule_wrap if the variant has swap=true; no other code needs to.
 * A wrapped game's state is that of the base game and one byte: whether the players have
 * exchanged sides. Its actions are those of the base game and one more, the last. Its
 * position text may end in the token "swapped".
 * Source: core/games/RULES.md §3.   Threads: as game.h.
 */
#ifndef CORE_PIE_RULE_H
#define CORE_PIE_RULE_H

#include "core/game/game.h"

#define SWAP_KEY "swap"      /* the variant key */
#define SWAP_ACTION "swap"   /* the action's text */
#define SWAP_TOKEN "swapped" /* in a position's text */

/* Whether an action is `swap`, and whether `swap` is legal in a state that is not over:
 * false for a game without the pie rule. */
bool pie_rule_is_action(const game_t *game, action_t action);
bool pie_rule_is_offered(const game_t *game, const state_t *state);

void pie_rule_wrap(game_t *game);
void pie_rule_unwrap(game_t *game);

#endif
