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
#else
/* Digit r of byte_places[b]: the place of the bit of b that has r lower bits in b. */
static const uint32_t byte_places[256] = {
    0x00000000, 0x00000000, 0x00000001, 0x00000010, 0x00000002, 0x00000020, 0x00000021,
    0x00000210, 0x00000003, 0x00000030, 0x00000031, 0x00000310, 0x00000032, 0x00000320,
    0x00000321, 0x00003210, 0x00000004, 0x00000040, 0x00000041, 0x00000410, 0x00000042,
    0x00000420, 0x00000421, 0x00004210, 0x00000043, 0x00000430, 0x00000431, 0x00004310,
    0x00000432, 0x00004320, 0x00004321, 0x00043210, 0x00000005, 0x00000050, 0x00000051,
    0x00000510, 0x00000052, 0x00000520, 0x00000521, 0x00005210, 0x00000053, 0x00000530,
    0x00000531, 0x00005310, 0x00000532, 0x00005320, 0x00005321, 0x00053210, 0x00000054,
    0x00000540, 0x00000541, 0x00005410, 0x00000542, 0x00005420, 0x00005421, 0x00054210,
    0x00000543, 0x00005430, 0x00005431, 0x00054310, 0x00005432, 0x00054320, 0x00054321,
    0x00543210, 0x00000006, 0x00000060, 0x00000061, 0x00000610, 0x00000062, 0x00000620,
    0x00000621, 0x00006210, 0x00000063, 0x00000630, 0x00000631, 0x00006310, 0x00000632,
    0x00006320, 0x00006321, 0x00063210, 0x00000064, 0x00000640, 0x00000641, 0x00006410,
    0x00000642, 0x00006420, 0x00006421, 0x00064210, 0x00000643, 0x00006430, 0x00006431,
    0x00064310, 0x00006432, 0x00064320, 0x00064321, 0x00643210, 0x00000065, 0x00000650,
    0x00000651, 0x00006510, 0x00000652, 0x00006520, 0x00006521, 0x00065210, 0x00000653,
    0x00006530, 0x00006531, 0x00065310, 0x00006532, 0x00065320, 0x00065321, 0x00653210,
    0x00000654, 0x00006540, 0x00006541, 0x00065410, 0x00006542, 0x00065420, 0x00065421,
    0x00654210, 0x00006543, 0x00065430, 0x00065431, 0x00654310, 0x00065432, 0x00654320,
    0x00654321, 0x06543210, 0x00000007, 0x00000070, 0x00000071, 0x00000710, 0x00000072,
    0x00000720, 0x00000721, 0x00007210, 0x00000073, 0x00000730, 0x00000731, 0x00007310,
    0x00000732, 0x00007320, 0x00007321, 0x00073210, 0x00000074, 0x00000740, 0x00000741,
    0x00007410, 0x00000742, 0x00007420, 0x00007421, 0x00074210, 0x00000743, 0x00007430,
    0x00007431, 0x00074310, 0x00007432, 0x00074320, 0x00074321, 0x00743210, 0x00000075,
    0x00000750, 0x00000751, 0x00007510, 0x00000752, 0x00007520, 0x00007521, 0x00075210,
    0x00000753, 0x00007530, 0x00007531, 0x00075310, 0x00007532, 0x00075320, 0x00075321,
    0x00753210, 0x00000754, 0x00007540, 0x00007541, 0x00075410, 0x00007542, 0x00075420,
    0x00075421, 0x00754210, 0x00007543, 0x00075430, 0x00075431, 0x00754310, 0x00075432,
    0x00754320, 0x00754321, 0x07543210, 0x00000076, 0x00000760, 0x00000761, 0x00007610,
    0x00000762, 0x00007620, 0x00007621, 0x00076210, 0x00000763, 0x00007630, 0x00007631,
    0x00076310, 0x00007632, 0x00076320, 0x00076321, 0x00763210, 0x00000764, 0x00007640,
    0x00007641, 0x00076410, 0x00007642, 0x00076420, 0x00076421, 0x00764210, 0x00007643,
    0x00076430, 0x00076431, 0x00764310, 0x00076432, 0x00764320, 0x00764321, 0x07643210,
    0x00000765, 0x00007650, 0x00007651, 0x00076510, 0x00007652, 0x00076520, 0x00076521,
    0x00765210, 0x00007653, 0x00076530, 0x00076531, 0x00765310, 0x00076532, 0x00765320,
    0x00765321, 0x07653210, 0x00007654, 0x00076540, 0x00076541, 0x00765410, 0x00076542,
    0x00765420, 0x00765421, 0x07654210, 0x00076543, 0x00765430, 0x00765431, 0x07654310,
    0x00765432, 0x07654320, 0x07654321, 0x76543210};
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

/* The bit with exactly `rank` lower bits in the set. */
static inline int bits64_select(bits64_t set, int rank) {
#if defined(__BMI2__)
    return bits64_first(bits64_deposit(bits64_one(rank), set));
#else
    /* Computes a prefix sum of bit counts in each byte (Vigna, Broadword Implementation
     * of Rank/Select Queries, 2008), then counts the bytes whose sum is at most `rank`.
     */
    const bits64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    bits64_t sums = set - ((set >> 1) & ones * 0x55);
    sums = (sums & ones * 0x33) + ((sums >> 2) & ones * 0x33);
    sums = ((sums + (sums >> 4)) & ones * 0x0f) * ones;
    bits64_t not_beyond = (((bits64_t)rank * ones | highs) - sums) & highs;
    int first = bits64_count(not_beyond) * 8;
    rank -= (int)((sums << 8) >> first & 0xff);
    return first + (int)(byte_places[set >> first & 0xff] >> 4 * rank & 7);
#endif
}

/* The same bit as a set. */
static inline bits64_t bits64_pick(bits64_t set, int rank) {
#if defined(__BMI2__)
    return bits64_deposit(bits64_one(rank), set);
#else
    return bits64_one(bits64_select(set, rank));
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
