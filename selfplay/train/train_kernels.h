/* train_kernels.h - the hot loops of training, with the processor's vectors; all give the
 * same bits.
 * Use: const train_kernels_t *kernels = train_kernels_best();
 *      kernels->sum_rows(gradient, of_sums, units, views, count);
 * Sums of floats are separate for each column: vectors hold different columns, and the
 * order over rows is the caller's. Sums over columns are of integers, exact in any order.
 * So widths cannot differ in a bit. n, units: multiples of 32; arrays are aligned to 64
 * bytes. The environment variable FULCRUM_KERNELS (plain, avx2, avx512) limits what is
 * used.
 */
#ifndef SELFPLAY_TRAIN_KERNELS_H
#define SELFPLAY_TRAIN_KERNELS_H

#include <stdint.h>

/* An array of weights as the optimizer sees it, in real units, and what a step does. */
typedef struct train_step {
    float scale; /* of the gradient: the kernel's is for weights in file units */
    float keep;  /* 1 - learning rate * weight decay */
    float rate;  /* learning rate / (1 - beta1^step) */
    float root;  /* 1 / sqrt(1 - beta2^step) */
    float share; /* of the new weights in the moving mean */
    float most;  /* weights are clipped to -most ... most */
    float unit;  /* file units of 1.0 */
} train_step_t;

typedef struct train_kernels {
    const char *name;
    /* sums += rows of a matrix of `units` columns; no sum leaves 16 bits. */
    void (*add_rows)(int16_t *restrict sums, const int16_t *restrict matrix, int units,
                     const uint16_t *restrict rows, int count);
    /* clipped = sums within 0 ... 255, x = clipped^2 >> 9. */
    void (*activate)(const int16_t *restrict sums, int n, int16_t *restrict clipped,
                     int16_t *restrict x);
    int32_t (*dot)(const int16_t *restrict a, const int16_t *restrict b, int n);
    /* sums = the sum of rows of a matrix of n columns, in this order, from 0 on. */
    void (*sum_rows)(float *restrict sums, const float *restrict matrix, int n,
                     const uint32_t *restrict rows, int count);
    /* sums += factor * row, for each row in this order. */
    void (*add_scaled_rows)(float *restrict sums, const int16_t *restrict matrix, int n,
                            const uint32_t *restrict rows, const float *restrict factors,
                            int count);
    /* gradient *= clipped / 256 where that is within 1 ... 254, else 0. */
    void (*through_activation)(float *restrict gradient, const int16_t *restrict clipped,
                               int n);
    /* Adam with decoupled weight decay; the mean; rounded = weights * unit, as integers
     * (NULL: none). Any n. */
    void (*step)(const train_step_t *step, const float *restrict gradient,
                 float *restrict weights, float *restrict first, float *restrict second,
                 float *restrict mean, int16_t *restrict rounded, int n);
    /* sizes += |weights| */
    void (*add_sizes)(int32_t *restrict sizes, const int16_t *restrict weights, int n);
} train_kernels_t;

const train_kernels_t *train_kernels_best(void);

#endif
