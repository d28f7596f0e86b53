/* evaluation_cache.h - caches evaluations of positions.
 * Use: evaluation_cache_t cache;  evaluation_cache_init(&cache, game, bytes);
 *      if (!evaluation_cache_find(&cache, &state, &evaluation)) {
 *          ... evaluate ...   evaluation_cache_add(&cache, &state, &evaluation);
 *      }
 *      evaluation_cache_clear(&cache);
 * A position is found by its hash and compared completely, so a hit is for the same
 * state. The newest entries are kept, as many as fit into the bytes; 0 bytes: none.
 * Owns: its memory, of a fixed size.   Threads: one caller at a time.
 */
#ifndef MCTS_EVALUATION_CACHE_H
#define MCTS_EVALUATION_CACHE_H

#include "core/game/game.h"
#include "mcts/evaluate/evaluator.h"

typedef struct evaluation_cache {
    const game_t *game;
    unsigned char *ring; /* consecutive entries; the oldest are overwritten */
    size_t capacity;     /* bytes of the ring */
    uint64_t written;    /* total bytes: the next entry begins here modulo capacity */
    uint64_t *slots;     /* by hash: 1 + where an entry begins, counted like `written` */
    size_t num_slots;    /* a power of two */
} evaluation_cache_t;

void evaluation_cache_init(evaluation_cache_t *cache, const game_t *game, size_t bytes);
void evaluation_cache_clear(evaluation_cache_t *cache);
bool evaluation_cache_find(const evaluation_cache_t *cache, const state_t *state,
                           evaluation_t *evaluation);
void evaluation_cache_add(evaluation_cache_t *cache, const state_t *state,
                          const evaluation_t *evaluation);

#endif
