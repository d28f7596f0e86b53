/* situ_board.h - sets of nodes in WORDS words of 64 bits, and lines of sight over them;
 * included by situ_rules.h after WORDS is defined. Bit i of word w is node 64w + i.
 * With one word all loops and all carries between words disappear.
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

static inline board_t board_one(int bit) {
    board_t one;
    for (int w = 0; w < WORDS; w++)
        one.word[w] = WORDS == 1 || bit / 64 == w ? bits64_one(bit % 64) : 0;
    return one;
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

static inline bool board_meets(const board_t *a, const board_t *b) {
    uint64_t common = 0;
    for (int w = 0; w < WORDS; w++)
        common |= a->word[w] & b->word[w];
    return common != 0;
}

/* The nodes seen along a ray to higher nodes: up to and including the lowest node that is
 * not empty. */
static inline board_t look_up(const board_t *ray, const board_t *empty) {
    board_t seen;
    uint64_t open = ~UINT64_C(0);
    for (int w = 0; w < WORDS; w++) {
        uint64_t blockers = ray->word[w] & ~empty->word[w];
        seen.word[w] = ray->word[w] & (blockers ^ (blockers - 1)) & open;
        open &= blockers ? 0 : ~UINT64_C(0);
    }
    return seen;
}

/* The same along a ray to lower nodes: down to the highest node that is not empty. */
static inline board_t look_down(const board_t *ray, const board_t *empty) {
    board_t seen;
    uint64_t open = ~UINT64_C(0);
    for (int w = WORDS - 1; w >= 0; w--) {
        uint64_t blockers = ray->word[w] & ~empty->word[w];
        /* Without a blocker the lowest bit stands in: it hides nothing. */
        int first = 63 ^ __builtin_clzll(blockers | 1);
        seen.word[w] = ray->word[w] & (~UINT64_C(0) << first) & open;
        open &= blockers ? 0 : ~UINT64_C(0);
    }
    return seen;
}

#endif
