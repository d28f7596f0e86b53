/* state_set.h - a set of states of one game.
 * Use: state_set_t set; state_set_init(&set, game);
 *      if (state_set_add(&set, &state)) { ... new ... }
 *      for (size_t i = 0; i < set.count; i++) state_set_at(&set, i, &state);
 *      state_set_clear(&set);
 * States are kept in the order in which they were added.
 * Owns: its memory, which grows.
 * Threads: one thread per set.
 */
#ifndef CORE_STATE_SET_H
#define CORE_STATE_SET_H

#include "core/game/game.h"

typedef struct state_set {
    const game_t *game;
    unsigned char *states; /* count * game->state_bytes */
    uint32_t *slots;       /* hash table of 1 + index, 0: free */
    size_t count, capacity, num_slots;
} state_set_t;

void state_set_init(state_set_t *set, const game_t *game);
void state_set_clear(state_set_t *set);
bool state_set_add(state_set_t *set, const state_t *state); /* false: already there */
/* The index of a state, which is added if it is missing. */
size_t state_set_index(state_set_t *set, const state_t *state);
void state_set_at(const state_set_t *set, size_t index, state_t *state);

#endif
