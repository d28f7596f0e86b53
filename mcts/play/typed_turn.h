/* typed_turn.h - what a person types as a turn, or as a part of one, as actions.
 * Use: typed_turn_t turn;
 *      if (typed_turn_read_whole(game, &state, "d4xe5xf5", &turn)) ...
 *      else if (typed_turn_read_short(game, &state, "d4", &turn, &error)) ...
 * Whole: the texts of actions one after the other, joined as in turn_text_add or not,
 * with blanks between them or none, in capitals or not. Short: the number of an action in
 * the list of the legal ones, from 1, or what one and only one begins with: the
 * beginning of its text, or the name of the only cell that it is about.
 * Threads: pure.
 * Errors: what is wrong, how far it was right, what was perhaps meant, what is allowed.
 */
#ifndef MCTS_TYPED_TURN_H
#define MCTS_TYPED_TURN_H

#include "core/base/error.h"
#include "core/game/game.h"

enum { TYPED_TURN_ACTIONS = 128, TYPED_TURN_TEXT = 256 };

typedef struct typed_turn {
    action_t actions[TYPED_TURN_ACTIONS];
    int count; /* all by the player to move; the turn may go on after them */
} typed_turn_t;

/* Whether an action begins with a text in this sense, in capitals or not. */
bool typed_turn_begins(const game_t *game, action_t action, const char *start);

bool typed_turn_read_whole(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn);
bool typed_turn_read_short(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn, failure_t *error);

#endif
