#include "eval/rating/nash_average.h"

#include "core/base/error.h"
#include "core/base/portable_math.h"
#include "eval/stats/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The mix of the largest entropy under "no agent scores more than 1/2 + slack" is
 * proportional to exp(sum_k price_k off_ik), off being scores less 1/2, with prices >= 0
 * of the constraints that are the lowest of
 *     ln(sum_i exp(sum_k price_k off_ik)) + slack sum_k price_k,
 * convex in the prices. A barrier, -barrier sum_k ln(price_k), keeps them above 0. */
typedef struct dual {
    int n;
    double *off, barrier;
} dual_t;

/* The logarithm of the mix's denominator; fills the mix. */
static double log_sum(const dual_t *dual, const double *price, double *mix) {
    int n = dual->n;
    double most = -HUGE_VAL, sum = 0;
    for (int i = 0; i < n; i++) {
        mix[i] = 0;
        for (int k = 0; k < n; k++)
            mix[i] += price[k] * dual->off[i * n + k];
        most = fmax(most, mix[i]);
    }
    for (int i = 0; i < n; i++)
        sum += mix[i] = mix[i] - most < -700 ? 0 : portable_exp(mix[i] - most);
    for (int i = 0; i < n; i++)
        mix[i] /= sum;
    return most + portable_log(sum);
}

static double height(const dual_t *dual, const double *price, double *mix) {
    double sum = log_sum(dual, price, mix);
    for (int k = 0; k < dual->n; k++)
        sum += NASH_SLACK * price[k] - dual->barrier * portable_log(price[k]);
    return sum;
}

/* The gradient and the factor of the curvature; `mean`: the mix's scores against each. */
static void expand(const dual_t *dual, const double *price, const double *mix,
                   double *mean, double *gradient, double *curvature) {
    int n = dual->n;
    memset(curvature, 0, (size_t)n * (size_t)n * sizeof *curvature);
    for (int k = 0; k < n; k++) {
        mean[k] = 0;
        for (int i = 0; i < n; i++)
            mean[k] += mix[i] * dual->off[i * n + k];
        gradient[k] = mean[k] + NASH_SLACK - dual->barrier / price[k];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                curvature[j * n + k] += mix[i] * (dual->off[i * n + j] - mean[j]) *
                                        (dual->off[i * n + k] - mean[k]);
    for (int k = 0; k < n; k++)
        curvature[k * n + k] += dual->barrier / (price[k] * price[k]);
    REQUIRE(cholesky_factor(curvature, n));
}

/* Newton's method at one height of the barrier, steps limited to keep prices above 0. */
static void descend(const dual_t *dual, double *price, double *mix, double *work) {
    int n = dual->n;
    double *mean = work, *step = work + n, *next = work + 2 * n,
           *curvature = work + 3 * n;
    for (int steps = 0; steps < 60; steps++) {
        double now = height(dual, price, mix), slope = 0, length = 1;
        expand(dual, price, mix, mean, step, curvature);
        memcpy(next, step, (size_t)n * sizeof *next);
        cholesky_solve(curvature, n, step);
        for (int k = 0; k < n; k++) {
            slope += next[k] * step[k];
            if (step[k] > 0)
                length = fmin(length, 0.95 * price[k] / step[k]);
        }
        for (int halved = 0; halved < 40; halved++) {
            for (int k = 0; k < n; k++)
                next[k] = price[k] - length * step[k];
            if (height(dual, next, mix) <= now - 0.1 * length * slope + 1e-14)
                break;
            length /= 2;
        }
        memcpy(price, next, (size_t)n * sizeof *price);
        if (slope < 1e-12)
            break;
    }
}

void nash_average(const double *scores, int n, double *mix, double *value) {
    REQUIRE(n >= 1 && n <= NASH_MAX_AGENTS);
    size_t size = (size_t)n;
    dual_t dual = {.n = n, .off = memory_new(size * size, sizeof *dual.off)};
    double *price = memory_new(size, sizeof *price);
    double *work = memory_new(size * (size + 3), sizeof *work);
    for (int i = 0; i < n; i++) {
        price[i] = 1;
        for (int k = 0; k < n; k++)
            dual.off[i * n + k] = i == k ? 0 : scores[i * n + k] - 0.5;
    }
    dual.barrier = 0.1;
    while (dual.barrier > 1e-8) {
        descend(&dual, price, mix, work);
        dual.barrier /= 5;
    }
    log_sum(&dual, price, mix);
    for (int i = 0; i < n; i++) {
        value[i] = 0.5;
        for (int k = 0; k < n; k++)
            value[i] += mix[k] * dual.off[i * n + k];
    }
    free(dual.off);
    free(price);
    free(work);
}
