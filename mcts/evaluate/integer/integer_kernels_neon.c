/* The kernels with NEON, which every aarch64 processor has. Input bytes are at most 127,
 * so they can be treated as signed; two of their products with weights from -127 to 127,
 * at most 2 * 127 * 127 = 32258, fit 16 bits. */
#include "mcts/evaluate/integer/integer_kernels.h"

#include "mcts/evaluate/integer/integer_network.h"

#if defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>
#include <stdbool.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* Vectors of a row's sums held in registers at a time: 64 columns. */
enum { LANES = 8, AT_ONCE = 8 };

INLINE void add_all(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                    int count, bool adds) {
    for (int column = 0; column < units; column += AT_ONCE * LANES) {
        int16x8_t kept[AT_ONCE];
        for (int v = 0; v < AT_ONCE; v++)
            kept[v] = vld1q_s16(sums + column + v * LANES);
        for (int i = 0; i < count; i++) {
            const int16_t *row = matrix + (size_t)rows[i] * (size_t)units + column;
            for (int v = 0; v < AT_ONCE; v++) {
                int16x8_t weights = vld1q_s16(row + v * LANES);
                kept[v] =
                    adds ? vaddq_s16(kept[v], weights) : vsubq_s16(kept[v], weights);
            }
        }
        for (int v = 0; v < AT_ONCE; v++)
            vst1q_s16(sums + column + v * LANES, kept[v]);
    }
}

static void add(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                int count) {
    add_all(sums, matrix, units, rows, count, true);
}

static void subtract(int16_t *sums, const int16_t *matrix, int units,
                     const uint16_t *rows, int count) {
    add_all(sums, matrix, units, rows, count, false);
}

static void activate(const int16_t *sums, int units, uint8_t *out) {
    for (int k = 0; k < units; k += LANES) {
        int16x8_t clamped =
            vminq_s16(vmaxq_s16(vld1q_s16(sums + k), vdupq_n_s16(0)), vdupq_n_s16(255));
        uint16x8_t square = vreinterpretq_u16_s16(vmulq_s16(clamped, clamped));
        vst1_u8(out + k, vmovn_u16(vshrq_n_u16(square, 9)));
    }
}

/* Adds to each of 4 sums the products of its 4 bytes. */
INLINE int32x4_t add_products(int32x4_t sums, int8x16_t in, int8x16_t weights) {
    int16x8_t low = vmull_s8(vget_low_s8(in), vget_low_s8(weights));
    int16x8_t high = vmull_high_s8(in, weights);
    return vpadalq_s16(sums, vpaddq_s16(low, high));
}

static void hidden(const int8_t *groups, const int32_t *bias, int inputs,
                   const uint8_t *in, uint8_t *out) {
    enum { UNITS = 4, VECTORS = INTEGER_HIDDEN / UNITS, BYTES = 16 };
    int32x4_t sums[VECTORS];
    int16x4_t halves[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sums[v] = vld1q_s32(bias + UNITS * v);
    for (int i = 0; i < inputs; i += 4, groups += BYTES * VECTORS) {
        int32_t four;
        memcpy(&four, in + i, sizeof four);
        int8x16_t x = vreinterpretq_s8_s32(vdupq_n_s32(four));
        for (int v = 0; v < VECTORS; v++)
            sums[v] = add_products(sums[v], x, vld1q_s8(groups + BYTES * v));
    }
    for (int v = 0; v < VECTORS; v++)
        halves[v] = vmovn_s32(vminq_s32(
            vmaxq_s32(vshrq_n_s32(sums[v], 6), vdupq_n_s32(0)), vdupq_n_s32(127)));
    for (int v = 0; v < VECTORS; v += 2)
        vst1_u8(out + UNITS * v,
                vreinterpret_u8_s8(vmovn_s16(vcombine_s16(halves[v], halves[v + 1]))));
}

static void dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                 const uint8_t *in, int32_t *out) {
    enum { BYTES = 16 };
    for (int i = 0; i < count; i++) {
        const int8_t *row = matrix + (size_t)rows[i] * (size_t)width;
        int32x4_t sums = vdupq_n_s32(0);
        for (int k = 0; k < width; k += BYTES) {
            int8x16_t x = vreinterpretq_s8_u8(vld1q_u8(in + k)),
                      weights = vld1q_s8(row + k);
            int16x8_t products = vmull_s8(vget_low_s8(x), vget_low_s8(weights));
            sums = vpadalq_s16(sums, vmlal_high_s8(products, x, weights));
        }
        out[i] = vaddvq_s32(sums);
    }
}

const integer_kernels_t *integer_kernels_neon(void) {
    static const integer_kernels_t kernels = {.name = "neon",
                                              .add = add,
                                              .subtract = subtract,
                                              .activate = activate,
                                              .hidden = hidden,
                                              .dots = dots};
    return &kernels;
}

#else

const integer_kernels_t *integer_kernels_neon(void) {
    return NULL;
}

#endif
