/* session_protocol.h - a session that answers the requests of PROTOCOL.md (mcts/engine):
 * `fulcrum engine`, and the engine of a play page, which runs this as WebAssembly.
 * Use: session_protocol_t *protocol = session_protocol_new(&agent);
 *      char *answer = session_protocol_answer(protocol, line);      then free(answer)
 *      while (!answer) answer = session_protocol_continue(protocol, is_to_stop);
 *      session_protocol_free(protocol);
 * A request that cannot be carried out is answered with an "error" and changes nothing.
 * Owns: game, session and evaluator; answers are the caller's.
 */
#ifndef MCTS_SESSION_PROTOCOL_H
#define MCTS_SESSION_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t; /* mcts/search/agent.h */

typedef struct game game_t; /* core/game/game.h */

typedef struct session_protocol session_protocol_t;

/* agent: plays until a request names another one, borrowed; NULL: none does. */
session_protocol_t *session_protocol_new(const agent_t *agent);
void session_protocol_free(session_protocol_t *protocol);

/* Answers a line, an answer without its line end; NULL: a search has begun. */
char *session_protocol_answer(session_protocol_t *protocol, const char *line);

/* Runs a piece of the search (search_run_piece), or ends it; NULL: it goes on. */
char *session_protocol_continue(session_protocol_t *protocol, bool stop);

/* Simulations of the search so far. */
uint32_t session_protocol_simulations(const session_protocol_t *protocol);

/* NULL: none yet. */
const game_t *session_protocol_game(const session_protocol_t *protocol);

/* Whether "quit" has been answered. */
bool session_protocol_has_quit(const session_protocol_t *protocol);

#endif
