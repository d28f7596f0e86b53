/* session_json.h - a session as JSON, in the words of PROTOCOL.md (mcts/engine).
 * Use: session_read_position(&session, request, &error)
 *      session_add_outcome(&session, answer);  session_add_display(&session, answer);
 *      session_add_found(&session, answer);
 */
#ifndef MCTS_SESSION_JSON_H
#define MCTS_SESSION_JSON_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/play/session.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* The game of "game" and "variant", which the caller frees; NULL on error. */
game_t *session_read_game(const cJSON *request, failure_t *error);

/* Goes where a request's "start", "played" and "position" lead. The searches follow if
 * the actions in effect go on there. Errors: an invalid position or action; the session
 * is then unchanged. */
bool session_read_position(session_t *session, const cJSON *request, failure_t *error);

/* "over", and "player", or "winner" and "reason". */
void session_add_outcome(const session_t *session, cJSON *answer);

/* What a board and a list of actions are drawn from. */
void session_add_display(const session_t *session, cJSON *answer);

/* The action chosen by session_decide, its value, and what was searched. */
void session_add_found(const session_t *session, cJSON *answer);

#endif
