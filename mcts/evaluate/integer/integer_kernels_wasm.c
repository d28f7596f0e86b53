/* The kernels with WebAssembly's vectors, for play pages. These have products of bytes
 * only in their relaxed form; without it bytes are loaded as numbers of 16 bits, whose
 * products are added in pairs to 32 bits. */
#include "mcts/evaluate/integer/integer_kernels.h"

#include "mcts/evaluate/integer/integer_network.h"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))

/* Vectors of a row's sums held in registers at a time: 64 columns. */
enum { LANES = 8, AT_ONCE = 8, DOTS = 4 };

INLINE void add_all(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                    int count, bool adds) {
    for (int column = 0; column < units; column += AT_ONCE * LANES) {
        v128_t kept[AT_ONCE];
        for (int v = 0; v < AT_ONCE; v++)
            kept[v] = wasm_v128_load(sums + column + v * LANES);
        for (int i = 0; i < count; i++) {
            const int16_t *row = matrix + (size_t)rows[i] * (size_t)units + column;
            for (int v = 0; v < AT_ONCE; v++) {
                v128_t weights = wasm_v128_load(row + v * LANES);
                kept[v] = adds ? wasm_i16x8_add(kept[v], weights)
                               : wasm_i16x8_sub(kept[v], weights);
            }
        }
        for (int v = 0; v < AT_ONCE; v++)
            wasm_v128_store(sums + column + v * LANES, kept[v]);
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

INLINE v128_t activated(const int16_t *sums) {
    v128_t clamped = wasm_i16x8_min(
        wasm_i16x8_max(wasm_v128_load(sums), wasm_i16x8_splat(0)), wasm_i16x8_splat(255));
    return wasm_u16x8_shr(wasm_i16x8_mul(clamped, clamped), 9);
}

static void activate(const int16_t *sums, int units, uint8_t *out) {
    for (int k = 0; k < units; k += 2 * LANES)
        wasm_v128_store(out + k, wasm_u8x16_narrow_i16x8(activated(sums + k),
                                                         activated(sums + k + LANES)));
}

/* 16 units from their sums. */
INLINE void store_units(const v128_t sums[4], uint8_t *out) {
    v128_t units[4];
    for (int v = 0; v < 4; v++)
        units[v] = wasm_i32x4_min(wasm_i32x4_shr(sums[v], 6), wasm_i32x4_splat(127));
    /* Narrowing makes negative numbers 0. */
    wasm_v128_store(out,
                    wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(units[0], units[1]),
                                            wasm_i16x8_narrow_i32x4(units[2], units[3])));
}

/* The sums of a's four lanes, of b's, of c's and of d's. */
INLINE v128_t fold(v128_t a, v128_t b, v128_t c, v128_t d) {
    v128_t ab = wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5),
                               wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
    v128_t cd = wasm_i32x4_add(wasm_i32x4_shuffle(c, d, 0, 4, 1, 5),
                               wasm_i32x4_shuffle(c, d, 2, 6, 3, 7));
    return wasm_i32x4_add(wasm_i32x4_shuffle(ab, cd, 0, 1, 4, 5),
                          wasm_i32x4_shuffle(ab, cd, 2, 3, 6, 7));
}

/* Adds to each of 4 sums the products of 2 of 8 bytes with numbers of 16 bits. */
INLINE v128_t add_products(v128_t sums, v128_t x, const int8_t *bytes) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(bytes)));
}

/* Adds to each of 4 sums the products of 4 of 16 bytes with those of x, by
 * i32x4.relaxed_dot_i8x16_i7x16_add_s, of which these bytes leave nothing undefined, and
 * which clang 14 cannot name. Browsers without it refuse a module that has it: where
 * play_worker.js finds the unused number, it replaces the three bytes. */
INLINE v128_t add_dots(v128_t sums, v128_t x, const int8_t *bytes) {
    __asm__("local.get %1\n\tlocal.get %2\n\tlocal.get %0\n\t"
            "i32.const 0x646f7473\n\tdrop\n\t"
            ".byte 0xfd, 0x93, 0x02\n\tlocal.set %0"
            : "+r"(sums)
            : "r"(wasm_v128_load(bytes)), "r"(x));
    return sums;
}

INLINE void dots_by(const int8_t *matrix, int width, const uint16_t *rows, int count,
                    const uint8_t *in, int32_t *out, bool relaxed) {
    const int bytes = relaxed ? 16 : 8;
    for (int i = 0; i < count; i += DOTS) {
        const int8_t *from[DOTS];
        v128_t sums[DOTS];
        for (int r = 0; r < DOTS; r++) {
            from[r] = matrix + (size_t)rows[i + r < count ? i + r : i] * (size_t)width;
            sums[r] = wasm_i32x4_splat(0);
        }
        for (int k = 0; k < width; k += bytes) {
            v128_t x = relaxed ? wasm_v128_load(in + k) : wasm_i16x8_load8x8(in + k);
            for (int r = 0; r < DOTS; r++)
                sums[r] = relaxed ? add_dots(sums[r], x, from[r] + k)
                                  : add_products(sums[r], x, from[r] + k);
        }
        wasm_v128_store(out + i, fold(sums[0], sums[1], sums[2], sums[3]));
    }
}

/* --- Bytes as numbers of 16 bits ---------------------------------------------------- */

static void hidden(const int8_t *groups, const int32_t *bias, int inputs,
                   const uint8_t *in, uint8_t *out) {
    /* 16 units at a time, as there are 16 registers. */
    enum { GROUP = 4, UNITS = 2, VECTORS = 8, HALF = UNITS * VECTORS };
    for (int half = 0; half < INTEGER_HIDDEN; half += HALF) {
        const int8_t *from = groups + GROUP * half;
        v128_t parts[VECTORS], sums[4]; /* two parts of each sum */
        for (int v = 0; v < VECTORS; v++)
            parts[v] = wasm_i32x4_splat(0);
        for (int i = 0; i < inputs; i += GROUP, from += GROUP * INTEGER_HIDDEN) {
            v128_t x = wasm_i16x8_extend_low_i8x16(wasm_v128_load32_splat(in + i));
            for (int v = 0; v < VECTORS; v++)
                parts[v] = add_products(parts[v], x, from + GROUP * UNITS * v);
        }
        for (int v = 0; v < 4; v++) {
            v128_t low = parts[2 * v], high = parts[2 * v + 1];
            v128_t sum = wasm_i32x4_add(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6),
                                        wasm_i32x4_shuffle(low, high, 1, 3, 5, 7));
            sums[v] = wasm_i32x4_add(sum, wasm_v128_load(bias + half + 4 * v));
        }
        store_units(sums, out + half);
    }
}

static void dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                 const uint8_t *in, int32_t *out) {
    dots_by(matrix, width, rows, count, in, out, false);
}

const integer_kernels_t *integer_kernels_wasm(void) {
    static const integer_kernels_t kernels = {.name = "wasm",
                                              .add = add,
                                              .subtract = subtract,
                                              .activate = activate,
                                              .hidden = hidden,
                                              .dots = dots};
    return &kernels;
}

/* --- Relaxed SIMD ------------------------------------------------------------------- */

static void relaxed_hidden(const int8_t *groups, const int32_t *bias, int inputs,
                           const uint8_t *in, uint8_t *out) {
    enum { VECTORS = INTEGER_HIDDEN / 4, BYTES = 16 };
    v128_t sums[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sums[v] = wasm_v128_load(bias + 4 * v);
    for (int i = 0; i < inputs; i += 4, groups += BYTES * VECTORS) {
        v128_t x = wasm_v128_load32_splat(in + i);
        for (int v = 0; v < VECTORS; v++)
            sums[v] = add_dots(sums[v], x, groups + BYTES * v);
    }
    store_units(sums, out);
    store_units(sums + 4, out + 16);
}

static void relaxed_dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                         const uint8_t *in, int32_t *out) {
    dots_by(matrix, width, rows, count, in, out, true);
}

/* Whether the instruction has not been replaced. */
static bool has_relaxed_dots(void) {
    static const int8_t bytes[16] = {1, 2, 3, 4};
    v128_t sums = add_dots(wasm_i32x4_splat(-70), wasm_i8x16_splat(7), bytes);
    return wasm_i32x4_extract_lane(sums, 0) == 0 &&
           wasm_i32x4_extract_lane(sums, 1) == -70;
}

const integer_kernels_t *integer_kernels_relaxed(void) {
    static const integer_kernels_t kernels = {.name = "relaxed",
                                              .add = add,
                                              .subtract = subtract,
                                              .activate = activate,
                                              .hidden = relaxed_hidden,
                                              .dots = relaxed_dots};
    return has_relaxed_dots() ? &kernels : NULL;
}

#else

const integer_kernels_t *integer_kernels_wasm(void) {
    return NULL;
}

const integer_kernels_t *integer_kernels_relaxed(void) {
    return NULL;
}

#endif
