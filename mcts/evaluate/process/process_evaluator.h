/* process_evaluator.h - whether an outside evaluator has failed.
 * Use: if (process_evaluator_failed(&error)) ... evaluations since the start are invalid
 * The leaves of all threads go to one process of the program (evaluation_service.h). Its
 * answers may depend on which leaves share a batch; a run's games are independent of
 * threads and timing only if they do not. The process belongs to all evaluators of the
 * program and the game, until the last is freed.
 * Errors: of starting: a program that cannot be started, does not speak the protocol, or
 *      does not evaluate the game. Later: evaluator->failed, in every thread. If a caller
 *      has asked to stop, or a key was pressed, evaluators return at once and have not
 *      failed.
 */
#ifndef MCTS_PROCESS_EVALUATOR_H
#define MCTS_PROCESS_EVALUATOR_H

#include "core/base/error.h"

/* Since the last start of an outside evaluator, with the first error. */
bool process_evaluator_failed(failure_t *error);

#endif
