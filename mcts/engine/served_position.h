/* served_position.h - the current position of a conversation.
 * Use: served_position_t position;  served_position_init(&position, game);
 *      served_position_read(&position, request, newer, &count, &error)
 *      served_position_describe(&position, answer);
 *      served_position_clear(&position);
 * A request has the position as a "position", or the "played" actions from the start, or
 * both, which must agree, or neither, meaning the start.
 * Owns: the list of actions; the game is borrowed.   Threads: one at a time.
 * Errors: of read: an invalid position, actions that are not legal; the position is then
 *      unchanged.
 */
#ifndef MCTS_SERVED_POSITION_H
#define MCTS_SERVED_POSITION_H

#include "core/base/error.h"
#include "core/game/game.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef struct served_position {
    const game_t *game;
    state_t state;
    outcome_t outcome;
    action_t *played; /* from the start, as far as given */
    int num_played;
} served_position_t;

void served_position_init(served_position_t *position, const game_t *game);
void served_position_clear(served_position_t *position);

/* newer: the actions since the previous position, if this one follows from it (room for
 * GAME_MAX_LEGAL); *count: their number, -1 if it does not. */
bool served_position_read(served_position_t *position, const cJSON *request,
                          action_t *newer, int *count, failure_t *error);

/* "over", and "player", or "winner" and "reason". */
void served_position_describe(const served_position_t *position, cJSON *answer);

#endif
