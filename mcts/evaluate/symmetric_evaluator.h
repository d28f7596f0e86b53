/* symmetric_evaluator.h - wraps another evaluator and passes it images of the leaves.
 * Use: evaluator = symmetric_evaluator_new(evaluator, game, 512);
 * Each leaf is evaluated as its image under the leaf's symmetry (evaluator.h), and the
 * actions and priors returned are those of the leaf itself. For kinds with priors that do
 * not handle leaf_t.symmetry themselves.
 * Owns: the other evaluator, and its buffers; the game is borrowed.
 * Threads: as any evaluator.   Errors: those of the other evaluator.
 */
#ifndef MCTS_SYMMETRIC_EVALUATOR_H
#define MCTS_SYMMETRIC_EVALUATOR_H

#include "core/game/game.h"

struct evaluator;

/* batch: maximum leaves at a time. */
struct evaluator *symmetric_evaluator_new(struct evaluator *evaluator, const game_t *game,
                                          int batch);

#endif
