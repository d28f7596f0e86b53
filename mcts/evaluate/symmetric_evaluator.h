/* symmetric_evaluator.h - another evaluator, asked about images of the leaves.
 * Use: evaluator = symmetric_evaluator_new(evaluator, game, 512);
 * Each leaf is evaluated as its image under the leaf's symmetry (evaluator.h), and the
 * actions and priors that come back are those of the leaf itself. For kinds with priors
 * that do not look at leaf_t.symmetry themselves.
 * Owns: the other evaluator, and its buffers; the game is borrowed.
 * Threads: as any evaluator.   Errors: those of the other evaluator.
 */
#ifndef MCTS_SYMMETRIC_EVALUATOR_H
#define MCTS_SYMMETRIC_EVALUATOR_H

#include "core/game/game.h"

struct evaluator;

/* batch: leaves at a time, at most. */
struct evaluator *symmetric_evaluator_new(struct evaluator *evaluator, const game_t *game,
                                          int batch);

#endif
