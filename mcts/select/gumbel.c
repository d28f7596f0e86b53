#include "mcts/select/gumbel.h"

#include "core/base/portable_math.h"
#include "mcts/search/search_config.h"
#include "mcts/select/selection.h"
#include "mcts/tree/value.h"

#include <assert.h>
#include <stdlib.h>

/* A standard Gumbel variate. */
static double gumbel_variate(pcg32_t *rng) {
    double u;
    do
        u = pcg32_real(rng);
    while (!(u > 0));
    return -portable_log(-portable_log(u));
}

static int compare_actions(const void *a, const void *b) {
    return (int)((const edge_t *)a)->action - (int)((const edge_t *)b)->action;
}

/* Sorts edges by descending sums; stable. */
static void sort_by_sums(edge_t *edges, double *sums, int count) {
    for (int i = 1; i < count; i++) {
        edge_t edge = edges[i];
        double sum = sums[i];
        int j = i;
        for (; j > 0 && sums[j - 1] < sum; j--) {
            edges[j] = edges[j - 1];
            sums[j] = sums[j - 1];
        }
        edges[j] = edge;
        sums[j] = sum;
    }
}

static void start_phase(gumbel_t *gumbel, int in_round) {
    uint32_t rounds = gumbel->simulations / (uint32_t)(gumbel->phases * in_round);
    gumbel->in_round = gumbel->left = in_round;
    gumbel->rounds = rounds > 1 ? (int)rounds : 1;
}

void gumbel_start(gumbel_t *gumbel, const search_config_t *config, node_t *node,
                  edge_t *edges, pcg32_t *rng) {
    int count = node->num_edges;
    assert(count > 0 && node_visits(node) == 0);
    qsort(edges, (size_t)count, sizeof *edges, compare_actions);
    if (!config->gumbel_noise && node->equal_priors)
        selection_fix_order(node, edges, rng); /* they differ in nothing else */
    for (int i = 0; i < count; i++) {
        double variate = config->gumbel_noise ? gumbel_variate(rng) : 0;
        gumbel->sums[i] = variate + portable_log(((double)edges[i].prior + 1) / 65536);
    }
    sort_by_sums(edges, gumbel->sums, count);
    node->equal_priors = 0;
    gumbel->simulations = (uint32_t)config->simulations;
    gumbel->visit_offset = config->gumbel_visit_offset;
    gumbel->scale = config->gumbel_scale;
    gumbel->considered =
        count < config->gumbel_considered ? count : (int)config->gumbel_considered;
    REQUIRE(gumbel->considered > 0);
    gumbel->phases = 1;
    while (1 << gumbel->phases < gumbel->considered)
        gumbel->phases++;
    gumbel->visits = 0;
    start_phase(gumbel, gumbel->considered);
}

/* The sum that edges are compared by: the more visits the most visited edge has, the more
 * values count. */
static double compared_sum(const gumbel_t *gumbel, const edge_t *edge, int index,
                           uint32_t most_visits) {
    uint32_t visits = edge_visits(edge);
    double value = visits ? (double)edge_value_sum(edge) / VALUE_ONE / (double)visits : 0;
    return gumbel->sums[index] +
           (gumbel->visit_offset + most_visits) * gumbel->scale * value;
}

static uint32_t most_visits(const node_t *node, const edge_t *edges) {
    uint32_t most = 0;
    for (int i = 0; i < node_tried(node); i++)
        if (edge_visits(&edges[i]) > most)
            most = edge_visits(&edges[i]);
    return most;
}

/* The best of the considered edges with this many visits; -1: none. */
static int best_with_visits(const gumbel_t *gumbel, const edge_t *edges, uint32_t visits,
                            uint32_t most) {
    int best = -1;
    double best_sum = 0;
    for (int i = 0; i < gumbel->considered; i++) {
        if (edge_visits(&edges[i]) != visits)
            continue;
        double sum = compared_sum(gumbel, &edges[i], i, most);
        if (best < 0 || sum > best_sum) {
            best = i;
            best_sum = sum;
        }
    }
    return best;
}

/* Half remain, but at least two if there are two. */
static int half_of(int in_round) {
    return in_round > 3 ? in_round / 2 : in_round > 2 ? 2 : in_round;
}

/* Moves on to the next visit, round and phase. */
static void next_visit(gumbel_t *gumbel) {
    if (--gumbel->left > 0)
        return;
    gumbel->visits++;
    gumbel->left = gumbel->in_round;
    if (--gumbel->rounds == 0)
        start_phase(gumbel, half_of(gumbel->in_round));
}

int gumbel_pick(gumbel_t *gumbel, node_t *node, const edge_t *edges) {
    int chosen =
        best_with_visits(gumbel, edges, gumbel->visits, most_visits(node, edges));
    assert(chosen >= 0);
    if (chosen >= node_tried(node)) {
        assert(chosen == node_tried(node)); /* untried edges are in order of their sums */
        atomic_store_explicit(&node->num_tried, (uint16_t)(chosen + 1),
                              memory_order_relaxed); /* one thread: gumbel.h */
    }
    next_visit(gumbel);
    return chosen;
}

int gumbel_best(const gumbel_t *gumbel, const node_t *node, const edge_t *edges) {
    uint32_t most = most_visits(node, edges);
    return best_with_visits(gumbel, edges, most, most);
}
