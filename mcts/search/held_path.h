/* held_path.h - the steps that consecutive paths have in common at their start: for how
 * many visits each is certain (held_edge.h), and its edge's pending visits.
 * Use: held_path_hold(path, i, player, hold);     the next paths also take step i
 *      held_path_cut(path, length);                     the first `length` steps are held
 *      held_path_add(path, value);                a simulation through all held steps
 *      for (; i < path->length && held_path_is_sure(path, i); i++)
 *          step i holds; its node need not be read
 *      pending_t pending = held_path_take(path, i);     for the edge of step i
 * Every path passes through all held steps. So an edge's pending visits are all those
 * added since it was last updated, and two running sums suffice; sums of integers do not
 * depend on their order. The remainder of each hold is stored in arrays, for
 * vectorization.
 */
#ifndef MCTS_HELD_PATH_H
#define MCTS_HELD_PATH_H

#include "mcts/select/held_edge.h"
#include "mcts/tree/value.h"

#include <assert.h>

enum { HELD_PATH_STEPS = 128, HELD_PATH_BLOCK = 4 };

typedef struct held_path {
    int length;      /* number of held steps, at the path's start */
    int sure;        /* at least this many of them, the first, are certain */
    uint32_t visits; /* of all simulations so far, from an arbitrary start */
    uint64_t values; /* of these, to player 1 */
    uint32_t given_visits[HELD_PATH_STEPS]; /* what these were when the edge */
    uint64_t given_values[HELD_PATH_STEPS]; /* was last updated */
    /* The holds. Negative: not certain. A value to player 1 adds (value ^ flip) - needed
     * to the lead; flip complements the value for player 2. */
    _Alignas(16) uint32_t lead[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        visits_left[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        flip[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        needed[HELD_PATH_STEPS + HELD_PATH_BLOCK];
} held_path_t;

/* An edge's pending visits, and the sum of their values to its player. */
typedef struct pending {
    uint32_t visits, value_sum;
} pending_t;

static inline bool held_path_is_sure(const held_path_t *path, int i) {
    return (int32_t)(path->lead[i] | path->visits_left[i]) >= 0;
}

/* Sets the hold of step i, which must have nothing pending. player: to move there.
 * hold->visits 0: it holds this time only. */
static inline void held_path_hold(held_path_t *path, int i, int player,
                                  const hold_t *hold) {
    assert(i < HELD_PATH_STEPS);
    uint32_t most = (uint32_t)VALUE_ONE * HOLD_PARTS, needed = (uint32_t)hold->needed;
    path->given_visits[i] = path->visits;
    path->given_values[i] = path->values;
    path->lead[i] = (uint32_t)hold->lead;
    path->visits_left[i] = (uint32_t)hold->visits - 1;
    path->flip[i] = player == 0 ? 0 : UINT32_MAX;
    path->needed[i] = player == 0 ? needed : needed - most - 1;
}

/* Step i is no longer certain. */
static inline void held_path_loosen(held_path_t *path, int i) {
    if (i >= path->length)
        return;
    path->visits_left[i] = UINT32_MAX;
    path->sure = path->sure < i ? path->sure : i;
}

/* Holds only the first `length` steps. The rest of their block is never negative. */
static inline void held_path_cut(held_path_t *path, int length) {
    path->length = length;
    for (int i = length; i < length + HELD_PATH_BLOCK; i++) {
        path->lead[i] = path->flip[i] = path->needed[i] = 0;
        path->visits_left[i] = INT32_MAX;
    }
}

typedef uint32_t held_path_block_t
    __attribute__((vector_size(HELD_PATH_BLOCK * sizeof(uint32_t)), may_alias));

static inline held_path_block_t *held_path_block(uint32_t *steps, int first) {
    return (held_path_block_t *)(void *)&steps[first];
}

/* Adds a simulation whose path begins with all held steps. value: to player 1. */
static inline void held_path_add(held_path_t *path, uint32_t value) {
    held_path_block_t negative = {0};
    uint32_t parts = value * HOLD_PARTS;
    path->visits++;
    path->values += value;
    for (int i = 0; i < path->length; i += HELD_PATH_BLOCK) {
        held_path_block_t *lead = held_path_block(path->lead, i),
                          *left = held_path_block(path->visits_left, i);
        *lead +=
            (parts ^ *held_path_block(path->flip, i)) - *held_path_block(path->needed, i);
        *left -= 1;
        negative |= *lead | *left;
    }
    path->sure = path->length;
    if ((int32_t)(negative[0] | negative[1] | negative[2] | negative[3]) < 0)
        for (path->sure = 0; held_path_is_sure(path, path->sure); path->sure++)
            ;
}

/* Takes the pending visits of step i. */
static inline pending_t held_path_take(held_path_t *path, int i) {
    uint32_t visits = path->visits - path->given_visits[i],
             value_sum = (uint32_t)(path->values - path->given_values[i]);
    path->given_visits[i] = path->visits;
    path->given_values[i] = path->values;
    return (pending_t){visits,
                       path->flip[i] ? visits * VALUE_ONE - value_sum : value_sum};
}

#endif
