#include "mcts/select/priors.h"

#include <assert.h>
#include <stdlib.h>

static int compare_priors(const void *a, const void *b) {
    const edge_t *x = a, *y = b;
    if (x->prior != y->prior)
        return x->prior > y->prior ? -1 : 1;
    return (int)x->action - (int)y->action;
}

void priors_sort(edge_t *edges, int count) {
    qsort(edges, (size_t)count, sizeof *edges, compare_priors);
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
