#include "mcts/tree/visit_buffer.h"

#include <stdlib.h>

visit_buffer_t *visit_buffer_new(int threads, int virtual_loss) {
    visit_buffer_t *buffer = memory_new(1, sizeof *buffer);
    buffer->part_bits = VISIT_BUFFER_PART_BITS;
    for (int doubled = 1; doubled < threads; doubled *= 2)
        buffer->part_bits += VISIT_BUFFER_BITS_PER_DOUBLING;
    /* So a virtual loss does not change an edge's visits by a larger share either. */
    uint64_t least = (uint64_t)(virtual_loss > 1 ? virtual_loss : 1) << buffer->part_bits;
    buffer->least_visits = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
    return buffer;
}

void visit_buffer_free(visit_buffer_t *buffer) {
    free(buffer);
}

void visit_buffer_flush(visit_buffer_t *buffer) {
    for (uint32_t slot = 0; slot < VISIT_BUFFER_SLOTS; slot++)
        visit_buffer_flush_slot(buffer, slot);
}
