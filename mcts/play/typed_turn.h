/* typed_turn.h - parses a typed turn, or part of one, into actions.
 * Use: typed_turn_t turn;
 *      if (typed_turn_read_whole(game, &state, "d4xe5xf5", &turn)) ...
 *      else if (typed_turn_read_short(game, &state, "d4", &turn, &error)) ...
 * Errors: what is wrong, how far it was ok, a suggestion, and what is allowed.
 */
#ifndef MCTS_TYPED_TURN_H
#define MCTS_TYPED_TURN_H

#include "core/base/error.h"
#include "core/game/game.h"

enum { TYPED_TURN_ACTIONS = 128, TYPED_TURN_TEXT = 256 };

typedef struct typed_turn {
    action_t actions[TYPED_TURN_ACTIONS];
    int count; /* all by the player to move; the turn may continue after them */
} typed_turn_t;

/* Whether an action begins with a text, ignoring case: its own text, or the name of its
 * only cell. */
bool typed_turn_begins(const game_t *game, action_t action, const char *start);

/* The texts of consecutive actions, joined as in turn_text_add or not, with or without
 * blanks, ignoring case. */
bool typed_turn_read_whole(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn);

/* The number of an action in the list of legal actions, from 1, or a text that exactly
 * one action begins with. */
bool typed_turn_read_short(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn, failure_t *error);

#endif
