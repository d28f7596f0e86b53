/* bits.h - sets of cells as bits of one or two machine words.
 * Use: while (set) { int bit = bits64_pop(&set); ... }
 * The 64-bit and 128-bit forms have the same functions. Sources compiled for BMI2 use it
 * (rules_build.h); the portable forms give the same results.
 * Errors: the set must contain the bit asked for.
 */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include <stdint.h>

typedef uint64_t bits64_t;
__extension__ typedef unsigned __int128 bits128_t;

#if defined(__BMI2__)
/* BMI2's pdep and pext. (To compile <immintrin.h> takes longer than to compile a game.)
 */
static inline uint64_t bits64_deposit(uint64_t bits, uint64_t mask) {
    return __builtin_ia32_pdep_di(bits, mask);
}
static inline uint64_t bits64_extract(uint64_t bits, uint64_t mask) {
    return __builtin_ia32_pext_di(bits, mask);
}
#endif

static inline int bits64_count(bits64_t set) {
    return __builtin_popcountll(set);
}

static inline int bits64_first(bits64_t set) {
    return __builtin_ctzll(set);
}

static inline bits64_t bits64_one(int bit) {
    return (bits64_t)1 << bit;
}

static inline int bits64_pop(bits64_t *set) {
    int bit = bits64_first(*set);
    *set &= *set - 1;
    return bit;
}

#if !defined(__BMI2__)
/* The first bit of the byte that contains the bit with `rank` lower bits in the set; the
 * bits of lower bytes are subtracted from the rank. Computes a prefix sum of bit counts
 * in each byte (Vigna, Broadword Implementation of Rank/Select Queries, 2008), then
 * counts the bytes whose sum is at most `rank`. */
static inline int bits64_select_byte(bits64_t set, int *rank) {
    const bits64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    bits64_t sums = set - ((set >> 1) & ones * 0x55);
    sums = (sums & ones * 0x33) + ((sums >> 2) & ones * 0x33);
    sums = ((sums + (sums >> 4)) & ones * 0x0f) * ones;
    bits64_t not_beyond = (((bits64_t)*rank * ones | highs) - sums) & highs;
    int byte = bits64_count(not_beyond) * 8;
    *rank -= (int)((sums << 8) >> byte & 0xff);
    return byte;
}
#endif

/* The bit with exactly `rank` lower bits in the set. */
static inline int bits64_select(bits64_t set, int rank) {
#if defined(__BMI2__)
    return bits64_first(bits64_deposit(bits64_one(rank), set));
#else
    /* The same within the byte, with each of its bits spread to a byte of its own. */
    const bits64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    int byte = bits64_select_byte(set, &rank);
    bits64_t bits = (set >> byte & 0xff) * ones & UINT64_C(0x8040201008040201);
    bits64_t sums = ((bits + (highs - ones)) >> 7 & ones) * ones;
    bits64_t not_beyond = (((bits64_t)rank * ones | highs) - sums) & highs;
    return byte + bits64_count(not_beyond);
#endif
}

/* The same bit as a set; without BMI2 faster for sets of few bits, where the loop over
 * the bits of a byte is predictable. */
static inline bits64_t bits64_pick(bits64_t set, int rank) {
#if defined(__BMI2__)
    return bits64_deposit(bits64_one(rank), set);
#else
    int byte = bits64_select_byte(set, &rank);
    for (set >>= byte; rank > 0; rank--)
        set &= set - 1;
    return (set & (0 - set)) << byte;
#endif
}

/* Moves the bits under a mask to the lowest places, in order (PEXT). */
typedef struct bits64_gather {
    bits64_t mask, moved[6]; /* moved[i]: bits moved down by 1 << i in step i */
    int moves;
} bits64_gather_t;

/* Warren, Hacker's Delight, 2013, 7-4 (compress). */
static inline bits64_gather_t bits64_gather_init(bits64_t mask) {
    bits64_gather_t gather = {.mask = mask, .moves = 0};
    bits64_t missing = ~mask << 1; /* their parity below a bit tells how far it moves */
    for (int i = 0; i < 6; i++) {
        bits64_t odd = missing;
        for (int by = 1; by < 64; by *= 2)
            odd ^= odd << by;
        gather.moved[i] = odd & mask;
        mask = (mask ^ gather.moved[i]) | gather.moved[i] >> (1 << i);
        missing &= ~odd;
        if (gather.moved[i])
            gather.moves = i + 1;
    }
    return gather;
}

static inline bits64_t bits64_gather(const bits64_gather_t *gather, bits64_t set) {
#if defined(__BMI2__)
    return bits64_extract(set, gather->mask);
#else
    set &= gather->mask;
    for (int i = 0; i < gather->moves; i++) {
        bits64_t moved = set & gather->moved[i];
        set = (set ^ moved) | moved >> (1 << i);
    }
    return set;
#endif
}

static inline int bits128_count(bits128_t set) {
    return bits64_count((bits64_t)set) + bits64_count((bits64_t)(set >> 64));
}

static inline int bits128_first(bits128_t set) {
    bits64_t low = (bits64_t)set;
    return low ? bits64_first(low) : 64 + bits64_first((bits64_t)(set >> 64));
}

static inline bits128_t bits128_one(int bit) {
    return (bits128_t)1 << bit;
}

static inline int bits128_pop(bits128_t *set) {
    int bit = bits128_first(*set);
    *set &= *set - 1;
    return bit;
}

/* Branchless: the branch would be unpredictable. */
static inline int bits128_select(bits128_t set, int rank) {
    bits64_t low = (bits64_t)set, high = (bits64_t)(set >> 64);
    int in_low = bits64_count(low), beyond = rank >= in_low;
    bits64_t word = low ^ ((low ^ high) & (0 - (bits64_t)beyond));
    return 64 * beyond + bits64_select(word, rank - (in_low & -beyond));
}

static inline bits128_t bits128_pick(bits128_t set, int rank) {
    return bits128_one(bits128_select(set, rank));
}

#endif
