#include "mcts/select/priors.h"

#include <assert.h>

/* An untried edge has only a prior and an action: both in one number, ascending in the
 * order of trying. */
static int32_t key_of(const edge_t *edge) {
    return (int32_t)((UINT32_C(0x7fff) - edge->prior) * 65536 + edge->action);
}

static void set_edge(edge_t *edge, int32_t key) {
    edge->action = (action_t)((uint32_t)key & UINT16_MAX);
    edge->prior = (uint16_t)(UINT32_C(0x7fff) - ((uint32_t)key >> 16));
}

/* Each number's rank is how many are smaller: vectorized and branchless. */
static void sort_run(const int32_t *keys, int count, int32_t *sorted) {
    for (int i = 0; i < count; i++) {
        int smaller = 0;
        for (int k = 0; k < count; k++)
            smaller += keys[k] < keys[i];
        sorted[smaller] = keys[i];
    }
}

static void merge(const int32_t *a, int num_a, const int32_t *b, int num_b,
                  int32_t *merged) {
    while (num_a > 0 && num_b > 0) {
        bool first = *a < *b;
        *merged++ = first ? *a : *b;
        a += first;
        b += !first;
        num_a -= first;
        num_b -= !first;
    }
    memcpy(merged, a, (size_t)num_a * sizeof *a);
    memcpy(merged + num_a, b, (size_t)num_b * sizeof *b);
}

static int at_most(int number, int most) {
    return number < most ? number : most;
}

void priors_sort(edge_t *edges, int count) {
    enum { RUN = 48 };
    int32_t buffers[2][GAME_MAX_LEGAL], *from = buffers[1], *to = buffers[0];
    for (int i = 0; i < count; i++)
        buffers[0][i] = key_of(&edges[i]);
    for (int i = 0; i < count; i += RUN)
        sort_run(to + i, at_most(RUN, count - i), from + i);
    for (int run = RUN; run < count; run *= 2) {
        for (int i = 0; i < count; i += 2 * run) {
            int first = at_most(run, count - i);
            merge(from + i, first, from + i + first, at_most(run, count - i - first),
                  to + i);
        }
        int32_t *merged = to;
        to = from;
        from = merged;
    }
    for (int i = 0; i < count; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): runs fill it */
        set_edge(&edges[i], from[i]);
}

void priors_set(node_t *node, edge_t *edges, const evaluation_t *evaluation) {
    assert(node_tried(node) == 0 && node->num_edges == evaluation->count);
    for (int i = 0; i < node->num_edges; i++) {
        assert(edges[i].action == evaluation->actions[i]);
        edges[i].prior = evaluation->priors[i];
    }
    priors_sort(edges, node->num_edges);
    node->equal_priors = 0;
}
