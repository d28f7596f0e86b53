/* engine_pool.h - idle outside programs, so that consecutive matches and games do not
 * restart them.
 * Use: engine_session_t *session = engine_pool_get(&program, NULL, &problem);
 *      ... engine_session_ask(session, ...) ...
 *      engine_pool_give_back(session);
 * A broken session is ended when it is given back. When the process exits, all idle
 * programs are asked to quit and, ENGINE_POOL_END_S seconds later, killed.
 * Owns: idle sessions.   Threads: any.   Errors: as engine_session_new.
 */
#ifndef MCTS_ENGINE_POOL_H
#define MCTS_ENGINE_POOL_H

#include "core/base/error.h"
#include "mcts/engine/engine_program.h"
#include "mcts/engine/engine_session.h"

#define ENGINE_POOL_END_S 2.0
enum { ENGINE_POOL_ROOM = 64 };

engine_session_t *engine_pool_get(const engine_program_t *program,
                                  const engine_patience_t *patience,
                                  engine_problem_t *problem);

/* Starts the program, and completes its name and version, if it plays the game and can do
 * `what` of engine_session_can; lacks: it cannot, in a message that `where` begins. */
bool engine_pool_try(engine_program_t *program, const game_t *game, const char *what,
                     const char *lacks, const char *where, failure_t *error);

/* NULL is fine. */
void engine_pool_give_back(engine_session_t *session);

#endif
