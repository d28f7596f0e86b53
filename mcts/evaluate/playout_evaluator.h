/* playout_evaluator.h - values leaves by uniform playouts: the result of one from each
 * position.
 * Use: evaluator_t *evaluator = playout_evaluator_new(game);      then as evaluator.h
 * The leaves of a batch are played in parallel in the lanes of a vector, if the game
 * supports it (game_playouts); a lane is refilled as soon as its playout ends. A leaf
 * that wants its actions noted is played by itself.
 * Owns, threads, errors: as evaluator.h.
 */
#ifndef MCTS_PLAYOUT_EVALUATOR_H
#define MCTS_PLAYOUT_EVALUATOR_H

#include "mcts/evaluate/evaluator.h"

evaluator_t *playout_evaluator_new(const game_t *game);

#endif
