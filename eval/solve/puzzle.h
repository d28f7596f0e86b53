/* puzzle.h - positions in which exactly one action keeps the win, or the draw, proven.
 * Use: puzzle_finder_t *finder = puzzle_finder_new(game, &limits);
 *      puzzle_t puzzle;
 *      if (puzzle_find(finder, &state, &puzzle) == PUZZLE_FOUND) ... puzzle.action ...
 *      puzzle_finder_free(finder);
 * The values of the position and of every action are exact (solver.h): one action has the
 * position's value, all others are worse. If one of them cannot be proven within the
 * budget, the answer is PUZZLE_OPEN. The answer also depends on the positions queried
 * before: their proofs are cached.
 * Owns: the finder owns its solver; the game is borrowed.
 * Threads: one finder, one thread.
 * Source: the puzzles in the reports of Ai Ai (S. Tavener), whose key move "may not be
 *      unique"; here it is. Only moves: the convention of chess problems.
 */
#ifndef EVAL_PUZZLE_H
#define EVAL_PUZZLE_H

#include "core/game/game.h"
#include "eval/solve/action_values.h"
#include "eval/solve/solver.h"

typedef struct puzzle {
    solver_value_t value; /* to the mover: VALUE_WON or VALUE_DRAWN */
    action_t action;
    int legal;           /* actions to choose from, 2 or more */
    int drawn;           /* how many of the others draw; the rest lose */
    bool ends_game;      /* the action itself ends the game */
    uint64_t nodes;      /* of all proofs */
    solution_t solution; /* of the position; its line begins with the action */
} puzzle_t;

typedef enum {
    PUZZLE_FOUND,
    PUZZLE_NONE, /* several actions keep the value, or there is nothing to keep */
    PUZZLE_OPEN  /* not proven */
} puzzle_answer_t;

typedef struct puzzle_finder puzzle_finder_t;

/* limits: nodes also of the position itself; proof search only. */
puzzle_finder_t *puzzle_finder_new(const game_t *game, const action_limits_t *limits);
void puzzle_finder_free(puzzle_finder_t *finder);

puzzle_answer_t puzzle_find(puzzle_finder_t *finder, const state_t *state,
                            puzzle_t *puzzle);

#endif
