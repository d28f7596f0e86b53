/* train_math.h - elementary functions and rounding of training, with the same bits
 * everywhere.
 * Only the four basic operations in single precision (IEEE, no fused multiply-add), and
 * additions to the exponent's bits. exp within 2 units in the last place. TRAIN.md
 * specifies them.
 */
#ifndef SELFPLAY_TRAIN_MATH_H
#define SELFPLAY_TRAIN_MATH_H

#include <stdint.h>
#include <string.h>

/* The nearest integer, ties to even, of |x| < 2^22: the sum has no bits below 1. */
static inline float train_round(float x) {
    const float magic = 0x1.8p23f;
    return (x + magic) - magic;
}

static inline float train_clip(float x, float most) {
    x = x < -most ? -most : x;
    return x > most ? most : x;
}

/* e to the x, for x up to 0; 0 below -87. x = n log 2 + r, then the Taylor series of
 * e^r in Horner's form, then n is added to the exponent. */
static inline float train_exp(float x) {
    const float per_log2 = 0x1.715476p0f, log2_high = 0x1.62ep-1f,
                log2_low = 0x1.0bfbe8p-15f;
    if (!(x > -87.0F))
        return 0;
    const float n = train_round(x * per_log2);
    const float r = (x - n * log2_high) - n * log2_low;
    float sum = 1.0F / 5040;
    sum = sum * r + 1.0F / 720;
    sum = sum * r + 1.0F / 120;
    sum = sum * r + 1.0F / 24;
    sum = sum * r + 1.0F / 6;
    sum = sum * r + 0.5F;
    sum = sum * r + 1;
    sum = sum * r + 1;
    const uint32_t exponent = (uint32_t)((int32_t)n + 127) << 23;
    float scale;
    memcpy(&scale, &exponent, sizeof scale);
    return sum * scale;
}

#endif
