/* evaluation_cache.h - what a network has said of positions, kept for when they come again.
 * Use: evaluation_cache_t cache;  evaluation_cache_init(&cache, game, bytes);
 *      if (!evaluation_cache_find(&cache, &state, &evaluation)) {
 *          ... evaluate ...   evaluation_cache_add(&cache, &state, &evaluation);
 *      }
 *      evaluation_cache_clear(&cache);
 * A position is found by its hash and compared whole: what is found is of that very state.
 * The newest entries are kept, as many as fit into the bytes; 0 bytes: none is.
 * Owns: its memory, of a fixed size.   Threads: one caller at a time.   Errors: none.
 */
#ifndef MCTS_EVALUATION_CACHE_H
#define MCTS_EVALUATION_CACHE_H

#include "core/game/game.h"

/* What a network thinks of a position; decisions in ascending order. */
typedef struct evaluation {
    float score;     /* expected, to the player to move: 1 won, 1/2 drawn, 0 lost */
    float result[3]; /* probabilities: the mover wins, draws, loses */
    int count;
    action_t actions[GAME_MAX_LEGAL];
    uint16_t priors[GAME_MAX_LEGAL]; /* of 65535 */
} evaluation_t;

typedef struct evaluation_cache {
    const game_t *game;
    unsigned char *ring; /* entries one after the other, the oldest overwritten */
    size_t capacity;     /* bytes of the ring */
    uint64_t written;    /* bytes ever: where the next entry begins, modulo capacity */
    uint64_t *slots;     /* by hash: 1 + where an entry begins, counted as `written` is */
    size_t num_slots;    /* a power of two */
} evaluation_cache_t;

void evaluation_cache_init(evaluation_cache_t *cache, const game_t *game, size_t bytes);
void evaluation_cache_clear(evaluation_cache_t *cache);
bool evaluation_cache_find(const evaluation_cache_t *cache, const state_t *state,
                           evaluation_t *evaluation);
void evaluation_cache_add(evaluation_cache_t *cache, const state_t *state,
                          const evaluation_t *evaluation);

#endif
