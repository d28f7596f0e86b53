/* Pending visits: none is lost, and all are flushed soon. */
#include "mcts/tree/value.h"
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "mcts/tree/visit_buffer.h"

#include <stdlib.h>

enum { EDGES = 5 * VISIT_BUFFER_SLOTS, FIRST_VISITS = 1000, THREADS = 4 };

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

/* The pending visits are always at most the allowed fraction of those in the tree. */
static void test_one_thread_is_never_far_behind(void **unused) {
    (void)unused;
    edge_t *edges = make_edges();
    uint64_t *truth = memory_new(EDGES, sizeof *truth);
    visit_buffer_t *buffer = visit_buffer_new(1, 1);
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    int behind = 0;
    for (int i = 0; i < EDGES; i++)
        truth[i] = edges[i].stats;
    for (int step = 0; step < 200000; step++) {
        uint32_t i = draw_edge(&rng), value = draw_value(&rng);
        visit_buffer_add(buffer, &edges[i], 1, value);
        truth[i] += stats_of(1, value);
        uint32_t flushed = edge_visits(&edges[i]), all = stats_visits(truth[i]);
        assert_true(all - flushed < flushed >> buffer->part_bits);
        behind += all > flushed;
    }
    assert_true(behind > 100000);
    visit_buffer_flush(buffer);
    for (int i = 0; i < EDGES; i++)
        assert_int_equal(truth[i], edge_stats(&edges[i]));
    visit_buffer_free(buffer);
    free(truth);
    free(edges);
}

static void test_threads_lose_nothing(void **unused) {
    (void)unused;
    edge_t *edges = make_edges();
    uint64_t visits = 0, sum = 0, flushed_visits = 0, flushed_sum = 0;
#pragma omp parallel for num_threads(THREADS) schedule(static, 1) \
    reduction(+ : visits, sum)
    for (int thread = 0; thread < THREADS; thread++) {
        visit_buffer_t *buffer = visit_buffer_new(THREADS, 1);
        pcg32_t rng = pcg32_for((uint64_t)thread, 0, 0, PCG_FOR_TEST);
        for (int step = 0; step < 100000; step++, visits++) {
            uint32_t value = draw_value(&rng);
            visit_buffer_add(buffer, &edges[draw_edge(&rng)], 1, value);
            sum += value;
        }
        visit_buffer_flush(buffer);
        visit_buffer_free(buffer);
    }
    for (int i = 0; i < EDGES; i++) {
        flushed_visits += edge_visits(&edges[i]) - FIRST_VISITS;
        flushed_sum += edge_value_sum(&edges[i]);
    }
    assert_int_equal(visits, flushed_visits);
    assert_int_equal(sum, flushed_sum);
    free(edges);
}

/* Visits of edges that a virtual loss would change are counted at once; the more threads,
 * the more edges. */
static void test_edges_with_few_visits_are_flushed_at_once(void **unused) {
    (void)unused;
    for (int threads = 1; threads <= 256; threads++)
        for (int loss = 0; loss <= 3; loss++) {
            visit_buffer_t *buffer = visit_buffer_new(threads, loss);
            uint64_t least = 4 * (uint64_t)(threads * threads) *
                             (uint64_t)(threads * (loss > 1 ? loss : 1));
            assert_false(visit_buffer_accepts(buffer, (uint32_t)least - 1));
            assert_true(visit_buffer_accepts(buffer, (uint32_t)(8 * least)));
            visit_buffer_free(buffer);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_thread_is_never_far_behind),
        cmocka_unit_test(test_threads_lose_nothing),
        cmocka_unit_test(test_edges_with_few_visits_are_flushed_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
