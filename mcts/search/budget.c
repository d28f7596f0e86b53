#include "mcts/search/budget.h"

#include "core/base/clock.h"
#include "mcts/tree/tree.h"

#include <math.h>

void budget_start(budget_t *budget, const search_config_t *config, int threads) {
    *budget = (budget_t){
        .threads = threads,
        .simulations = (uint32_t)config->simulations,
        .nodes = (uint32_t)config->max_nodes,
        .stop_when_settled = config->stop_when_settled,
        .seconds = (double)config->time_ms / 1000,
    };
    budget->limited =
        config->max_nodes > 0 || config->stop_when_settled || config->time_ms > 0;
    budget->start = config->time_ms > 0 ? clock_seconds() : 0;
}

/* The remaining simulations; with a time limit, at most as many as fit into it. */
static double simulations_left(const budget_t *budget, uint32_t visits,
                               uint32_t simulations, double seconds) {
    double left = (double)(budget->simulations - visits);
    if (!(budget->seconds > 0) || !(seconds > 0))
        return left;
    double in_time = simulations / seconds * (budget->seconds - seconds);
    return in_time < left ? in_time : left;
}

static bool is_settled(const node_t *root, const edge_t *edges, double left) {
    guarantee_t guarantee = node_guarantee(root, edges);
    int candidates = 0;
    uint32_t most = 0, second = 0;
    for (int i = 0; i < root->num_edges; i++) {
        if (bounds_dominated(edge_bounds(&edges[i]), guarantee))
            continue;
        candidates++;
        uint32_t visits = edge_visits(&edges[i]);
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return candidates == 1 || most - second > left;
}

/* A simulation hardly ever adds more than one node. */
static uint32_t until_team_looks(const budget_t *budget, uint32_t nodes) {
    if (budget->nodes == 0)
        return UINT32_MAX;
    uint32_t left = budget->nodes > nodes ? budget->nodes - nodes : 0;
    uint32_t threads = (uint32_t)budget->threads;
    return left > threads ? left : threads;
}

uint32_t budget_until_look(const budget_t *budget, uint32_t nodes, uint32_t simulations) {
    if (!budget->limited)
        return UINT32_MAX;
    if (budget->threads > 1)
        return until_team_looks(budget, nodes);
    return budget->nodes > 0 ? 1 : BUDGET_INTERVAL - simulations % BUDGET_INTERVAL;
}

double budget_next_look(const budget_t *budget) {
    double end = HUGE_VAL, soon = HUGE_VAL;
    if (budget->seconds > 0 && budget->threads > 1)
        end = budget->start + budget->seconds;
    if (budget->stop_when_settled && budget->threads > 1)
        soon = clock_seconds() + BUDGET_TEAM_SECONDS;
    return soon < end ? soon : end;
}

/* Whether clock and settlement are checked after this many. */
static bool looks_at_all(const budget_t *budget, uint32_t simulations) {
    return budget->threads > 1 ? simulations >= BUDGET_INTERVAL
                               : simulations % BUDGET_INTERVAL == 0;
}

search_end_t budget_look(const budget_t *budget, const node_t *root, const edge_t *edges,
                         uint32_t nodes, uint32_t simulations) {
    if (!budget->limited || simulations == 0)
        return SEARCH_GOES_ON;
    if (budget->nodes > 0 && nodes >= budget->nodes)
        return SEARCH_NODES;
    if (!looks_at_all(budget, simulations))
        return SEARCH_GOES_ON;
    double seconds = budget->seconds > 0 ? clock_seconds() - budget->start : 0;
    if (budget->seconds > 0 && seconds >= budget->seconds)
        return SEARCH_TIME;
    double left = simulations_left(budget, node_visits(root), simulations, seconds);
    return budget->stop_when_settled && is_settled(root, edges, left) ? SEARCH_SETTLED
                                                                      : SEARCH_GOES_ON;
}
