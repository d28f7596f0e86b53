/* integer_evaluator.h - evaluates leaves with an integer network, with priors.
 * Use: if (!integer_evaluator_bind(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = integer_evaluator_new(&choice, game, false);
 *      then as evaluator.h
 * Leaves are evaluated one by one, each refilled at once, as batches save nothing.
 * Owns, threads: as evaluator.h; the network belongs to the program (integer_network.h).
 * Errors: of bind: those of integer_network.h; a hash other than the given one.
 */
#ifndef MCTS_INTEGER_EVALUATOR_H
#define MCTS_INTEGER_EVALUATOR_H

#include "core/base/error.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/network_choice.h"

/* Opens the network that the choice names, and fills in its hash. */
bool integer_evaluator_bind(network_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error);

/* The choice must be bound. symmetries: leaves are evaluated through their symmetries,
 * for games whose features have images (features.h). */
evaluator_t *integer_evaluator_new(const network_choice_t *choice, const game_t *game,
                                   bool symmetries);

#endif
