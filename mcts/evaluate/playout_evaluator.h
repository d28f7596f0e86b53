/* playout_evaluator.h - leaves valued by uniform playouts: the result of one from each
 * position.
 * Use: evaluator_t *evaluator = playout_evaluator_new(game);      then as evaluator.h
 * The leaves of a batch are played side by side, in the lanes of a vector, where the game
 * knows how (game_playouts); a lane whose playout is over is refilled at once. A leaf
 * that wants its actions noted is played by itself.
 * Owns, threads, errors: as evaluator.h.
 */
#ifndef MCTS_PLAYOUT_EVALUATOR_H
#define MCTS_PLAYOUT_EVALUATOR_H

#include "mcts/evaluate/evaluator.h"

evaluator_t *playout_evaluator_new(const game_t *game);

#endif
