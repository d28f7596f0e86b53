/* visit_buffer.h - a thread's pending visits: those of busy edges that it has not added
 * to the tree yet.
 * Use: one per thread:
 *      visit_buffer_t *buffer = visit_buffer_new(threads, virtual_loss);
 *      if (visit_buffer_accepts(buffer, edge_visits(edge)))
 *          visit_buffer_add(buffer, edge, 1, value);     in backup; such an edge gets
 *                                                   no virtual loss in selection
 *      visit_buffer_flush(buffer);           at the end of the thread's share of the work
 *      visit_buffer_free(buffer);
 * Every simulation passes through the few busiest edges of a tree. If each wrote to them
 * in selection and in backup, their cache lines would bounce between processors, and
 * selection, which reads all edges of a node, would wait for them. On an edge with many
 * visits a virtual loss changes nothing, and one more visit hardly anything. So a thread
 * accumulates its pending visits and their values, and adds them to the tree once they
 * are a sizeable fraction of the edge's, or when another edge takes their slot. Until
 * then selection does not see them, not even in the same thread. The pending visits in
 * all buffers together are at most 1/16 of an edge's with two threads, 1/64 with four;
 * steps that threads hold (held_steps.h) have at most as many again. No loss of strength
 * was seen with playouts; with a network two threads score 49.0 % [48.0, 49.9] at equal
 * simulations (experiments/threads).
 * Owns: its slots.   Threads: one per buffer; many may share the edges.
 */
#ifndef MCTS_VISIT_BUFFER_H
#define MCTS_VISIT_BUFFER_H

#include "mcts/tree/tree.h"

enum {
    VISIT_BUFFER_SLOTS = 256,
    /* Each of N threads may hold 1 / (4 N^3) of an edge's visits. */
    VISIT_BUFFER_PART_BITS = 2,
    VISIT_BUFFER_BITS_PER_DOUBLING = 3
};

typedef struct visit_buffer {
    uint32_t least_visits; /* edges with fewer have no pending visits */
    int part_bits;         /* at most visits >> part_bits are pending in this buffer */
    struct {
        edge_t *edge; /* NULL: none */
        uint64_t stats;
    } slots[VISIT_BUFFER_SLOTS];
} visit_buffer_t;

visit_buffer_t *visit_buffer_new(int threads, int virtual_loss);
void visit_buffer_free(visit_buffer_t *buffer); /* NULL is fine */

/* Adds all pending visits to their edges. */
void visit_buffer_flush(visit_buffer_t *buffer);

static inline bool visit_buffer_accepts(const visit_buffer_t *buffer, uint32_t visits) {
    return visits >= buffer->least_visits;
}

/* How many visits of an edge may be pending in this buffer. */
static inline uint32_t visit_buffer_most(const visit_buffer_t *buffer, uint32_t visits) {
    return visits >> buffer->part_bits;
}

static inline void visit_buffer_flush_slot(visit_buffer_t *buffer, uint32_t slot) {
    if (buffer->slots[slot].stats != 0)
        atomic_fetch_add_explicit(&buffer->slots[slot].edge->stats,
                                  buffer->slots[slot].stats, memory_order_relaxed);
    buffer->slots[slot].stats = 0;
}

/* Adds visits to an edge, with this sum of values. */
static inline void visit_buffer_add(visit_buffer_t *buffer, edge_t *edge, uint32_t visits,
                                    uint32_t value_sum) {
    uint32_t slot = (uint32_t)((uintptr_t)edge / sizeof *edge) % VISIT_BUFFER_SLOTS;
    if (buffer->slots[slot].edge != edge) {
        visit_buffer_flush_slot(buffer, slot);
        buffer->slots[slot].edge = edge;
    }
    buffer->slots[slot].stats += ((uint64_t)visits << VALUE_BITS) + value_sum;
    if (stats_visits(buffer->slots[slot].stats) >=
        visit_buffer_most(buffer, edge_visits(edge)))
        visit_buffer_flush_slot(buffer, slot);
}

#endif
