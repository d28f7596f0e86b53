/* train_kernels_of.h - the kernels for one set of instructions: only for train_kernels.c,
 * which includes it once for each.
 * Use: #define KERNEL(name) name##_avx2
 *      #define KERNEL_BYTES 32      of a vector
 *      #define KERNEL_TARGET __attribute__((target("avx2")))
 *      #include "selfplay/train/train_kernels_of.h"
 */
#include "selfplay/train/train_kernels.h"
#include "selfplay/train/train_math.h"

/* Blocks of columns whose sums stay in registers, four vectors wide: enough to hide the
 * latency of an addition. Vectors wider than the processor's do not stay there (gcc 12).
 * n is a multiple of 32, and of a block's columns but for its end. */
#define WIDE 4
#define KERNEL_INLINE KERNEL_TARGET static inline __attribute__((always_inline))
typedef float KERNEL(floats_t) __attribute__((vector_size(KERNEL_BYTES)));
typedef int16_t KERNEL(shorts_t) __attribute__((vector_size(KERNEL_BYTES)));
typedef int16_t KERNEL(halves_t) __attribute__((vector_size(KERNEL_BYTES / 2)));
enum { KERNEL(floats) = KERNEL_BYTES / 4, KERNEL(shorts) = KERNEL_BYTES / 2 };

KERNEL_TARGET static void KERNEL(add_rows)(int16_t *restrict sums,
                                           const int16_t *restrict matrix, int units,
                                           const uint16_t *restrict rows, int count) {
    for (int k = 0; k < units; k += 2 * KERNEL(shorts)) {
        KERNEL(shorts_t) block[2], row[2];
        memcpy(block, sums + k, sizeof block);
        for (int i = 0; i < count; i++) {
            memcpy(row, matrix + (size_t)rows[i] * (size_t)units + k, sizeof row);
            block[0] += row[0];
            block[1] += row[1];
        }
        memcpy(sums + k, block, sizeof block);
    }
}

KERNEL_INLINE void KERNEL(sum_block)(float *restrict sums, const float *restrict matrix,
                                     int n, const uint32_t *restrict rows, int count,
                                     const int vectors) {
    KERNEL(floats_t) block[WIDE] = {{0}}, row;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < vectors; v++) {
            memcpy(&row, matrix + (size_t)rows[i] * (size_t)n + v * KERNEL(floats),
                   sizeof row);
            block[v] += row;
        }
    memcpy(sums, block, (size_t)vectors * sizeof row);
}

KERNEL_TARGET static void KERNEL(sum_rows)(float *restrict sums,
                                           const float *restrict matrix, int n,
                                           const uint32_t *restrict rows, int count) {
    int k = 0;
    for (; k + WIDE * KERNEL(floats) <= n; k += WIDE * KERNEL(floats))
        KERNEL(sum_block)(sums + k, matrix + k, n, rows, count, WIDE);
    for (; k < n; k += KERNEL(floats))
        KERNEL(sum_block)(sums + k, matrix + k, n, rows, count, 1);
}

KERNEL_INLINE void KERNEL(scaled_block)(float *restrict sums,
                                        const int16_t *restrict matrix, int n,
                                        const uint32_t *restrict rows,
                                        const float *restrict factors, int count,
                                        const int vectors) {
    KERNEL(floats_t) block[WIDE];
    KERNEL(halves_t) row;
    memcpy(block, sums, (size_t)vectors * sizeof block[0]);
    for (int i = 0; i < count; i++)
        for (int v = 0; v < vectors; v++) {
            memcpy(&row, matrix + (size_t)rows[i] * (size_t)n + v * KERNEL(floats),
                   sizeof row);
            block[v] += factors[i] * __builtin_convertvector(row, KERNEL(floats_t));
        }
    memcpy(sums, block, (size_t)vectors * sizeof block[0]);
}

KERNEL_TARGET static void KERNEL(add_scaled_rows)(float *restrict sums,
                                                  const int16_t *restrict matrix, int n,
                                                  const uint32_t *restrict rows,
                                                  const float *restrict factors,
                                                  int count) {
    int k = 0;
    for (; k + WIDE * KERNEL(floats) <= n; k += WIDE * KERNEL(floats))
        KERNEL(scaled_block)(sums + k, matrix + k, n, rows, factors, count, WIDE);
    for (; k < n; k += KERNEL(floats))
        KERNEL(scaled_block)(sums + k, matrix + k, n, rows, factors, count, 1);
}

KERNEL_TARGET static void KERNEL(activate)(const int16_t *restrict sums, int n,
                                           int16_t *restrict clipped,
                                           int16_t *restrict x) {
    for (int k = 0; k < n; k++) {
        const int16_t above = sums[k] < 0 ? 0 : sums[k];
        const int16_t c = above > 255 ? 255 : above;
        clipped[k] = c;
        x[k] = (int16_t)((uint16_t)(c * c) >> 9);
    }
}

KERNEL_TARGET static int32_t KERNEL(dot)(const int16_t *restrict a,
                                         const int16_t *restrict b, int n) {
    int32_t sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

KERNEL_TARGET static void KERNEL(through_activation)(float *restrict gradient,
                                                     const int16_t *restrict clipped,
                                                     int n) {
    for (int k = 0; k < n; k++) {
        const int32_t slope = clipped[k] == 255 ? 0 : clipped[k];
        gradient[k] *= (float)slope * (1.0F / 256);
    }
}

KERNEL_TARGET static void KERNEL(step)(const train_step_t *step,
                                       const float *restrict gradient,
                                       float *restrict weights, float *restrict first,
                                       float *restrict second, float *restrict mean,
                                       int16_t *restrict rounded, int n) {
    const train_step_t s = *step;
    for (int k = 0; k < n; k++) {
        const float g = gradient[k] * s.scale;
        const float m = first[k] * BETA1 + g * (1 - BETA1);
        const float v = second[k] * BETA2 + g * g * (1 - BETA2);
        float w = weights[k] * s.keep - s.rate * m / (sqrtf(v) * s.root + EPSILON);
        w = train_clip(w, s.most);
        first[k] = m;
        second[k] = v;
        weights[k] = w;
        mean[k] += s.share * (w - mean[k]);
    }
    if (rounded)
        for (int k = 0; k < n; k++)
            rounded[k] = (int16_t)train_round(weights[k] * s.unit);
}

KERNEL_TARGET static void KERNEL(add_sizes)(int32_t *restrict sizes,
                                            const int16_t *restrict weights, int n) {
    for (int k = 0; k < n; k++)
        sizes[k] += weights[k] < 0 ? -weights[k] : weights[k];
}

static const train_kernels_t KERNEL(kernels) = {
    .name = KERNEL_NAME,
    .add_rows = KERNEL(add_rows),
    .activate = KERNEL(activate),
    .dot = KERNEL(dot),
    .sum_rows = KERNEL(sum_rows),
    .add_scaled_rows = KERNEL(add_scaled_rows),
    .through_activation = KERNEL(through_activation),
    .step = KERNEL(step),
    .add_sizes = KERNEL(add_sizes),
};

#undef WIDE
#undef KERNEL_INLINE
#undef KERNEL
#undef KERNEL_NAME
#undef KERNEL_BYTES
#undef KERNEL_TARGET
