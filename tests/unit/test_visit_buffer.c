/* Visits that threads keep to themselves for a while: none is lost, and none waits long. */
#include "tests/unit.h"

#include "core/pcg.h"
#include "mcts/untold.h"

#include <stdlib.h>

enum { EDGES = 5 * UNTOLD_SLOTS, FIRST_VISITS = 1000, THREADS = 4 };

static uint64_t stats_of(uint32_t visits, uint64_t sum) {
    return ((uint64_t)visits << VALUE_BITS) + sum;
}

static edge_t *make_edges(void) {
    edge_t *edges = memory_new(EDGES, sizeof *edges);
    for (int i = 0; i < EDGES; i++)
        edges[i].stats = stats_of(FIRST_VISITS, 0);
    return edges;
}

/* Edges differ in how often they are visited, as a tree's do. */
static uint32_t draw_edge(pcg32_t *rng) {
    uint32_t few = pcg32_below(rng, EDGES) + 1;
    return pcg32_below(rng, few);
}

static uint32_t draw_value(pcg32_t *rng) {
    return pcg32_below(rng, 3) * VALUE_ONE / 2;
}

/* At every moment the tree knows of all visits but one part of those that it knows of. */
static void test_one_thread_is_never_far_behind(void **unused) {
    (void)unused;
    edge_t *edges = make_edges();
    uint64_t *truth = memory_new(EDGES, sizeof *truth);
    untold_t *untold = untold_new(1, 1);
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    int behind = 0;
    for (int i = 0; i < EDGES; i++)
        truth[i] = edges[i].stats;
    for (int step = 0; step < 200000; step++) {
        uint32_t i = draw_edge(&rng), value = draw_value(&rng);
        untold_add(untold, &edges[i], value);
        truth[i] += stats_of(1, value);
        uint32_t told = edge_visits(&edges[i]), all = stats_visits(truth[i]);
        assert_true(all - told < told >> untold->part_bits);
        behind += all > told;
    }
    assert_true(behind > 100000);
    untold_tell(untold);
    for (int i = 0; i < EDGES; i++)
        assert_int_equal(truth[i], edge_stats(&edges[i]));
    untold_free(untold);
    free(truth);
    free(edges);
}

static void test_threads_lose_nothing(void **unused) {
    (void)unused;
    edge_t *edges = make_edges();
    uint64_t visits = 0, sum = 0, told_visits = 0, told_sum = 0;
#pragma omp parallel for num_threads(THREADS) schedule(static, 1) reduction(+ : visits, sum)
    for (int thread = 0; thread < THREADS; thread++) {
        untold_t *untold = untold_new(THREADS, 1);
        pcg32_t rng = pcg32_for((uint64_t)thread, 0, 0, PCG_FOR_TEST);
        for (int step = 0; step < 100000; step++, visits++) {
            uint32_t value = draw_value(&rng);
            untold_add(untold, &edges[draw_edge(&rng)], value);
            sum += value;
        }
        untold_tell(untold);
        untold_free(untold);
    }
    for (int i = 0; i < EDGES; i++) {
        told_visits += edge_visits(&edges[i]) - FIRST_VISITS;
        told_sum += edge_value_sum(&edges[i]);
    }
    assert_int_equal(visits, told_visits);
    assert_int_equal(sum, told_sum);
    free(edges);
}

/* Where a virtual loss would move an edge it is counted, the sooner the more threads. */
static void test_edges_with_few_visits_are_told_at_once(void **unused) {
    (void)unused;
    for (int threads = 1; threads <= 256; threads++)
        for (int loss = 0; loss <= 3; loss++) {
            untold_t *untold = untold_new(threads, loss);
            uint64_t least = 4 * (uint64_t)(threads * threads) *
                             (uint64_t)(threads * (loss > 1 ? loss : 1));
            assert_false(untold_takes(untold, (uint32_t)least - 1));
            assert_true(untold_takes(untold, (uint32_t)(8 * least)));
            untold_free(untold);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_thread_is_never_far_behind),
        cmocka_unit_test(test_threads_lose_nothing),
        cmocka_unit_test(test_edges_with_few_visits_are_told_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
