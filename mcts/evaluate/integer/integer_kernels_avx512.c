/* The kernels with AVX-512 and VNNI, which adds four byte products to a 32-bit sum at
 * once. */
#include "mcts/evaluate/integer/integer_kernels.h"

#include "mcts/evaluate/integer/integer_network.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")))
#define INLINE AVX512 static inline __attribute__((always_inline))

/* Vectors of a row's sums held in registers at a time. */
enum { LANES = 32, AT_ONCE = 2, DOTS = 4 };

INLINE void add_columns(int16_t *sums, const int16_t *matrix, int units,
                        const uint16_t *rows, int count, int vectors, bool adds) {
    __m512i kept[2 * AT_ONCE];
    for (int v = 0; v < vectors; v++)
        kept[v] = _mm512_load_si512(sums + v * LANES);
    for (int i = 0; i < count; i++) {
        const int16_t *row = matrix + (size_t)rows[i] * (size_t)units;
        for (int v = 0; v < vectors; v++)
            kept[v] = adds
                          ? _mm512_add_epi16(kept[v], _mm512_load_si512(row + v * LANES))
                          : _mm512_sub_epi16(kept[v], _mm512_load_si512(row + v * LANES));
    }
    for (int v = 0; v < vectors; v++)
        _mm512_store_si512(sums + v * LANES, kept[v]);
}

INLINE void add_all(int16_t *sums, const int16_t *matrix, int units, const uint16_t *rows,
                    int count, bool adds) {
    int column = 0;
    for (; column + 2 * AT_ONCE * LANES <= units; column += 2 * AT_ONCE * LANES)
        add_columns(sums + column, matrix + column, units, rows, count, 2 * AT_ONCE,
                    adds);
    if (column < units)
        add_columns(sums + column, matrix + column, units, rows, count, AT_ONCE, adds);
}

AVX512 static void add(int16_t *sums, const int16_t *matrix, int units,
                       const uint16_t *rows, int count) {
    add_all(sums, matrix, units, rows, count, true);
}

AVX512 static void subtract(int16_t *sums, const int16_t *matrix, int units,
                            const uint16_t *rows, int count) {
    add_all(sums, matrix, units, rows, count, false);
}

AVX512 static void activate(const int16_t *sums, int units, uint8_t *out) {
    for (int k = 0; k < units; k += LANES) {
        __m512i clamped = _mm512_min_epi16(
            _mm512_max_epi16(_mm512_load_si512(sums + k), _mm512_setzero_si512()),
            _mm512_set1_epi16(255));
        __m512i squares = _mm512_srli_epi16(_mm512_mullo_epi16(clamped, clamped), 9);
        _mm256_store_si256((__m256i *)(void *)(out + k), _mm512_cvtepi16_epi8(squares));
    }
}

AVX512 static void hidden(const int8_t *groups, const int32_t *bias, int inputs,
                          const uint8_t *in, uint8_t *out) {
    enum { UNITS = 16, GROUPS = 2 }; /* two sums of each, to hide latency */
    __m512i sums[GROUPS][2];
    for (int half = 0; half < 2; half++) {
        sums[0][half] = _mm512_loadu_si512(bias + half * UNITS);
        sums[1][half] = _mm512_setzero_si512();
    }
    for (int i = 0; i < inputs; i += 4 * GROUPS)
        for (int g = 0; g < GROUPS; g++, groups += 4 * INTEGER_HIDDEN) {
            int32_t four;
            __builtin_memcpy(&four, in + i + 4 * g, sizeof four);
            for (int half = 0; half < 2; half++)
                sums[g][half] = _mm512_dpbusd_epi32(
                    sums[g][half], _mm512_set1_epi32(four),
                    _mm512_load_si512(groups + (size_t)half * 4 * UNITS));
        }
    for (int half = 0; half < 2; half++) {
        __m512i sum =
            _mm512_srai_epi32(_mm512_add_epi32(sums[0][half], sums[1][half]), 6);
        sum = _mm512_min_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()),
                               _mm512_set1_epi32(127));
        _mm_storeu_si128((__m128i *)(void *)(out + half * UNITS),
                         _mm512_cvtepi32_epi8(sum));
    }
}

INLINE __m256i fold(__m512i sums) {
    return _mm256_add_epi32(_mm512_castsi512_si256(sums),
                            _mm512_extracti64x4_epi64(sums, 1));
}

AVX512 static void dots(const int8_t *matrix, int width, const uint16_t *rows, int count,
                        const uint8_t *in, int32_t *out) {
    enum { BYTES = 64, HALF = 32 };
    for (int i = 0; i < count; i += DOTS) {
        __m256i sums[DOTS];
        for (int r = 0; r < DOTS; r++) {
            const int8_t *row =
                matrix + (size_t)rows[i + r < count ? i + r : i] * (size_t)width;
            __m512i sum = _mm512_setzero_si512();
            int k = 0;
            for (; k + BYTES <= width; k += BYTES)
                sum = _mm512_dpbusd_epi32(sum, _mm512_load_si512(in + k),
                                          _mm512_load_si512(row + k));
            sums[r] = fold(sum);
            if (k + HALF <= width)
                sums[r] = _mm256_dpbusd_epi32(
                    sums[r], _mm256_load_si256((const __m256i *)(const void *)(in + k)),
                    _mm256_load_si256((const __m256i *)(const void *)(row + k)));
        }
        __m256i folded = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]),
                                           _mm256_hadd_epi32(sums[2], sums[3]));
        _mm_storeu_si128((__m128i *)(void *)(out + i),
                         _mm_add_epi32(_mm256_castsi256_si128(folded),
                                       _mm256_extracti128_si256(folded, 1)));
    }
}

static bool is_here(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vnni");
}

const integer_kernels_t *integer_kernels_avx512(void) {
    static const integer_kernels_t kernels = {.name = "avx512",
                                              .add = add,
                                              .subtract = subtract,
                                              .activate = activate,
                                              .hidden = hidden,
                                              .dots = dots};
    return is_here() ? &kernels : NULL;
}

#else

const integer_kernels_t *integer_kernels_avx512(void) {
    return NULL;
}

#endif
