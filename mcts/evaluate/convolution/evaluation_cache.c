#include "mcts/evaluate/convolution/evaluation_cache.h"

#include <stdlib.h>

/* An entry: this, the state, then actions and priors. Entries do not wrap around. */
typedef struct entry_head {
    uint32_t value, count;
    bounds_t bounds;
} entry_head_t;

enum { BYTES_A_SLOT = 512, MIN_ENTRIES = 4 };

static size_t entry_bytes(const game_t *game, int count) {
    size_t bytes = sizeof(entry_head_t) + (size_t)game->state_bytes +
                   (size_t)count * (sizeof(action_t) + sizeof(uint16_t));
    return (bytes + 7) / 8 * 8;
}

void evaluation_cache_init(evaluation_cache_t *cache, const game_t *game, size_t bytes) {
    *cache = (evaluation_cache_t){.game = game};
    if (bytes < MIN_ENTRIES * entry_bytes(game, game->max_legal))
        return;
    cache->num_slots = 1;
    while (cache->num_slots * BYTES_A_SLOT < bytes)
        cache->num_slots *= 2;
    cache->capacity = bytes;
    cache->ring = memory_new(bytes, 1);
    cache->slots = memory_new(cache->num_slots, sizeof *cache->slots);
}

void evaluation_cache_clear(evaluation_cache_t *cache) {
    free(cache->ring);
    free(cache->slots);
    *cache = (evaluation_cache_t){0};
}

static uint64_t *slot_of(const evaluation_cache_t *cache, const state_t *state) {
    return &cache->slots[game_hash(cache->game, state) & (cache->num_slots - 1)];
}

bool evaluation_cache_find(const evaluation_cache_t *cache, const state_t *state,
                           evaluation_t *evaluation) {
    if (cache->capacity == 0)
        return false;
    uint64_t slot = *slot_of(cache, state);
    size_t state_bytes = (size_t)cache->game->state_bytes;
    if (slot == 0 || cache->written - (slot - 1) > cache->capacity)
        return false; /* none, or overwritten */
    const unsigned char *entry = cache->ring + (slot - 1) % cache->capacity;
    entry_head_t head;
    memcpy(&head, entry, sizeof head);
    entry += sizeof head;
    if (memcmp(entry, state, state_bytes) != 0)
        return false;
    entry += state_bytes;
    evaluation->value = head.value;
    evaluation->bounds = head.bounds;
    evaluation->count = (int)head.count;
    memcpy(evaluation->actions, entry, head.count * sizeof(action_t));
    memcpy(evaluation->priors, entry + head.count * sizeof(action_t),
           head.count * sizeof(uint16_t));
    return true;
}

void evaluation_cache_add(evaluation_cache_t *cache, const state_t *state,
                          const evaluation_t *evaluation) {
    size_t bytes = entry_bytes(cache->game, evaluation->count);
    size_t state_bytes = (size_t)cache->game->state_bytes;
    if (cache->capacity == 0)
        return;
    size_t at = cache->written % cache->capacity;
    if (at + bytes > cache->capacity) /* the rest of the ring stays unused */
        cache->written += cache->capacity - at;
    *slot_of(cache, state) = cache->written + 1;
    unsigned char *entry = cache->ring + cache->written % cache->capacity;
    entry_head_t head = {.value = evaluation->value,
                         .count = (uint32_t)evaluation->count,
                         .bounds = evaluation->bounds};
    memcpy(entry, &head, sizeof head);
    entry += sizeof head;
    memcpy(entry, state, state_bytes);
    entry += state_bytes;
    memcpy(entry, evaluation->actions, head.count * sizeof(action_t));
    memcpy(entry + head.count * sizeof(action_t), evaluation->priors,
           head.count * sizeof(uint16_t));
    cache->written += bytes;
}
