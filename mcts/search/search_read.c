#include "mcts/search/search_state.h"
#include "mcts/select/forced_playouts.h"
#include "mcts/tree/value.h"

#include <stdlib.h>

static int compare_edges(const void *a, const void *b) {
    return (int)((const edge_t *)a)->action - (int)((const edge_t *)b)->action;
}

/* Converts 16-bit priors to positive shares. edges: the root's, by action number. */
static void read_priors(const search_t *search, const edge_t *edges,
                        search_result_t *result) {
    edge_t before[GAME_MAX_LEGAL];
    double sum = 0;
    if (search->before_noise && !search->root_waits) {
        memcpy(before, search->before_noise, (size_t)result->count * sizeof *before);
        qsort(before, (size_t)result->count, sizeof *before, compare_edges);
        edges = before;
    }
    for (int i = 0; i < result->count; i++)
        sum += edges[i].prior + 1.0;
    for (int i = 0; i < result->count; i++)
        result->priors[i] = (float)((edges[i].prior + 1.0) / sum);
}

void search_read(const search_t *search, search_result_t *result) {
    const node_t *root = tree_node(&search->tree, search->root);
    edge_t edges[GAME_MAX_LEGAL];
    memcpy(edges, tree_edges(&search->tree, search->root),
           root->num_edges * sizeof *edges);
    result->count = root->num_edges;
    result->root_visits = root->visits;
    result->simulations = search->simulations;
    bounds_t bounds = search->root_bounds;
    double least = 0.5 * bounds_pessimistic(bounds),
           most = 0.5 * bounds_optimistic(bounds),
           mean = node_value(root, tree_edges(&search->tree, search->root));
    result->root_proof = (uint8_t)bounds_proof(bounds);
    result->root_value = (float)(mean < least ? least : mean > most ? most : mean);
    action_t planned = ACTION_NONE;
    if (search->gumbel && node_visits(root) > 0)
        planned = edges[gumbel_best(search->gumbel, root, edges)].action;
    qsort(edges, root->num_edges, sizeof *edges, compare_edges);
    read_priors(search, edges, result);
    result->planned = -1;
    for (int i = 0; i < result->count; i++) {
        uint32_t visits = edge_visits(&edges[i]);
        result->actions[i] = edges[i].action;
        if (edges[i].action == planned)
            result->planned = i;
        result->visits[i] = visits;
        result->bounds[i] = edge_bounds(&edges[i]);
        result->values[i] =
            visits ? (float)((double)edge_value_sum(&edges[i]) / VALUE_ONE / visits)
                   : 0.5f;
    }
    if (search->config.forced_playouts > 0)
        forced_playouts_prune(&search->config, &search->rule, edges, result);
    else
        memset(result->pruned, 0, (size_t)result->count * sizeof *result->pruned);
}

/* search_best's order, for the edges of any node. */
static bool is_better(const edge_t *a, const edge_t *b, guarantee_t guarantee) {
    int rank = (int)bounds_dominated(edge_bounds(b), guarantee) -
               (int)bounds_dominated(edge_bounds(a), guarantee);
    uint32_t a_visits = edge_visits(a), b_visits = edge_visits(b);
    uint64_t a_sum = edge_value_sum(a), b_sum = edge_value_sum(b);
    if (rank != 0 || a_visits != b_visits)
        return rank != 0 ? rank > 0 : a_visits > b_visits;
    return a_sum != b_sum ? a_sum > b_sum : a->action < b->action;
}

/* The best edge of a node below the root; NULL: it is untried. */
static const edge_t *best_edge(const node_t *node, const edge_t *edges) {
    const edge_t untried = {0}, *best = &untried;
    guarantee_t guarantee = node_guarantee(node, edges);
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++)
        if ((i == 0 && tried == node->num_edges) || is_better(&edges[i], best, guarantee))
            best = &edges[i];
    return best == &untried || edge_visits(best) == 0 ? NULL : best;
}

int search_line(const search_t *search, action_t first, action_t *line, int max) {
    uint32_t at = search->root;
    int length = 0;
    while (at != TREE_FULL && length < max) {
        const node_t *node = tree_node(&search->tree, at);
        const edge_t *edges = tree_edges(&search->tree, at), *best = NULL;
        if (length > 0)
            best = best_edge(node, edges);
        else
            for (int i = 0; i < node->num_edges; i++)
                if (edges[i].action == first)
                    best = &edges[i];
        REQUIRE(best || length > 0);
        if (!best)
            break;
        line[length++] = best->action;
        at = edge_child(best);
    }
    return length;
}
