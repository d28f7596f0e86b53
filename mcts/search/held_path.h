/* held_path.h - the steps that one path after the other begins with: for how many visits
 * each is sure (held_edge.h), and the visits that its edge has not been given yet.
 * Use: held_path_hold(path, i, player, hold);     the next paths take step i, too
 *      held_path_cut(path, length);                     so many steps are held
 *      held_path_add(path, value);                a simulation through all held steps
 *      for (; i < path->length && held_path_is_sure(path, i); i++)
 *          step i holds, without a look at its node
 *      pending_t pending = held_path_take(path, i);     for the edge of step i
 * A path goes through all held steps. So what their edges have not been given is what has
 * been added since they were given something last, and two sums are all that has to be
 * kept of it; sums of whole numbers do not depend on their order. What is left of each
 * hold is counted in arrays, for lanes.
 * Owns: nothing.   Threads: one.   Errors: none.
 */
#ifndef MCTS_HELD_PATH_H
#define MCTS_HELD_PATH_H

#include "mcts/select/held_edge.h"
#include "mcts/tree/value.h"

#include <assert.h>

enum { HELD_PATH_STEPS = 128, HELD_PATH_BLOCK = 4 };

typedef struct held_path {
    int length;      /* steps that are held: the first of the path */
    int sure;        /* of them so many, the first, are sure, and maybe more */
    uint32_t visits; /* of all simulations so far, of any number at the start */
    uint64_t values; /* of these, to player 1 */
    uint32_t given_visits[HELD_PATH_STEPS]; /* what these were when the edge was */
    uint64_t given_values[HELD_PATH_STEPS]; /* given what it had not been */
    /* Of holds. Negative: not sure. A value to player 1 adds (value ^ flip) - needed to
     * the lead, which is its complement for player 2. */
    _Alignas(16) uint32_t lead[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        visits_left[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        flip[HELD_PATH_STEPS + HELD_PATH_BLOCK],
        needed[HELD_PATH_STEPS + HELD_PATH_BLOCK];
} held_path_t;

/* Visits that an edge has not been given, and the sum of their values to its player. */
typedef struct pending {
    uint32_t visits, value_sum;
} pending_t;

static inline bool held_path_is_sure(const held_path_t *path, int i) {
    return (int32_t)(path->lead[i] | path->visits_left[i]) >= 0;
}

/* The hold of step i, of which nothing is pending, and of which the player is the mover;
 * hold->visits 0: it holds this time. */
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

/* Step i is not sure any more. */
static inline void held_path_loosen(held_path_t *path, int i) {
    if (i >= path->length)
        return;
    path->visits_left[i] = UINT32_MAX;
    path->sure = path->sure < i ? path->sure : i;
}

/* So many steps are held: the first. What is behind them in their block is never
 * negative. */
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

/* A simulation whose path begins with all held steps, with what they get of it. */
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

/* What is pending of step i; it is not any more. */
static inline pending_t held_path_take(held_path_t *path, int i) {
    uint32_t visits = path->visits - path->given_visits[i],
             value_sum = (uint32_t)(path->values - path->given_values[i]);
    path->given_visits[i] = path->visits;
    path->given_values[i] = path->values;
    return (pending_t){visits,
                       path->flip[i] ? visits * VALUE_ONE - value_sum : value_sum};
}

#endif
