#include "mcts/evaluate/process/evaluation_service.h"

#include "core/base/clock.h"
#include "core/base/process/line_channel.h"
#include "core/terminal/terminal.h"
#include "mcts/engine/engine_pool.h"
#include "mcts/evaluate/process/evaluation_exchange.h"
#include "mcts/evaluate/process/evaluation_memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { BUFFERS = 4, NO_BUFFER = -1 };
_Static_assert((int)BUFFERS <= (int)LINE_CHANNEL_AHEAD,
               "all pending answers fit while sending");
#define LOOK_S 0.1 /* between the checks of a waiting thread */

typedef enum { BUFFER_FREE, BUFFER_FILLING, BUFFER_SENT, BUFFER_ANSWERED } buffer_state_t;

typedef struct buffer {
    buffer_state_t state;
    int taken;       /* rows taken by threads */
    int filled;      /* rows that are written */
    int unread;      /* rows whose answers have not been read */
    int64_t number;  /* of the request */
    bool are_priors; /* of the answer */
} buffer_t;

/* The lock guards everything after it, except rows that a thread has taken and must
 * write, or that are answered and belong to it. */
struct evaluation_service {
    evaluation_service_t *next; /* of all; guarded by all_lock, like users */
    int users;
    process_choice_t choice;
    const game_t *game;
    engine_session_t *session;
    evaluation_memory_t memory;
    bool in_memory; /* else positions are sent as text */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    buffer_t buffers[BUFFERS];
    int filling;    /* NO_BUFFER: none */
    int sent;       /* buffers */
    double waiting; /* since when the next answer is awaited */
    bool receiving; /* a thread waits at the channel */
    engine_problem_t problem;
};

/* A thread in its batch. */
typedef struct work {
    evaluation_service_t *service;
    leaf_batch_t *batch;
    int idle[PROCESS_LEAVES]; /* leaves not yet in a buffer */
    int num_idle;
    int buffer_of[PROCESS_LEAVES], row_of[PROCESS_LEAVES]; /* NO_BUFFER: none */
    int unread[BUFFERS];
    int num_unread;
    double looked;
} work_t;

/* --- Opening ------------------------------------------------------------------------ */

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static evaluation_service_t *all;

static bool is_same(evaluation_service_t *service, const process_choice_t *choice,
                    const game_t *game) {
    pthread_mutex_lock(&service->lock);
    bool failed = service->problem.fault != ENGINE_FINE;
    pthread_mutex_unlock(&service->lock);
    return !failed && engine_program_equal(&service->choice.program, &choice->program) &&
           service->choice.batch == choice->batch &&
           service->game->class == game->class &&
           strcmp(service->game->variant_text, game->variant_text) == 0;
}

static bool make_memory(evaluation_service_t *service, const engine_patience_t *patience,
                        engine_problem_t *problem) {
    engine_session_t *session = service->session;
    service->in_memory =
        engine_session_can(session, "memory") && engine_session_memory(session) >= 0;
    int descriptor = service->in_memory ? engine_session_memory(session) : -1;
    if (!evaluation_memory_init(&service->memory, service->game, BUFFERS,
                                (int)service->choice.batch, descriptor))
        return engine_session_blame(session, ENGINE_NOT_STARTED, problem,
                                    "cannot be given shared memory: %s", strerror(errno));
    return !service->in_memory ||
           exchange_offer_memory(session, &service->memory, patience, problem);
}

static void clear(evaluation_service_t *service) {
    engine_problem_t ignored;
    if (service->session && service->sent > 0)
        engine_session_blame(service->session, ENGINE_STOPPED, &ignored,
                             "has requests left that nobody waits for");
    engine_pool_give_back(service->session);
    evaluation_memory_clear(&service->memory);
    pthread_cond_destroy(&service->changed);
    pthread_mutex_destroy(&service->lock);
    free(service);
}

static evaluation_service_t *make(const process_choice_t *choice, const game_t *game,
                                  const engine_patience_t *patience,
                                  engine_problem_t *problem) {
    evaluation_service_t *service = memory_new(1, sizeof *service);
    service->choice = *choice;
    service->game = game;
    service->filling = NO_BUFFER;
    REQUIRE(pthread_mutex_init(&service->lock, NULL) == 0 &&
            pthread_cond_init(&service->changed, NULL) == 0);
    service->session = engine_pool_get(&choice->program, patience, problem);
    if (service->session &&
        engine_session_game(service->session, game, patience, problem) &&
        make_memory(service, patience, problem))
        return service;
    clear(service);
    return NULL;
}

evaluation_service_t *evaluation_service_open(const process_choice_t *choice,
                                              const game_t *game,
                                              const engine_patience_t *patience,
                                              engine_problem_t *problem) {
    pthread_mutex_lock(&all_lock);
    evaluation_service_t *service = all;
    while (service && !is_same(service, choice, game))
        service = service->next;
    if (!service) {
        service = make(choice, game, patience, problem);
        if (service) {
            service->next = all;
            all = service;
        }
    }
    if (service)
        service->users++;
    pthread_mutex_unlock(&all_lock);
    return service;
}

void evaluation_service_close(evaluation_service_t *service) {
    if (!service)
        return;
    pthread_mutex_lock(&all_lock);
    bool last = --service->users == 0;
    for (evaluation_service_t **link = &all; last && *link; link = &(*link)->next)
        if (*link == service) {
            *link = service->next;
            break;
        }
    if (last)
        clear(service);
    pthread_mutex_unlock(&all_lock);
}

/* --- Buffers; under the lock -------------------------------------------------------- */

static bool has_failed(const evaluation_service_t *service) {
    return service->problem.fault != ENGINE_FINE;
}

static void send_filling(evaluation_service_t *service) {
    buffer_t *buffer = &service->buffers[service->filling];
    exchange_t exchange = {service->session, &service->memory, service->filling,
                           buffer->taken, false};
    service->filling = NO_BUFFER;
    buffer->state = BUFFER_SENT;
    if (service->sent++ == 0)
        service->waiting = clock_seconds();
    exchange_send(&exchange, service->in_memory, &buffer->number, &service->problem);
}

/* Sends the buffer being filled if it is full, or `anyway`; all its taken rows must be
 * written. */
static void send_if(evaluation_service_t *service, bool anyway) {
    if (service->filling == NO_BUFFER || has_failed(service))
        return;
    const buffer_t *buffer = &service->buffers[service->filling];
    bool full = buffer->taken == service->memory.batch;
    if (buffer->filled == buffer->taken && buffer->taken > 0 && (full || anyway))
        send_filling(service);
}

/* Gives a thread up to `wanted` rows of one buffer; 0: none available now. */
static int take_rows(evaluation_service_t *service, int wanted, int *number, int *first) {
    for (int i = 0; i < BUFFERS && service->filling == NO_BUFFER; i++)
        if (service->buffers[i].state == BUFFER_FREE) {
            service->buffers[i] = (buffer_t){.state = BUFFER_FILLING};
            service->filling = i;
        }
    if (service->filling == NO_BUFFER)
        return 0;
    buffer_t *buffer = &service->buffers[service->filling];
    int left = service->memory.batch - buffer->taken;
    int count = wanted < left ? wanted : left;
    *number = service->filling;
    *first = buffer->taken;
    buffer->taken += count;
    buffer->unread += count;
    return count;
}

static void release(evaluation_service_t *service, int number, int rows) {
    buffer_t *buffer = &service->buffers[number];
    buffer->unread -= rows;
    if (buffer->unread == 0 && buffer->state == BUFFER_ANSWERED) {
        buffer->state = BUFFER_FREE;
        pthread_cond_broadcast(&service->changed);
    }
}

static void note_answer(evaluation_service_t *service, int64_t number, cJSON *answer) {
    for (int i = 0; i < BUFFERS; i++) {
        buffer_t *buffer = &service->buffers[i];
        if (buffer->state != BUFFER_SENT || buffer->number != number)
            continue;
        exchange_t exchange = {service->session, &service->memory, i, buffer->taken,
                               false};
        service->sent--;
        service->waiting = clock_seconds();
        buffer->state = buffer->unread > 0 ? BUFFER_ANSWERED : BUFFER_FREE;
        exchange_receive(&exchange, service->in_memory, answer, &service->problem);
        buffer->are_priors = exchange.are_priors;
        return;
    }
    engine_session_blame(service->session, ENGINE_GARBLED, &service->problem,
                         "answered request %lld, which is not pending",
                         (long long)number);
}

/* Receives pending answers, then sends what has been filled meanwhile. */
static void receive_all(evaluation_service_t *service) {
    double limit = (double)service->choice.program.timeout_ms / 1000;
    int64_t number;
    cJSON *answer;
    while (!has_failed(service) &&
           (answer = engine_session_receive(service->session, 0, &number,
                                            &service->problem)) != NULL)
        note_answer(service, number, answer);
    if (!has_failed(service) && service->sent > 0 &&
        clock_seconds() - service->waiting > limit)
        engine_session_blame(service->session, ENGINE_TIMED_OUT, &service->problem,
                             "has not answered evaluate within %g s", limit);
    if (service->sent == 0)
        send_if(service, true);
    pthread_cond_broadcast(&service->changed);
}

static void wait_for_change(evaluation_service_t *service) {
    struct timespec until;
    if (engine_session_has_line(service->session)) {
        receive_all(service);
        return;
    }
    if (!service->receiving && service->sent > 0) {
        service->receiving = true;
        pthread_mutex_unlock(&service->lock);
        engine_session_wait(service->session, LOOK_S);
        pthread_mutex_lock(&service->lock);
        service->receiving = false;
        receive_all(service);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(LOOK_S * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&service->changed, &service->lock, &until);
}

/* --- A thread's batch; the lock is held before and after each ----------------------- */

/* Puts idle leaves into a buffer; false: there are none, or no room. */
static bool submit(work_t *work) {
    evaluation_service_t *service = work->service;
    int number, first;
    int count =
        work->num_idle == 0 ? 0 : take_rows(service, work->num_idle, &number, &first);
    if (count == 0)
        return false;
    pthread_mutex_unlock(&service->lock);
    for (int row = first; row < first + count; row++) {
        int i = work->idle[--work->num_idle];
        leaf_t *leaf = work->batch->leaves[i];
        leaf->evaluation.count =
            game_legal(service->game, &leaf->state, leaf->evaluation.actions);
        evaluation_memory_write(&service->memory, number, row, &leaf->state,
                                &leaf->evaluation);
        work->buffer_of[i] = number;
        work->row_of[i] = row;
    }
    work->unread[number] += count;
    work->num_unread += count;
    pthread_mutex_lock(&service->lock);
    service->buffers[number].filled += count;
    if (service->filling == number)
        send_if(service, false);
    return true;
}

/* Reads the thread's rows of an answered buffer, and takes the leaves that replace them;
 * false: there is none. */
static bool read_answered(work_t *work) {
    evaluation_service_t *service = work->service;
    int number = 0, rows;
    engine_problem_t problem = {.fault = ENGINE_FINE};
    while (number < BUFFERS && (work->unread[number] == 0 ||
                                service->buffers[number].state != BUFFER_ANSWERED))
        number++;
    if (number == BUFFERS)
        return false;
    exchange_t exchange = {service->session, &service->memory, number, 0,
                           service->buffers[number].are_priors};
    pthread_mutex_unlock(&service->lock);
    rows = work->unread[number];
    for (int i = 0, left = rows; left > 0 && problem.fault == ENGINE_FINE; i++) {
        if (work->buffer_of[i] != number)
            continue;
        left--;
        work->buffer_of[i] = NO_BUFFER;
        if (exchange_read(&exchange, work->row_of[i], work->batch->leaves[i], &problem) &&
            leaf_batch_refill(work->batch, i))
            work->idle[work->num_idle++] = i;
    }
    work->unread[number] = 0;
    work->num_unread -= rows;
    pthread_mutex_lock(&service->lock);
    if (problem.fault != ENGINE_FINE && !has_failed(service))
        service->problem = problem;
    release(service, number, rows);
    return true;
}

/* Checks now and then whether to stop. */
static bool may_continue(work_t *work) {
    leaf_batch_t *batch = work->batch;
    if (clock_seconds() - work->looked < LOOK_S)
        return true;
    pthread_mutex_unlock(&work->service->lock);
    bool on = !terminal_interrupted() &&
              (!batch->may_continue || batch->may_continue(batch->context));
    work->looked = clock_seconds();
    pthread_mutex_lock(&work->service->lock);
    return on;
}

static bool run(work_t *work, engine_problem_t *problem) {
    evaluation_service_t *service = work->service;
    while (!has_failed(service)) {
        if (!may_continue(work)) {
            problem->fault = ENGINE_STOPPED;
            return false;
        }
        if (submit(work) || read_answered(work))
            continue;
        if (work->num_idle == 0 && work->num_unread == 0)
            return true;
        send_if(service, service->sent == 0);
        wait_for_change(service);
    }
    *problem = service->problem;
    return false;
}

/* Releases rows whose answers are no longer needed. */
static void abandon(work_t *work) {
    for (int i = 0; i < BUFFERS; i++)
        if (work->unread[i] > 0)
            release(work->service, i, work->unread[i]);
}

bool evaluation_service_run(evaluation_service_t *service, leaf_batch_t *batch,
                            engine_problem_t *problem) {
    work_t work = {.service = service, .batch = batch, .looked = clock_seconds()};
    REQUIRE(batch->count <= PROCESS_LEAVES);
    for (int i = batch->count - 1; i >= 0; i--) {
        work.idle[work.num_idle++] = i;
        work.buffer_of[i] = NO_BUFFER;
    }
    pthread_mutex_lock(&service->lock);
    bool ok = run(&work, problem);
    abandon(&work);
    pthread_mutex_unlock(&service->lock);
    return ok;
}
