/* process_evaluator.h - evaluates leaves with an outside program, with priors.
 * Use: if (!process_evaluator_start(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = process_evaluator_new(&choice, game);
 *      then as evaluator.h
 *      if (process_evaluator_failed(&error)) ... its evaluations are invalid
 * The leaves of all threads go to one process of the program (evaluation_service.h). Its
 * answers may depend on which leaves share a batch; a run's games are independent of
 * threads and timing only if they do not.
 * Owns, threads: as evaluator.h; the process belongs to all evaluators of the program and
 *      the game, until the last is freed.
 * Errors: of start: a program that cannot be started, does not speak the protocol, or
 * does
 *      not evaluate the game. Later: evaluator->failed, in every thread, and
 *      process_evaluator_failed reports the error. If a caller has asked to stop, or a
 *      key was pressed, evaluators return at once and have not failed.
 */
#ifndef MCTS_PROCESS_EVALUATOR_H
#define MCTS_PROCESS_EVALUATOR_H

#include "core/base/error.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/process/process_choice.h"

enum { PROCESS_LEAVES = 512 /* of one evaluator's batch */ };

/* Starts the program, and fills in its name and version: for commands that search. */
bool process_evaluator_start(process_choice_t *choice, const game_t *game,
                             const char *where, failure_t *error);

/* The choice must have been started. */
evaluator_t *process_evaluator_new(const process_choice_t *choice, const game_t *game);

/* Whether an outside evaluator has failed since the last start. */
bool process_evaluator_failed(failure_t *error);

#endif
