/* bounds.h - proven bounds of a result: between which of loss, draw and win it lies.
 * Use: bounds_t bounds = edge_bounds(edge);
 *      if (bounds_proof(bounds) == PROOF_WIN) ...
 *      guarantee_t guarantee = {0};
 *      guarantee_add(&guarantee, bounds);        for every action of a position
 *      if (bounds_dominated(bounds, guarantee)) ...     proven no better than another
 * Bounds are for the player to move. They are a set of facts that only grows, so threads
 * add theirs with a bitwise or. The pessimistic bound is the worst result that is still
 * possible, the optimistic bound the best.
 * An action cannot improve on the proven results of the others if its optimistic bound is
 * no greater than their best pessimistic bound. Of the source's pruning rules, this is
 * the one that never excludes a better action.
 * Source: Cazenave and Saffidine, Score Bounded Monte-Carlo Tree Search, 2010; for wins
 *      and losses, Winands, Bjornsson and Saito 2008 (MCTS-Solver).
 */
#ifndef MCTS_BOUNDS_H
#define MCTS_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* An exact result, for the player to move. */
typedef enum { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } proof_t;

/* Bits, each a proven fact: at most a draw; at least a draw; and, with one of these, not
 * a draw, hence a loss or a win. The first two together mean a draw. */
enum { BOUND_MOST_DRAW = 1, BOUND_LEAST_DRAW = 2, BOUND_SURE = 4, BOUND_BITS = 3 };
enum {
    BOUNDS_NONE = 0,
    BOUNDS_LOST = BOUND_MOST_DRAW | BOUND_SURE,
    BOUNDS_DRAWN = BOUND_MOST_DRAW | BOUND_LEAST_DRAW,
    BOUNDS_WON = BOUND_LEAST_DRAW | BOUND_SURE
};

typedef uint8_t bounds_t;

/* Results in half points: 0 lost, 1 drawn, 2 won. */
static inline int bounds_pessimistic(bounds_t bounds) {
    return !(bounds & BOUND_LEAST_DRAW) ? 0 : bounds & BOUND_SURE ? 2 : 1;
}

static inline int bounds_optimistic(bounds_t bounds) {
    return !(bounds & BOUND_MOST_DRAW) ? 2 : bounds & BOUND_SURE ? 0 : 1;
}

static inline bounds_t bounds_between(int pessimistic, int optimistic) {
    return (bounds_t)((optimistic < 2 ? BOUND_MOST_DRAW : 0) |
                      (pessimistic > 0 ? BOUND_LEAST_DRAW : 0) |
                      (pessimistic == 2 || optimistic == 0 ? BOUND_SURE : 0));
}

/* The same, for the other player. */
static inline bounds_t bounds_opposite(bounds_t bounds) {
    return (bounds_t)((bounds & BOUND_SURE) | (bounds & BOUND_MOST_DRAW) << 1 |
                      (bounds & BOUND_LEAST_DRAW) >> 1);
}

static inline proof_t bounds_proof(bounds_t bounds) {
    return bounds == BOUNDS_DRAWN      ? PROOF_DRAW
           : !(bounds & BOUND_SURE)    ? PROOF_NONE
           : bounds & BOUND_LEAST_DRAW ? PROOF_WIN
                                       : PROOF_LOSS;
}

static inline bounds_t bounds_of_proof(proof_t proof) {
    return (bounds_t)(proof == PROOF_WIN    ? BOUNDS_WON
                      : proof == PROOF_DRAW ? BOUNDS_DRAWN
                      : proof == PROOF_LOSS ? BOUNDS_LOST
                                            : BOUNDS_NONE);
}

/* The result that the player to move can force with the actions added so far. */
typedef struct guarantee {
    int result;      /* the best pessimistic bound, in half points */
    bool improvable; /* an action with this bound may do better */
} guarantee_t;

static inline void guarantee_add(guarantee_t *guarantee, bounds_t bounds) {
    int least = bounds_pessimistic(bounds);
    if (least > guarantee->result)
        *guarantee = (guarantee_t){.result = least};
    guarantee->improvable |=
        least == guarantee->result && bounds_optimistic(bounds) > least;
}

/* Whether an action may do better than the guarantee: only these remain to be proven. */
static inline bool bounds_improve(bounds_t bounds, guarantee_t guarantee) {
    return bounds_optimistic(bounds) > guarantee.result;
}

/* Whether an action is proven no better than another: it cannot exceed the guarantee, and
 * either it does not guarantee that result itself, or another action does and may do
 * better. */
static inline bool bounds_dominated(bounds_t bounds, guarantee_t guarantee) {
    return !bounds_improve(bounds, guarantee) &&
           (guarantee.improvable || bounds_pessimistic(bounds) != guarantee.result);
}

#endif
