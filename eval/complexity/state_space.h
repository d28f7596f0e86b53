/* state_space.h - the number of positions of a game, and its shortest game.
 * Use: state_space_t space;
 *      if (state_space_find(game, &order, &space)) ...
 *      if (space.exact) printf("%zu positions\n", space.positions);
 *      state_space_clear(&space);
 * A position is everything the rules depend on except the turn counter
 * (game_forget_turns), including whose turn it is and the part of the turn already
 * played; images under a symmetry are different positions. Counted are the positions
 * reachable from the start, including the start and the ends of games: Allis's
 * state-space complexity.
 * Exact count: all positions, breadth-first, until there are no more (`exact`) or
 * `positions` of them, which is then a lower bound. The first end found is the shortest
 * possible game. By collisions, if not all were counted: `playouts` playouts, and for
 * each number of actions how often two reach the same position, which gives a lower bound
 * on their number (collision_bound.h), of at most about playouts^2 / 10. The bound
 * reported is the largest over all lengths, at 95 % for all of them together
 * (Bonferroni).
 * Boards: ways to fill the cells, whether reachable or not: an upper bound on boards, not
 * on positions, which may contain more than a board shows.
 * Owns: the line; state_space_clear releases it.
 * Errors: false at the caller's stop, with nothing to clear.
 * Source: Allis 1994 (thesis); boards: the metric StateSpaceComplexity of the Ludii
 *      system. The idea of an interval for it: the reports of Ai Ai (S. Tavener).
 */
#ifndef EVAL_STATE_SPACE_H
#define EVAL_STATE_SPACE_H

#include "core/game/game.h"
#include "eval/complexity/complexity_order.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct state_space {
    bool exact;          /* all positions were counted */
    size_t positions;    /* counted one by one */
    int whole_length;    /* all positions after up to this many actions were counted */
    double at_least;     /* log10: positions, or the bound by collisions where larger */
    int at_length;       /* number of actions of that bound; -1: from `positions` */
    double boards;       /* log10: ways to fill the cells */
    int contents;        /* different contents of cells seen, including empty */
    int shortest;        /* actions of the shortest game; -1: more than whole_length */
    int shortest_turns;  /* its turns */
    action_t *line;      /* its actions, first in action order; or NULL */
    outcome_t outcome;   /* how it ends */
    int shortest_played; /* actions of the shortest playout; -1: there were none */
} state_space_t;

bool state_space_find(const game_t *game, const complexity_order_t *order,
                      state_space_t *space);
void state_space_clear(state_space_t *space);

#endif
