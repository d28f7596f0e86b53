#include "selfplay/train/train_kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Constants of Adam. */
#define BETA1 0.9F
#define BETA2 0.999F
#define EPSILON 1e-8F

#define KERNEL(name) name##_plain
#define KERNEL_NAME "plain"
#define KERNEL_BYTES 16
#define KERNEL_TARGET
#include "selfplay/train/train_kernels_of.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define KERNEL(name) name##_avx2
#define KERNEL_NAME "avx2"
#define KERNEL_BYTES 32
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "selfplay/train/train_kernels_of.h"

#define KERNEL(name) name##_avx512
#define KERNEL_NAME "avx512"
#define KERNEL_BYTES 64
#define KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#include "selfplay/train/train_kernels_of.h"
#endif

const train_kernels_t *train_kernels_best(void) {
    const char *bound = getenv("FULCRUM_KERNELS");
    if (bound && strcmp(bound, "plain") == 0)
        return &kernels_plain;
#if defined(__x86_64__) && defined(__GNUC__)
    if ((!bound || strcmp(bound, "avx512") == 0) && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &kernels_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &kernels_avx2;
#endif
    return &kernels_plain;
}
