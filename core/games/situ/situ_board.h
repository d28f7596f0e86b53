/* situ_board.h - sets of nodes in WORDS words of 64 bits, and looking along lines over
 * them; included by situ_rules.h after WORDS is known. Bit i of word w is node 64w + i.
 * With one word all loops and the question of where a line leaves a word vanish.
 */
#ifndef CORE_SITU_BOARD_H
#define CORE_SITU_BOARD_H

#include "core/base/bits.h"

#include <stdbool.h>

typedef struct board {
    uint64_t word[WORDS];
} board_t;

static inline bool board_has(const board_t *set, int bit) {
    return (set->word[WORDS == 1 ? 0 : bit / 64] >> (bit % 64) & 1) != 0;
}

static inline void board_flip(board_t *set, int bit) {
    set->word[WORDS == 1 ? 0 : bit / 64] ^= bits64_one(bit % 64);
}

static inline int board_count(const board_t *set) {
    int count = 0;
    for (int w = 0; w < WORDS; w++)
        count += bits64_count(set->word[w]);
    return count;
}

/* The bit with exactly `rank` lower bits in the set. */
static inline int board_select(const board_t *set, int rank) {
    int w = 0;
    for (; w < WORDS - 1; w++) {
        int count = bits64_count(set->word[w]);
        if (rank < count)
            break;
        rank -= count;
    }
    return 64 * w + bits64_select(set->word[w], rank);
}

/* What is there to see: the nodes that stop a line, and the stones among them. */
typedef struct scene {
    board_t blockers, stones, enemies; /* enemies: the stones of one side */
} scene_t;

/* What a look from a node along a ray has seen. */
typedef struct sight {
    board_t nodes;  /* up to the first blocker, with it */
    uint64_t stone; /* not 0: the blocker is a stone */
    uint64_t enemy; /* not 0: the blocker is one of the enemies */
} sight_t;

/* Along a ray to higher nodes: the lowest blocker is the first. */
static inline sight_t look_up(const board_t *ray, const scene_t *scene) {
    sight_t sight = {.stone = 0, .enemy = 0};
    uint64_t open = ~UINT64_C(0);
    for (int w = 0; w < WORDS; w++) {
        uint64_t blockers = ray->word[w] & scene->blockers.word[w];
        uint64_t first = blockers & (0 - blockers) & open;
        sight.nodes.word[w] = ray->word[w] & (blockers ^ (blockers - 1)) & open;
        sight.stone |= first & scene->stones.word[w];
        sight.enemy |= first & scene->enemies.word[w];
        open &= blockers ? 0 : ~UINT64_C(0);
    }
    return sight;
}

/* Along a ray to lower nodes: the highest blocker is the first. */
static inline sight_t look_down(const board_t *ray, const scene_t *scene) {
    sight_t sight = {.stone = 0, .enemy = 0};
    uint64_t open = ~UINT64_C(0);
    for (int w = WORDS - 1; w >= 0; w--) {
        uint64_t blockers = ray->word[w] & scene->blockers.word[w];
        /* Without a blocker the lowest bit serves: it hides nothing. */
        uint64_t hidden = (UINT64_C(1) << (63 - __builtin_clzll(blockers | 1))) - 1;
        uint64_t first = blockers & ~hidden & open;
        sight.nodes.word[w] = ray->word[w] & ~hidden & open;
        sight.stone |= first & scene->stones.word[w];
        sight.enemy |= first & scene->enemies.word[w];
        open &= blockers ? 0 : ~UINT64_C(0);
    }
    return sight;
}

#endif
