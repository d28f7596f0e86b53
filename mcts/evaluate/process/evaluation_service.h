/* evaluation_service.h - one process of an outside evaluator, and the batches that it is
 * asked about: leaves of all threads.
 * Use: evaluation_service_t *service =
 *          evaluation_service_open(&choice, game, patience, &problem);
 *      if (!evaluation_service_run(service, &batch)) ... failed, or asked to stop
 *      evaluation_service_close(service);
 * Whoever opens the same program for the same game shares one service. Rows of a buffer
 * are filled by all threads; a full one is sent, and one that is not as soon as the
 * program would have nothing to do. A thread whose leaves are answered puts the next
 * leaves of the same searches into the next buffer (leaf_batch_t.refill), while the
 * program is at work on another: so it is kept busy by one thread, too.
 * Owns: a service its session (from the pool) and its memory, until the last close; the
 *      game of the first who opened it is borrowed.
 * Threads: any; one batch of a thread at a time.
 * Errors: engine_problem_t; a service that has failed stays so.
 */
#ifndef MCTS_EVALUATION_SERVICE_H
#define MCTS_EVALUATION_SERVICE_H

#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/process/process_choice.h"

typedef struct evaluation_service evaluation_service_t;

/* NULL with the problem. */
evaluation_service_t *evaluation_service_open(const process_choice_t *choice,
                                              const game_t *game,
                                              const engine_patience_t *patience,
                                              engine_problem_t *problem);
void evaluation_service_close(evaluation_service_t *service); /* NULL is fine */

/* Evaluates all leaves of the batch, and those that are put in their places. False: the
 * service has failed (*problem, fault above ENGINE_FINE), or the caller has asked to stop
 * (ENGINE_STOPPED); nothing counts that is said of leaves. */
bool evaluation_service_run(evaluation_service_t *service, leaf_batch_t *batch,
                            engine_problem_t *problem);

#endif
