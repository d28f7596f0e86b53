/* The kernels with AVX2. Products of unsigned bytes up to 127 and signed bytes from -127
 * to 127 are added in pairs to 16 bits: at most 2 * 127 * 127 = 32258, which fits. */
#include "mcts/evaluate/integer/integer_kernels.h"

#include <stddef.h>

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#include <stdbool.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))

/* Vectors of a row's sums held in registers at a time. */
enum { LANES = 16, AT_ONCE = 4, DOTS = 4 };

INLINE void add_columns(__m256i *sums, const int16_t *matrix, int units,
                        const uint16_t *rows, int count, int vectors, bool adds) {
    __m256i kept[2 * AT_ONCE];
    for (int v = 0; v < vectors; v++)
        kept[v] = _mm256_load_si256(sums + v);
    for (int i = 0; i < count; i++) {
        const __m256i *row =
            (const __m256i *)(const void *)(matrix + (size_t)rows[i] * (size_t)units);
        for (int v = 0; v < vectors; v++)
            kept[v] = adds ? _mm256_add_epi16(kept[v], _mm256_load_si256(row + v))
                           : _mm256_sub_epi16(kept[v], _mm256_load_si256(row + v));
    }
    for (int v = 0; v < vectors; v++)
        _mm256_store_si256(sums + v, kept[v]);
}

INLINE void add_all(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                    int count, bool adds) {
    int column = 0;
    for (; column + 2 * AT_ONCE * LANES <= units; column += 2 * AT_ONCE * LANES)
        add_columns((__m256i *)(void *)(sums + column), matrix + column, units, rows,
                    count, 2 * AT_ONCE, adds);
    if (column < units)
        add_columns((__m256i *)(void *)(sums + column), matrix + column, units, rows,
                    count, AT_ONCE, adds);
}

AVX2 static void add(int16_t *sums, const int16_t *matrix, int units,
                     const uint16_t *rows, int count) {
    add_all(sums, matrix, units, rows, count, true);
}

AVX2 static void subtract(int16_t *sums, const int16_t *matrix, int units,
                          const uint16_t *rows, int count) {
    add_all(sums, matrix, units, rows, count, false);
}

INLINE __m256i activated(const int16_t *sums) {
    __m256i all = _mm256_load_si256((const __m256i *)(const void *)sums);
    __m256i clamped = _mm256_min_epi16(_mm256_max_epi16(all, _mm256_setzero_si256()),
                                       _mm256_set1_epi16(255));
    return _mm256_srli_epi16(_mm256_mullo_epi16(clamped, clamped), 9);
}

AVX2 static void activate(const int16_t *sums, int units, uint8_t *out) {
    enum { ORDER = 0xd8 }; /* packing interleaves halves: 0, 2, 1, 3 puts them back */
    for (int k = 0; k < units; k += 2 * LANES) {
        __m256i packed =
            _mm256_packus_epi16(activated(sums + k), activated(sums + k + LANES));
        _mm256_store_si256((__m256i *)(void *)(out + k),
                           _mm256_permute4x64_epi64(packed, ORDER));
    }
}

/* Adds to each of 8 sums the products of its 4 bytes. */
INLINE __m256i add_products(__m256i sums, __m256i in, __m256i weights) {
    __m256i pairs = _mm256_maddubs_epi16(in, weights);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

AVX2 static void hidden(const int8_t *groups, const int32_t *bias, int inputs,
                        const uint8_t *in, uint8_t *out) {
    enum { VECTORS = 4 };
    const __m256i *weights = (const __m256i *)(const void *)groups;
    __m256i sums[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sums[v] = _mm256_loadu_si256((const __m256i *)(const void *)(bias + 8 * v));
    for (int i = 0; i < inputs; i += 4, weights += VECTORS) {
        int32_t four;
        __builtin_memcpy(&four, in + i, sizeof four);
        for (int v = 0; v < VECTORS; v++)
            sums[v] = add_products(sums[v], _mm256_set1_epi32(four),
                                   _mm256_load_si256(weights + v));
    }
    for (int v = 0; v < VECTORS; v++)
        sums[v] = _mm256_min_epi32(
            _mm256_max_epi32(_mm256_srai_epi32(sums[v], 6), _mm256_setzero_si256()),
            _mm256_set1_epi32(127));
    __m256i packed = _mm256_packus_epi16(_mm256_packus_epi32(sums[0], sums[1]),
                                         _mm256_packus_epi32(sums[2], sums[3]));
    _mm256_storeu_si256(
        (__m256i *)(void *)out,
        _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
}

AVX2 static void dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                      const uint8_t *in, int32_t *out) {
    enum { BYTES = 32 };
    for (int i = 0; i < count; i += DOTS) {
        const int8_t *from[DOTS];
        __m256i sums[DOTS];
        for (int r = 0; r < DOTS; r++) {
            from[r] = matrix + (size_t)rows[i + r < count ? i + r : i] * (size_t)width;
            sums[r] = _mm256_setzero_si256();
        }
        for (int k = 0; k < width; k += BYTES) {
            __m256i x = _mm256_load_si256((const __m256i *)(const void *)(in + k));
            for (int r = 0; r < DOTS; r++)
                sums[r] = add_products(
                    sums[r], x,
                    _mm256_load_si256((const __m256i *)(const void *)(from[r] + k)));
        }
        __m256i folded = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]),
                                           _mm256_hadd_epi32(sums[2], sums[3]));
        _mm_storeu_si128((__m128i *)(void *)(out + i),
                         _mm_add_epi32(_mm256_castsi256_si128(folded),
                                       _mm256_extracti128_si256(folded, 1)));
    }
}

const integer_kernels_t *integer_kernels_avx2(void) {
    static const integer_kernels_t kernels = {.name = "avx2",
                                              .add = add,
                                              .subtract = subtract,
                                              .activate = activate,
                                              .hidden = hidden,
                                              .dots = dots};
    return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}

#else

const integer_kernels_t *integer_kernels_avx2(void) {
    return NULL;
}

#endif
