/* evaluation_service.h - one process of an outside evaluator, and the batches of leaves
 * that all threads send to it.
 * Use: evaluation_service_t *service =
 *          evaluation_service_open(&choice, game, patience, &problem);
 *      if (!evaluation_service_run(service, &batch, &problem)) ... failed, or stopped
 *      evaluation_service_close(service);
 * All who open the same program for the same game share one service. All threads fill the
 * rows of a buffer; a full one is sent, and a partial one as soon as the program would be
 * idle. A thread whose leaves are answered puts the next leaves of the same searches into
 * the next buffer (leaf_batch_t.refill) while the program works on another, so even one
 * thread keeps it busy.
 * Owns: a service owns its session (from the pool) and its memory, until the last close;
 *      the game of the first opener is borrowed.
 * Threads: any; one batch per thread at a time.
 * Errors: engine_problem_t; a service that has failed stays failed.
 */
#ifndef MCTS_EVALUATION_SERVICE_H
#define MCTS_EVALUATION_SERVICE_H

#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/process/process_choice.h"

enum { PROCESS_LEAVES = 512 /* of one evaluator's batch */ };

typedef struct evaluation_service evaluation_service_t;

/* NULL with the problem. */
evaluation_service_t *evaluation_service_open(const process_choice_t *choice,
                                              const game_t *game,
                                              const engine_patience_t *patience,
                                              engine_problem_t *problem);
void evaluation_service_close(evaluation_service_t *service); /* NULL is fine */

/* Evaluates all leaves of the batch, and those that replace them. False: the service has
 * failed (*problem, fault above ENGINE_FINE), or the caller has asked to stop
 * (ENGINE_STOPPED); the evaluations are then invalid. */
bool evaluation_service_run(evaluation_service_t *service, leaf_batch_t *batch,
                            engine_problem_t *problem);

#endif
