#include "mcts/engine/engine_pool.h"

#include "core/base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static engine_session_t *waiting[ENGINE_POOL_ROOM];
static int num_waiting;
static bool ends_at_exit;

/* Asks all to quit before waiting for any. */
static void end_all(void) {
    double end = clock_seconds() + ENGINE_POOL_END_S;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < num_waiting; i++)
        engine_session_quit(waiting[i]);
    for (int i = 0; i < num_waiting; i++) {
        double left = end - clock_seconds();
        engine_session_free(waiting[i], left > 0 ? left : 0);
    }
    num_waiting = 0;
    pthread_mutex_unlock(&lock);
}

/* Whether a session belongs to the program; a given name must match. */
static bool is_of(const engine_session_t *session, const engine_program_t *program) {
    const engine_program_t *its = engine_session_program(session);
    return engine_program_equal(its, program) && its->timeout_ms == program->timeout_ms &&
           its->start_ms == program->start_ms &&
           (!*program->name || strcmp(its->name, program->name) == 0) &&
           (!*program->version || strcmp(its->version, program->version) == 0);
}

engine_session_t *engine_pool_get(const engine_program_t *program,
                                  const engine_patience_t *patience,
                                  engine_problem_t *problem) {
    engine_session_t *session = NULL;
    pthread_mutex_lock(&lock);
    if (!ends_at_exit)
        ends_at_exit = atexit(end_all) == 0;
    for (int i = num_waiting - 1; i >= 0 && !session; i--)
        if (is_of(waiting[i], program)) {
            session = waiting[i];
            waiting[i] = waiting[--num_waiting];
        }
    pthread_mutex_unlock(&lock);
    return session ? session : engine_session_new(program, patience, problem);
}

void engine_pool_give_back(engine_session_t *session) {
    bool kept = false;
    if (!session)
        return;
    pthread_mutex_lock(&lock);
    if (!engine_session_is_broken(session) && num_waiting < ENGINE_POOL_ROOM) {
        waiting[num_waiting++] = session;
        kept = true;
    }
    pthread_mutex_unlock(&lock);
    if (!kept)
        engine_session_free(session, ENGINE_POOL_END_S);
}

bool engine_pool_try(engine_program_t *program, const game_t *game, const char *what,
                     const char *lacks, const char *where, failure_t *error) {
    engine_problem_t problem;
    program->may_start = true;
    engine_session_t *session = engine_pool_get(program, NULL, &problem);
    bool ok = session && engine_session_game(session, game, NULL, &problem);
    if (ok && !engine_session_can(session, what))
        ok = engine_session_blame(session, ENGINE_REFUSED, &problem,
                                  "%s: its \"can\" lacks \"%s\"", lacks, what);
    if (ok) {
        const engine_program_t *its = engine_session_program(session);
        memcpy(program->name, its->name, sizeof its->name);
        memcpy(program->version, its->version, sizeof its->version);
    }
    engine_pool_give_back(session);
    return ok || error_set(error, "%s: %s", where, problem.failure.message);
}
