#include "mcts/select/noise.h"

#include "core/base/portable_math.h"

#include "mcts/select/priors.h"

#include <math.h>

/* A standard normal variate by the polar method; one of the pair. */
static double normal(pcg32_t *rng) {
    for (;;) {
        double x = 2 * pcg32_real(rng) - 1, y = 2 * pcg32_real(rng) - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * portable_log(square) / square);
    }
}

/* Uniform in (0, 1), so that its logarithm is finite. */
static double open_uniform(pcg32_t *rng) {
    double u;
    do
        u = pcg32_real(rng);
    while (!(u > 0));
    return u;
}

double noise_gamma(double shape, pcg32_t *rng) {
    if (shape < 1) /* a power of a uniform reduces shape + 1 to shape */
        return noise_gamma(shape + 1, rng) * portable_pow(open_uniform(rng), 1 / shape);
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = normal(rng), v = 1 + c * x;
        if (v <= 0)
            continue;
        v = v * v * v;
        if (portable_log(open_uniform(rng)) <
            0.5 * x * x + d - d * v + d * portable_log(v))
            return d * v;
    }
}

void noise_mix(node_t *node, edge_t *edges, double weight, double total, pcg32_t *rng) {
    double noise[GAME_MAX_LEGAL], sum = 0;
    int count = node->num_edges;
    for (int i = 0; i < count; i++)
        sum += noise[i] = noise_gamma(total / count, rng);
    for (int i = 0; i < count && sum > 0; i++) {
        double mixed =
            (1 - weight) * edges[i].prior + weight * UINT16_MAX * noise[i] / sum;
        edges[i].prior = (uint16_t)(mixed + 0.5);
    }
    node->equal_priors = 0;
    int tried = node_tried(node);
    priors_sort(edges + tried, count - tried);
}
