/* engine_messages.h - builds the requests of PROTOCOL.md.
 * Use: cJSON *request = engine_request("quit");       the session adds the id
 */
#ifndef MCTS_ENGINE_MESSAGES_H
#define MCTS_ENGINE_MESSAGES_H

#include "core/game/game.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* {"request": "..."} */
cJSON *engine_request(const char *what);

/* The game: its name, variant, sizes, and the planes of its positions. */
cJSON *engine_request_game(const game_t *game);

/* A position that is not over: as text, as the actions from the start (NULL: omitted),
 * the player to move, and the legal actions, by ascending number. */
cJSON *engine_request_position(const game_t *game, const state_t *state,
                               const action_t *played, int num_played);

/* Texts of actions as a list. */
cJSON *engine_action_list(const game_t *game, const action_t *actions, int count);

#endif
