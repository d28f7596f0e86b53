#include "core/game/state_set.h"

#include <stdlib.h>

void state_set_init(state_set_t *set, const game_t *game) {
    *set = (state_set_t){.game = game, .capacity = 64, .num_slots = 128};
    set->states = memory_new(set->capacity, (size_t)game->state_bytes);
    set->slots = memory_new(set->num_slots, sizeof *set->slots);
}

void state_set_clear(state_set_t *set) {
    free(set->states);
    free(set->slots);
    *set = (state_set_t){0};
}

void state_set_at(const state_set_t *set, size_t index, state_t *state) {
    REQUIRE(index < set->count);
    size_t bytes = (size_t)set->game->state_bytes;
    memcpy(state, set->states + index * bytes, bytes);
}

/* The slot of a state, or the free slot where it would go. */
static uint32_t *find_slot(const state_set_t *set, const state_t *state) {
    size_t bytes = (size_t)set->game->state_bytes, mask = set->num_slots - 1;
    size_t i = (size_t)game_hash(set->game, state) & mask;
    while (set->slots[i] &&
           memcmp(set->states + (set->slots[i] - 1) * bytes, state, bytes) != 0)
        i = (i + 1) & mask;
    return &set->slots[i];
}

static void grow(state_set_t *set) {
    REQUIRE(set->capacity < UINT32_MAX / 2);
    set->capacity *= 2;
    set->num_slots *= 2;
    set->states =
        memory_resize(set->states, set->capacity, (size_t)set->game->state_bytes);
    free(set->slots);
    set->slots = memory_new(set->num_slots, sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++) {
        state_t state;
        state_set_at(set, i, &state);
        *find_slot(set, &state) = (uint32_t)(i + 1);
    }
}

size_t state_set_index(state_set_t *set, const state_t *state) {
    uint32_t *slot = find_slot(set, state);
    if (*slot)
        return *slot - 1u;
    size_t bytes = (size_t)set->game->state_bytes, index = set->count;
    memcpy(set->states + index * bytes, state, bytes);
    *slot = (uint32_t)++set->count;
    if (set->count == set->capacity)
        grow(set);
    return index;
}

bool state_set_add(state_set_t *set, const state_t *state) {
    size_t before = set->count;
    return state_set_index(set, state) == before;
}
