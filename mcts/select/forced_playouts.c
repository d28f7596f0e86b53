#include "mcts/select/forced_playouts.h"

#include <math.h>

static double forced_playouts_visits(const search_config_t *config, const edge_t *edge,
                                     uint32_t visits) {
    return sqrt(config->forced_playouts * edge->prior / UINT16_MAX * visits);
}

/* Whether an edge without an exact result pays. One of which nothing is proven does, unless a
 * win is in hand, and then the search is over: so only the others are weighed. */
static bool may_pay(const node_t *node, const edge_t *edges, bounds_t bounds) {
    return bounds == BOUNDS_NONE || bounds_pay(bounds, node_in_hand(node, edges));
}

int forced_playouts_pick(const search_config_t *config, const node_t *node,
                         const edge_t *edges, uint32_t visits) {
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        uint32_t had = edge_visits(&edges[i]);
        bounds_t bounds = edge_bounds(&edges[i]);
        if (had > 0 && bounds_proof(bounds) == PROOF_NONE &&
            had < forced_playouts_visits(config, &edges[i], visits) &&
            may_pay(node, edges, bounds))
            return i;
    }
    return -1;
}

/* The score of a decision if it had so many visits. */
static double score_with(const search_result_t *result, int index, const edge_t *edge,
                         double breadth, uint32_t visits) {
    bounds_t bounds = result->bounds[index];
    double mean = (double)result->values[index], least = 0.5 * bounds_pessimistic(bounds),
           most = 0.5 * bounds_optimistic(bounds);
    mean = mean < least ? least : mean > most ? most : mean;
    return mean + breadth * edge->prior / (1.0 + visits);
}

void forced_playouts_prune(const selection_rule_t *rule, const edge_t *edges,
                           search_result_t *result) {
    int best = search_best(result);
    double breadth = (double)selection_breadth(rule, result->root_visits);
    double top = score_with(result, best, &edges[best], breadth, result->visits[best]);
    for (int i = 0; i < result->count; i++) {
        double forced =
            ceil(forced_playouts_visits(&rule->config, &edges[i], result->root_visits));
        uint32_t kept = result->visits[i];
        result->pruned[i] = 0;
        if (i == best)
            continue;
        while (kept > 0 && result->visits[i] - kept < forced &&
               score_with(result, i, &edges[i], breadth, kept - 1) < top)
            kept--;
        if (kept == 1 && kept < result->visits[i])
            kept = 0;
        result->pruned[i] = result->visits[i] - kept;
    }
}
