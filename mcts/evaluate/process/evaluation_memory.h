/* evaluation_memory.h - the arrays in which an outside evaluator finds positions and
 * writes its evaluations; PROTOCOL.md defines them.
 * Use: evaluation_memory_t memory;
 *      if (!evaluation_memory_init(&memory, game, buffers, batch, descriptor)) ... errno
 *      evaluation_memory_write(&memory, buffer, row, &state, &evaluation);
 *      memcpy(&value, evaluation_memory_row(&memory, ARRAY_VALUE, buffer, row), 4);
 *      evaluation_memory_clear(&memory);
 * Owns: the mapping, or plain memory if there is no descriptor (-1).
 * Threads: different rows may be written and read concurrently.
 * Errors: of init: no memory of this size.
 */
#ifndef MCTS_EVALUATION_MEMORY_H
#define MCTS_EVALUATION_MEMORY_H

#include "core/game/game.h"

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct evaluation evaluation_t; /* mcts/evaluate/evaluator.h */

typedef enum {
    ARRAY_PLANES, /* only for games with planes */
    ARRAY_STATE,
    ARRAY_SIDE,
    ARRAY_COUNT,
    ARRAY_LEGAL,
    ARRAY_VALUE,
    ARRAY_POLICY,
    ARRAY_HEADS, /* constant; only for games with planes */
    ARRAY_KINDS
} array_kind_t;

typedef struct evaluation_memory {
    const game_t *game;
    int buffers, batch;
    bool mapped;
    unsigned char *bytes;
    size_t size;
    size_t offsets[ARRAY_KINDS], row_bytes[ARRAY_KINDS];
} evaluation_memory_t;

bool evaluation_memory_init(evaluation_memory_t *memory, const game_t *game, int buffers,
                            int batch, int descriptor);
void evaluation_memory_clear(evaluation_memory_t *memory);

/* {"planes": {"type": "uint8", "offset": 0, "shape": [...]}, ...} */
cJSON *evaluation_memory_json(const evaluation_memory_t *memory);

/* Writes a position that is not over, and the legal actions of its evaluation. */
void evaluation_memory_write(const evaluation_memory_t *memory, int buffer, int row,
                             const state_t *state, const evaluation_t *evaluation);

static inline unsigned char *evaluation_memory_row(const evaluation_memory_t *memory,
                                                   array_kind_t kind, int buffer,
                                                   int row) {
    size_t number = (size_t)buffer * (size_t)memory->batch + (size_t)row;
    return memory->bytes + memory->offsets[kind] + number * memory->row_bytes[kind];
}

#endif
