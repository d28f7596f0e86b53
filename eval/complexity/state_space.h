/* state_space.h - how many positions a game has, and how short it can be.
 * Use: state_space_t space;
 *      if (state_space_find(game, &order, &space)) ...
 *      if (space.exact) printf("%zu positions\n", space.positions);
 *      state_space_clear(&space);
 * A position is all that the rules remember but for a counter of turns
 * (game_forget_turns): whose turn it is, and what has been done of it, with it; images
 * under a symmetry are different positions. The positions counted are those that play
 * from the start can come to, the start and the ends of games too: Allis's state-space
 * complexity.
 * Seen whole: all positions, breadth first, until there are none or `most` of them.
 * Then `exact` says so; else they are a lower bound. The first end that is met is the
 * shortest game there is.
 * By collisions, where not all were seen: `playouts` of them, and for each number of
 * actions how often two have the same position. Of draws from N positions, however
 * uneven, two are the same with a chance of 1/N or more; so the upper end of an interval
 * of that chance makes a lower bound of N. It cannot say more than about playouts^2 / 10.
 * It is the largest over all lengths, at 95 % for all of them together (Bonferroni),
 * pairs that are the same being taken as Poisson's (Wilson and Hilferty's quantile).
 * Boards: how the cells could be filled, whether or not play comes to it: an upper bound
 * of boards, not of positions, which may remember more than a board shows.
 * Owns: the line; state_space_clear releases it.
 * Threads: pure.   Errors: none; false at the caller's stop, with nothing to clear.
 * Source: Allis 1994 (thesis); the birthday bound: of sums of squares, Cauchy and
 *      Schwarz; Wilson and Hilferty 1931; boards: the metric StateSpaceComplexity of the
 *      Ludii system. The notion of an interval for it: the reports of Ai Ai (S. Tavener).
 */
#ifndef EVAL_STATE_SPACE_H
#define EVAL_STATE_SPACE_H

#include "core/game/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct state_space_order {
    size_t most;  /* positions that are looked at one by one, 1 or more */
    int playouts; /* 2 or more */
    uint64_t seed;
    /* May be NULL; asked every thousand positions or playouts: false ends the work. */
    bool (*go_on)(void *context, size_t positions, int playouts);
    void *context;
} state_space_order_t;

typedef struct state_space {
    bool exact;          /* positions are all there are */
    size_t positions;    /* seen one by one */
    int whole_length;    /* of so many actions and fewer, all positions were seen */
    double at_least;     /* log10: positions, or the bound by collisions where larger */
    int at_length;       /* the number of actions of that bound; -1: of positions */
    double boards;       /* log10: cells by what they can hold */
    int contents;        /* what a cell was seen to hold, emptiness too */
    int shortest;        /* actions of the shortest game; -1: more than whole_length */
    int shortest_turns;  /* its turns */
    action_t *line;      /* its actions, the first of all in their order; or NULL */
    outcome_t outcome;   /* how it ends */
    int shortest_played; /* actions of the shortest playout; -1: there were none */
} state_space_t;

bool state_space_find(const game_t *game, const state_space_order_t *order,
                      state_space_t *space);
void state_space_clear(state_space_t *space);

#endif
