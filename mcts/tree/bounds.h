/* bounds.h - what is proven of a result: between which of loss, draw and win it lies.
 * Use: bounds_t bounds = edge_bounds(edge);
 *      if (bounds_proof(bounds) == PROOF_WIN) ...
 *      in_hand_t hand = {0};   bounds_take(&hand, ...) for every decision of a position;
 *      if (bounds_pay(bounds, hand)) ...          this one is worth looking into
 * Bounds are for the player who decides. They are a set of facts that only grows, so that
 * threads add theirs by a logical or; the pessimistic bound is the least result that is
 * proven, the optimistic one the best that is left.
 * A decision cannot better what is proved when its optimistic bound is no more than the
 * best pessimistic one: of the rules in the source, the one that loses nothing.
 * Threads, errors: none; values.
 * Source: Cazenave and Saffidine, Score Bounded Monte-Carlo Tree Search, 2010; for
 *      wins and losses, Winands, Bjornsson and Saito 2008 (MCTS-Solver).
 */
#ifndef MCTS_BOUNDS_H
#define MCTS_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* An exact result, for the player to move. */
typedef enum { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } proof_t;

/* Both of the first two: a draw. With BOUND_SURE, the worse or better half of one. */
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

/* What a player is sure of, by the decisions taken in so far. */
typedef struct in_hand {
    int least; /* the best pessimistic bound, in half points */
    bool open; /* a decision with this bound may bring more */
} in_hand_t;

static inline void bounds_take(in_hand_t *hand, bounds_t bounds) {
    int least = bounds_pessimistic(bounds);
    if (least > hand->least)
        *hand = (in_hand_t){.least = least};
    hand->open |= least == hand->least && bounds_optimistic(bounds) > least;
}

/* Whether the decision may bring more than what is in hand: all that is left to prove. */
static inline bool bounds_better(bounds_t bounds, in_hand_t hand) {
    return bounds_optimistic(bounds) > hand.least;
}

/* Whether the decision is no worse, by what is proven, than another: it may bring more, or
 * brings what is in hand where no decision brings that and perhaps more. */
static inline bool bounds_pay(bounds_t bounds, in_hand_t hand) {
    return bounds_better(bounds, hand) ||
           (!hand.open && bounds_pessimistic(bounds) == hand.least);
}

#endif
