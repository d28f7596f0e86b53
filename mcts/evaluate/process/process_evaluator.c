#include "mcts/evaluate/process/process_evaluator.h"

#include "mcts/engine/engine_pool.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/process/evaluation_service.h"
#include "mcts/tree/value.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct process_evaluator {
    evaluator_t base;
    process_choice_t choice;
    const game_t *game;
    evaluation_service_t *service; /* NULL: no batch yet */
} process_evaluator_t;

/* The first failure since the last start. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static engine_problem_t first_problem;

static void note(const engine_problem_t *problem) {
    pthread_mutex_lock(&lock);
    if (first_problem.fault == ENGINE_FINE)
        first_problem = *problem;
    pthread_mutex_unlock(&lock);
}

bool process_evaluator_failed(failure_t *error) {
    pthread_mutex_lock(&lock);
    bool failed = first_problem.fault != ENGINE_FINE;
    if (failed)
        *error = first_problem.failure;
    pthread_mutex_unlock(&lock);
    return failed;
}

static bool start(evaluator_choice_t *evaluator, const game_t *game, const char *where,
                  failure_t *error) {
    pthread_mutex_lock(&lock);
    first_problem.fault = ENGINE_FINE;
    pthread_mutex_unlock(&lock);
    return engine_pool_try(&evaluator->process.program, game, "evaluate",
                           "does not evaluate", where, error);
}

/* A placeholder with which the search can proceed to its end. */
static void set_neutral(const process_evaluator_t *evaluator, leaf_t *leaf) {
    evaluation_t *evaluation = &leaf->evaluation;
    evaluation->value = VALUE_DRAW;
    evaluation->bounds = BOUNDS_NONE;
    evaluation->count = game_legal(evaluator->game, &leaf->state, evaluation->actions);
    for (int i = 0; i < evaluation->count; i++)
        evaluation->priors[i] = (uint16_t)(UINT16_MAX / evaluation->count);
}

static bool evaluate(process_evaluator_t *evaluator, leaf_batch_t *batch,
                     engine_problem_t *problem) {
    engine_patience_t patience = {batch->may_continue, batch->context};
    if (!evaluator->service)
        evaluator->service =
            evaluation_service_open(&evaluator->choice, evaluator->game,
                                    batch->may_continue ? &patience : NULL, problem);
    return evaluator->service &&
           evaluation_service_run(evaluator->service, batch, problem);
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    process_evaluator_t *evaluator = (process_evaluator_t *)base;
    engine_problem_t problem;
    if (!base->failed && evaluate(evaluator, batch, &problem))
        return;
    if (!base->failed && problem.fault != ENGINE_STOPPED) {
        base->failed = true;
        note(&problem);
    }
    for (int i = 0; i < batch->count; i++)
        set_neutral(evaluator, batch->leaves[i]);
}

static void free_evaluator(evaluator_t *base) {
    process_evaluator_t *evaluator = (process_evaluator_t *)base;
    evaluation_service_close(evaluator->service);
    free(evaluator);
}

static evaluator_t *make(const evaluator_choice_t *choice, const game_t *game,
                         int batch) {
    process_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    (void)batch;
    evaluator->base.class = &process_evaluator;
    evaluator->choice = choice->process;
    evaluator->game = game;
    return &evaluator->base;
}

const evaluator_class_t process_evaluator = {.name = "process",
                                             .has_priors = true,
                                             .most_leaves = PROCESS_LEAVES,
                                             .start = start,
                                             .make = make,
                                             .run = run,
                                             .free = free_evaluator};
