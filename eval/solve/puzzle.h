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
#include "eval/solve/solver.h"

typedef struct puzzle_limits {
    size_t table_mb;
    uint64_t nodes; /* of proof search for a position, and for each of its actions */
    /* May be NULL; called from time to time; false gives up. */
    bool (*go_on)(void *context);
    void *context;
} puzzle_limits_t;

typedef struct puzzle {
    solver_value_t value; /* to the mover: VALUE_WON or VALUE_DRAWN */
    action_t action;
    int legal; /* actions to choose from, 2 or more */
    int drawn; /* how many of the others draw; the rest lose */
    /* Of a win: upper bound on the turns (actions, where the game does not count turns)
     * that the mover needs; 0: not known. */
    int bound;
    bool counts_turns;
    bool ends_game; /* the action itself ends the game */
    uint64_t nodes; /* of all proofs */
    int length;     /* of the line of best actions, which begins with the action */
    action_t line[SOLVER_LINE];
} puzzle_t;

typedef enum {
    PUZZLE_FOUND,
    PUZZLE_NONE, /* several actions keep the value, or there is nothing to keep */
    PUZZLE_OPEN  /* not proven */
} puzzle_answer_t;

typedef struct puzzle_finder puzzle_finder_t;

puzzle_finder_t *puzzle_finder_new(const game_t *game, const puzzle_limits_t *limits);
void puzzle_finder_free(puzzle_finder_t *finder);

puzzle_answer_t puzzle_find(puzzle_finder_t *finder, const state_t *state,
                            puzzle_t *puzzle);

#endif
