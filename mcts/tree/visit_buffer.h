/* untold.h - visits that a thread keeps to itself for a while, where edges have many.
 * Use: untold_t *untold = untold_new(threads, virtual_loss);       each thread's own
 *      if (untold_takes(untold, edge_visits(edge))) ...      the way down writes nothing,
 *          untold_add(untold, edge, value);            and the way up adds to the thread's
 *      untold_tell(untold);                        at the end of its piece of work: all of it
 *      untold_free(untold);
 * Every simulation goes through the few busiest edges of a tree. If each wrote to them, on
 * its way down and up, their cache lines would wander from processor to processor, and
 * selection, which reads all edges of a node, would wait for them. A virtual loss says
 * nothing on an edge with many visits, and one visit more hardly anything: there a thread
 * adds up its own visits and their values, and tells the tree when they have become a
 * sizeable part of those that it knows, or when another edge takes their slot.
 * Until then nobody selects by them, not the thread itself either. All threads' untold
 * visits together are at most a 16th of an edge's with two threads, a 64th with four: what
 * did not cost strength when it was measured (README.md).
 * Owns: its slots.   Threads: one each; the edges may be everybody's.
 * Errors: none.
 */
#ifndef MCTS_UNTOLD_H
#define MCTS_UNTOLD_H

#include "mcts/tree.h"

#include <stdlib.h>

enum {
    UNTOLD_SLOTS = 256,
    /* One of N threads keeps 1 / (4 N^3) of an edge's visits. */
    UNTOLD_PART_BITS = 2,
    UNTOLD_BITS_A_DOUBLING = 3
};

typedef struct untold {
    uint32_t least_visits; /* an edge with fewer is told at once */
    int part_bits;         /* of this thread: visits >> part_bits */
    struct {
        edge_t *edge; /* NULL: none */
        uint64_t stats;
    } slots[UNTOLD_SLOTS];
} untold_t;

static inline untold_t *untold_new(int threads, int virtual_loss) {
    untold_t *untold = memory_new(1, sizeof *untold);
    untold->part_bits = UNTOLD_PART_BITS;
    for (int doubled = 1; doubled < threads; doubled *= 2)
        untold->part_bits += UNTOLD_BITS_A_DOUBLING;
    /* Nor does a virtual loss move an edge by more. */
    uint64_t least = (uint64_t)(virtual_loss > 1 ? virtual_loss : 1) << untold->part_bits;
    untold->least_visits = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
    return untold;
}

static inline void untold_free(untold_t *untold) {
    free(untold);
}

static inline bool untold_takes(const untold_t *untold, uint32_t visits) {
    return visits >= untold->least_visits;
}

static inline void untold_tell_slot(untold_t *untold, uint32_t slot) {
    if (untold->slots[slot].stats != 0)
        atomic_fetch_add_explicit(&untold->slots[slot].edge->stats,
                                  untold->slots[slot].stats, memory_order_relaxed);
    untold->slots[slot].stats = 0;
}

/* Adds one visit of this value to an edge. */
static inline void untold_add(untold_t *untold, edge_t *edge, uint32_t value) {
    uint32_t slot = (uint32_t)((uintptr_t)edge / sizeof *edge) % UNTOLD_SLOTS;
    if (untold->slots[slot].edge != edge) {
        untold_tell_slot(untold, slot);
        untold->slots[slot].edge = edge;
    }
    untold->slots[slot].stats += ((uint64_t)1 << VALUE_BITS) + value;
    if (stats_visits(untold->slots[slot].stats) >= edge_visits(edge) >> untold->part_bits)
        untold_tell_slot(untold, slot);
}

static inline void untold_tell(untold_t *untold) {
    for (uint32_t slot = 0; slot < UNTOLD_SLOTS; slot++)
        untold_tell_slot(untold, slot);
}

#endif
