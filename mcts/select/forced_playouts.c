#include "mcts/select/forced_playouts.h"

#include "mcts/search/search_config.h"
#include "mcts/search/search_result.h"

#include <math.h>

/* The minimum visits of a root edge. */
static double forced_visits(const search_config_t *config, const edge_t *edge,
                            uint32_t visits) {
    return sqrt(config->forced_playouts * edge->prior / UINT16_MAX * visits);
}

/* bounds_dominated for an edge without an exact result. An edge without proven bounds is
 * dominated only if a win is guaranteed, and then the search is over: so only the others
 * are compared. */
static bool is_dominated(const node_t *node, const edge_t *edges, bounds_t bounds) {
    return bounds != BOUNDS_NONE && bounds_dominated(bounds, node_guarantee(node, edges));
}

int forced_playouts_pick(const search_config_t *config, const node_t *node,
                         const edge_t *edges, uint32_t visits) {
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        uint32_t had = edge_visits(&edges[i]);
        bounds_t bounds = edge_bounds(&edges[i]);
        if (had > 0 && bounds_proof(bounds) == PROOF_NONE &&
            had < forced_visits(config, &edges[i], visits) &&
            !is_dominated(node, edges, bounds))
            return i;
    }
    return -1;
}

/* The score of an action if it had this many visits. */
static double score_with(const search_result_t *result, int index, const edge_t *edge,
                         double factor, uint32_t visits) {
    bounds_t bounds = result->bounds[index];
    double mean = (double)result->values[index], least = 0.5 * bounds_pessimistic(bounds),
           most = 0.5 * bounds_optimistic(bounds);
    mean = mean < least ? least : mean > most ? most : mean;
    return mean + factor * edge->prior / (1.0 + visits);
}

void forced_playouts_prune(const search_config_t *config, const selection_rule_t *rule,
                           const edge_t *edges, search_result_t *result) {
    int best = search_best(result);
    double factor = (double)selection_factor(rule, result->root_visits);
    double top = score_with(result, best, &edges[best], factor, result->visits[best]);
    for (int i = 0; i < result->count; i++) {
        double forced = ceil(forced_visits(config, &edges[i], result->root_visits));
        uint32_t kept = result->visits[i];
        result->pruned[i] = 0;
        if (i == best)
            continue;
        while (kept > 0 && result->visits[i] - kept < forced &&
               score_with(result, i, &edges[i], factor, kept - 1) < top)
            kept--;
        if (kept == 1 && kept < result->visits[i])
            kept = 0;
        result->pruned[i] = result->visits[i] - kept;
    }
}
