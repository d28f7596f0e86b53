/* engine_session.h - a conversation with an outside program, in the protocol of
 * PROTOCOL.md: requests and answers, one JSON object per line.
 * Use: engine_problem_t problem;
 *      engine_session_t *session = engine_session_new(&program, NULL, &problem);
 *      if (!session || !engine_session_game(session, game, NULL, &problem)) ...
 *      cJSON *answer = engine_session_ask(session, request, NULL, &problem);
 *      engine_session_free(session, 2);
 * Whatever the other side does wrong, the caller gets a problem that describes it: it
 * never becomes a result.
 * Owns: a session owns its process or connection, its channel and an (empty) shared
 *      memory; answers are the caller's.
 * Errors: engine_fault_t. After any but ENGINE_REFUSED the session is broken.
 */
#ifndef MCTS_ENGINE_SESSION_H
#define MCTS_ENGINE_SESSION_H

#include "core/base/error.h"
#include "mcts/engine/engine_program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */
typedef struct game game_t; /* core/game/game.h */

enum { ENGINE_PROTOCOL = 1, ENGINE_MAX_LINE = 1 << 24 };

typedef enum {
    ENGINE_FINE,
    ENGINE_NOT_STARTED, /* no such program, or no server at the socket */
    ENGINE_CRASHED,     /* exited, or closed its output, before its answer */
    ENGINE_TIMED_OUT,
    ENGINE_GARBLED, /* its answer violates the protocol */
    ENGINE_REFUSED, /* it answered with an error */
    ENGINE_ILLEGAL, /* its action is not legal */
    ENGINE_STOPPED  /* we were asked to stop while waiting for it */
} engine_fault_t;

typedef struct engine_problem {
    engine_fault_t fault;
    failure_t failure; /* which program, the request, what it did */
} engine_problem_t;

/* Called a few times a second while waiting for an answer; false: stop waiting. */
typedef struct engine_patience {
    bool (*goes_on)(void *context);
    void *context;
} engine_patience_t;

typedef struct engine_session engine_session_t;

/* Starts the program, which may_start, or connects to the socket, and sends hello; NULL
 * with the problem.
 * patience (here and below) may be NULL. */
engine_session_t *engine_session_new(const engine_program_t *program,
                                     const engine_patience_t *patience,
                                     engine_problem_t *problem);

/* Asks the program to quit, waits up to `seconds`, then kills it; if the session is
 * broken, kills it at once. NULL is fine. */
void engine_session_free(engine_session_t *session, double seconds);

/* The first step alone, for ending many at once: asks it to quit and does not wait. */
void engine_session_quit(engine_session_t *session);

const engine_program_t *engine_session_program(const engine_session_t *session);

/* Whether its answer to hello offers "go", "evaluate" or "memory". */
bool engine_session_can(const engine_session_t *session, const char *what);

bool engine_session_is_broken(const engine_session_t *session);

/* Sends the game, if it has changed. */
bool engine_session_game(engine_session_t *session, const game_t *game,
                         const engine_patience_t *patience, engine_problem_t *problem);

/* Sends a request, which is deleted, and waits for its answer. */
cJSON *engine_session_ask(engine_session_t *session, cJSON *request,
                          const engine_patience_t *patience, engine_problem_t *problem);

/* The two halves of it, for callers with several pending requests. send: returns the
 * request's number; receive: an answer with its number, or NULL if there is none within
 * `seconds`, which is not a problem. */
bool engine_session_send(engine_session_t *session, cJSON *request, int64_t *number,
                         engine_problem_t *problem);
cJSON *engine_session_receive(engine_session_t *session, double seconds, int64_t *number,
                              engine_problem_t *problem);

/* Waits until there may be something more to receive than engine_session_has_line knows
 * of; false: not within `seconds`. Only this function may be called while another thread
 * uses the session. */
bool engine_session_wait(const engine_session_t *session, double seconds);

/* Whether something has already been received, as sending does while it waits. */
bool engine_session_has_line(const engine_session_t *session);

/* Records a problem, for callers that find one in an answer or have waited too long.
 * Breaks the session, except with ENGINE_REFUSED. Returns false. */
bool engine_session_blame(engine_session_t *session, engine_fault_t fault,
                          engine_problem_t *problem, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The descriptor of its shared memory, which is empty at first; the program inherits it
 * (PROTOCOL.md). */
int engine_session_memory(const engine_session_t *session);

#endif
