/* pcg.h - random numbers: PCG-XSH-RR, 64 bits of state, 32 bits of output.
 * Use: pcg32_t rng = pcg32_seed(seed, stream);  uint32_t die = pcg32_below(&rng, 6);
 *      pcg32_t rng = pcg32_for(run_seed, game, ply, PURPOSE);
 * Owns: nothing; a generator is a value, copied by assignment. There is no global one.
 * Threads: a generator must not be shared by threads.
 * Source: M. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
 *      Algorithms for Random Number Generation, 2014; Lemire, Fast Random Integer
 *      Generation in an Interval, 2019. Tests compare it with the paper's C++ library.
 */
#ifndef CORE_PCG_H
#define CORE_PCG_H

#include <stdint.h>

typedef struct pcg32 {
    uint64_t state;
    uint64_t increment; /* odd; selects the stream */
} pcg32_t;

#define PCG32_MULTIPLIER UINT64_C(6364136223846793005)

/* The same generator as the reference library's pcg32(seed, stream). */
pcg32_t pcg32_seed(uint64_t seed, uint64_t stream);

/* The purpose of a generator: no two purposes in a run share a stream. */
typedef enum {
    PCG_FOR_SEARCH = 1, /* one search: playouts, tie breaks, root noise */
    PCG_FOR_CHOICE = 2, /* the action drawn from the visit counts */
    PCG_FOR_BENCH = 3,
    PCG_FOR_TEST = 4,
    PCG_FOR_OPENING = 5,         /* random openings, by opening number and attempt */
    PCG_FOR_JUDGE = 6,           /* the search that judges how balanced an opening is */
    PCG_FOR_EXPORT = 7,          /* sampled positions of a game and their images */
    PCG_FOR_NETWORK = 8,         /* random weights */
    PCG_FOR_PLAYOUT_CAP = 9,     /* which actions are searched with the full budget */
    PCG_FOR_RESIGNATION = 10,    /* which games are played on despite resignation */
    PCG_FOR_ENV = 11,            /* actions of fulcrum_env_sample */
    PCG_FOR_REANALYSIS = 12,     /* which positions are searched again, and that search */
    PCG_FOR_POSITIONS = 13,      /* games whose positions agents are evaluated on */
    PCG_FOR_TRAINING = 14,       /* first weights of a network; images of rows */
    PCG_FOR_TRAINING_ORDER = 15, /* of its slices of rows */
    PCG_FOR_PLAN = 16            /* playouts that measure how long games are */
} pcg_purpose_t;

/* The seed of one game of a run. */
uint64_t pcg_seed_of_game(uint64_t run_seed, uint64_t game);

/* The generator of (run seed, game number, ply) for one purpose only: thus game i of a
 * run depends on the configuration, the seed and i alone. */
pcg32_t pcg32_for(uint64_t run_seed, uint64_t game, uint64_t ply, pcg_purpose_t purpose);

/* A 64-bit mixing function (splitmix64's), for seeds and hashes. */
static inline uint64_t mix64(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The next 32 random bits. */
static inline uint32_t pcg32_next(pcg32_t *rng) {
    uint64_t old = rng->state;
    rng->state = old * PCG32_MULTIPLIER + rng->increment;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t rotation = (uint32_t)(old >> 59);
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31));
}

/* Exactly uniform in 0 ... bound-1 (no modulo bias); bound is at least 1. */
static inline __attribute__((always_inline)) uint32_t pcg32_below(pcg32_t *rng,
                                                                  uint32_t bound) {
    uint64_t product = (uint64_t)pcg32_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)pcg32_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Uniform in [0, 1) with 53 random bits. */
static inline double pcg32_real(pcg32_t *rng) {
    uint64_t high = pcg32_next(rng) >> 5, low = pcg32_next(rng) >> 6;
    return (double)(high << 26 | low) * 0x1p-53;
}

#endif
