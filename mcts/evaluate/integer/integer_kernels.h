/* integer_kernels.h - the sums of an integer network, with the processor's instructions;
 * all give the same numbers.
 * Use: const integer_kernels_t *kernels = integer_kernels_best();
 *      kernels->add(sums, weights, units, rows, count);
 *      kernels->activate(sums, units, x);
 * No sum overflows (integer_network_check), and integer sums do not depend on their
 * order: there is nothing in which two instruction sets could differ. What a kernel reads
 * as a vector is aligned to 64 bytes: sums, x, rows of weights. The environment variable
 * FULCRUM_KERNELS, the name of one, limits which is the best, for tests and measurements.
 */
#ifndef MCTS_INTEGER_KERNELS_H
#define MCTS_INTEGER_KERNELS_H

#include <stdint.h>

/* In ascending order of preference. */
typedef enum {
    INTEGER_KERNELS_PLAIN,   /* plain C, on every processor */
    INTEGER_KERNELS_WASM,    /* of WebAssembly, for play pages */
    INTEGER_KERNELS_RELAXED, /* the same, with relaxed SIMD */
    INTEGER_KERNELS_NEON,    /* of aarch64 */
    INTEGER_KERNELS_AVX2,    /* of x86-64 */
    INTEGER_KERNELS_AVX512,  /* with BW, VL and VNNI */
    INTEGER_KERNELS_COUNT
} integer_kernels_kind_t;

enum {
    INTEGER_OUT_STEP = 4 /* dots writes this many numbers at a time, past the last one */
};

typedef struct integer_kernels {
    const char *name;
    /* sums += (-=) the rows of a matrix of `units` columns; units: a multiple of 64. */
    void (*add)(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                int count);
    void (*subtract)(int16_t *sums, const int16_t *matrix, int units,
                     const uint16_t *rows, int count);
    /* out = c * c >> 9, c: the sum clipped to 0 ... 255. */
    void (*activate)(const int16_t *sums, int units, uint8_t *out);
    /* 32 units, each (bias + sum of weight * in) >> 6, clipped to 0 ... 127. groups: as
     * in integer_network.h; inputs: a multiple of 128. */
    void (*hidden)(const int8_t *groups, const int32_t *bias, int inputs,
                   const uint8_t *in, uint8_t *out);
    /* out[i] = row rows[i] of a matrix times `in`; width: 32, or a multiple of 128. */
    void (*dots)(const int8_t *matrix, int width, const uint16_t *rows, int count,
                 const uint8_t *in, int32_t *out);
} integer_kernels_t;

/* NULL: this processor or build lacks them. */
const integer_kernels_t *integer_kernels_of(integer_kernels_kind_t kind);

const integer_kernels_t *integer_kernels_best(void);

/* For integer_kernels_of: those of one kind of processor; NULL in builds for others. */
const integer_kernels_t *integer_kernels_wasm(void);
const integer_kernels_t *integer_kernels_relaxed(void);
const integer_kernels_t *integer_kernels_neon(void);
const integer_kernels_t *integer_kernels_avx2(void);
const integer_kernels_t *integer_kernels_avx512(void);

#endif
