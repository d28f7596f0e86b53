/* The kernels in plain C, and the choice of the best kernels. */
#include "mcts/evaluate/integer/integer_kernels.h"

#include "mcts/evaluate/integer/integer_network.h"

#include <stdlib.h>
#include <string.h>

/* --- Plain C: loops over all columns, which compilers vectorize --------------------- */

static void add(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                int count) {
    for (int i = 0; i < count; i++) {
        const int16_t *row = matrix + (size_t)rows[i] * (size_t)units;
        for (int k = 0; k < units; k++)
            sums[k] = (int16_t)(sums[k] + row[k]);
    }
}

static void subtract(int16_t *sums, const int16_t *matrix, int units,
                     const uint16_t *rows, int count) {
    for (int i = 0; i < count; i++) {
        const int16_t *row = matrix + (size_t)rows[i] * (size_t)units;
        for (int k = 0; k < units; k++)
            sums[k] = (int16_t)(sums[k] - row[k]);
    }
}

static void activate(const int16_t *sums, int units, uint8_t *out) {
    for (int k = 0; k < units; k++) {
        int clamped = sums[k] < 0 ? 0 : sums[k] > 255 ? 255 : sums[k];
        out[k] = (uint8_t)(clamped * clamped >> 9);
    }
}

static void hidden(const int8_t *groups, const int32_t *bias, int inputs,
                   const uint8_t *in, uint8_t *out) {
    int32_t sums[INTEGER_HIDDEN];
    memcpy(sums, bias, sizeof sums);
    for (int i = 0; i < inputs; i += 4, groups += 4 * INTEGER_HIDDEN)
        for (int unit = 0; unit < INTEGER_HIDDEN; unit++)
            sums[unit] += groups[4 * unit] * in[i] + groups[4 * unit + 1] * in[i + 1] +
                          groups[4 * unit + 2] * in[i + 2] +
                          groups[4 * unit + 3] * in[i + 3];
    for (int unit = 0; unit < INTEGER_HIDDEN; unit++) {
        int32_t sum = sums[unit] < 0 ? 0 : sums[unit] >> 6;
        out[unit] = (uint8_t)(sum > 127 ? 127 : sum);
    }
}

static void dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                 const uint8_t *in, int32_t *out) {
    for (int i = 0; i < count; i++) {
        const int8_t *row = matrix + (size_t)rows[i] * (size_t)width;
        int32_t sum = 0;
        for (int k = 0; k < width; k++)
            sum += row[k] * in[k];
        out[i] = sum;
    }
}

static const integer_kernels_t plain = {.name = "plain",
                                        .add = add,
                                        .subtract = subtract,
                                        .activate = activate,
                                        .hidden = hidden,
                                        .dots = dots};

/* --- The choice --------------------------------------------------------------------- */

const integer_kernels_t *integer_kernels_of(integer_kernels_kind_t kind) {
    switch (kind) {
    case INTEGER_KERNELS_WASM:
        return integer_kernels_wasm();
    case INTEGER_KERNELS_RELAXED:
        return integer_kernels_relaxed();
    case INTEGER_KERNELS_NEON:
        return integer_kernels_neon();
    case INTEGER_KERNELS_AVX2:
        return integer_kernels_avx2();
    case INTEGER_KERNELS_AVX512:
        return integer_kernels_avx512();
    case INTEGER_KERNELS_PLAIN:
    case INTEGER_KERNELS_COUNT:
        break;
    }
    return &plain;
}

const integer_kernels_t *integer_kernels_best(void) {
    static const char *const names[INTEGER_KERNELS_COUNT] = {"plain", "wasm", "relaxed",
                                                             "neon",  "avx2", "avx512"};
    const char *bound = getenv("FULCRUM_KERNELS");
    int kind = INTEGER_KERNELS_COUNT - 1;
    for (int i = 0; bound && i < INTEGER_KERNELS_COUNT; i++)
        kind = strcmp(bound, names[i]) == 0 ? i : kind;
    while (!integer_kernels_of((integer_kernels_kind_t)kind))
        kind--;
    return integer_kernels_of((integer_kernels_kind_t)kind);
}
