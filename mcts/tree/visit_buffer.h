/* visit_buffer.h - visits that a thread keeps to itself for a while, where edges have many.
 * Use: visit_buffer_t *visit_buffer = visit_buffer_new(threads, virtual_loss);       each thread's own
 *      if (visit_buffer_accepts(visit_buffer, edge_visits(edge))) ...      the way down writes nothing,
 *          visit_buffer_add(visit_buffer, edge, value);            and the way up adds to the thread's
 *      visit_buffer_flush(visit_buffer);                        at the end of its piece of work: all of it
 *      visit_buffer_free(visit_buffer);
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
#ifndef MCTS_VISIT_BUFFER_H
#define MCTS_VISIT_BUFFER_H

#include "mcts/tree/tree.h"

#include <stdlib.h>

enum {
    VISIT_BUFFER_SLOTS = 256,
    /* One of N threads keeps 1 / (4 N^3) of an edge's visits. */
    VISIT_BUFFER_PART_BITS = 2,
    VISIT_BUFFER_BITS_PER_DOUBLING = 3
};

typedef struct visit_buffer {
    uint32_t least_visits; /* an edge with fewer is told at once */
    int part_bits;         /* of this thread: visits >> part_bits */
    struct {
        edge_t *edge; /* NULL: none */
        uint64_t stats;
    } slots[VISIT_BUFFER_SLOTS];
} visit_buffer_t;

static inline visit_buffer_t *visit_buffer_new(int threads, int virtual_loss) {
    visit_buffer_t *visit_buffer = memory_new(1, sizeof *visit_buffer);
    visit_buffer->part_bits = VISIT_BUFFER_PART_BITS;
    for (int doubled = 1; doubled < threads; doubled *= 2)
        visit_buffer->part_bits += VISIT_BUFFER_BITS_PER_DOUBLING;
    /* Nor does a virtual loss move an edge by more. */
    uint64_t least = (uint64_t)(virtual_loss > 1 ? virtual_loss : 1)
                     << visit_buffer->part_bits;
    visit_buffer->least_visits = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
    return visit_buffer;
}

static inline void visit_buffer_free(visit_buffer_t *visit_buffer) {
    free(visit_buffer);
}

static inline bool visit_buffer_accepts(const visit_buffer_t *visit_buffer,
                                        uint32_t visits) {
    return visits >= visit_buffer->least_visits;
}

static inline void visit_buffer_flush_slot(visit_buffer_t *visit_buffer, uint32_t slot) {
    if (visit_buffer->slots[slot].stats != 0)
        atomic_fetch_add_explicit(&visit_buffer->slots[slot].edge->stats,
                                  visit_buffer->slots[slot].stats, memory_order_relaxed);
    visit_buffer->slots[slot].stats = 0;
}

/* Adds one visit of this value to an edge. */
static inline void visit_buffer_add(visit_buffer_t *visit_buffer, edge_t *edge,
                                    uint32_t value) {
    uint32_t slot = (uint32_t)((uintptr_t)edge / sizeof *edge) % VISIT_BUFFER_SLOTS;
    if (visit_buffer->slots[slot].edge != edge) {
        visit_buffer_flush_slot(visit_buffer, slot);
        visit_buffer->slots[slot].edge = edge;
    }
    visit_buffer->slots[slot].stats += ((uint64_t)1 << VALUE_BITS) + value;
    if (stats_visits(visit_buffer->slots[slot].stats) >= edge_visits(edge) >>
        visit_buffer->part_bits)
        visit_buffer_flush_slot(visit_buffer, slot);
}

static inline void visit_buffer_flush(visit_buffer_t *visit_buffer) {
    for (uint32_t slot = 0; slot < VISIT_BUFFER_SLOTS; slot++)
        visit_buffer_flush_slot(visit_buffer, slot);
}

#endif
