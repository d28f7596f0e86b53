#include "mcts/search/budget.h"

#include "core/base/clock.h"
#include "mcts/tree/tree.h"

void budget_start(budget_t *budget, const search_config_t *config) {
    *budget = (budget_t){
        .simulations = (uint32_t)config->simulations,
        .nodes = (uint32_t)config->max_nodes,
        .stop_when_settled = config->stop_when_settled,
        .seconds = (double)config->time_ms / 1000,
    };
    budget->limited =
        config->max_nodes > 0 || config->stop_when_settled || config->time_ms > 0;
    budget->start = config->time_ms > 0 ? clock_seconds() : 0;
}

/* The simulations that are left; with a time limit, as many as fit into it at most. */
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

/* Threads that run simulations together wait for each other before a look: with a clock
 * they look every TEAM_SECONDS, as far as the time that is left allows. */
static uint32_t until_team_looks(const budget_t *budget, uint32_t simulations,
                                 int threads) {
    enum { TEAM_INTERVAL = 64 * BUDGET_INTERVAL };
    const double TEAM_SECONDS = 0.02;
    uint32_t least = TEAM_INTERVAL * (uint32_t)threads;
    double passed = budget->seconds > 0 ? clock_seconds() - budget->start : 0;
    if (!(passed > 0) || budget->nodes > 0)
        return least;
    double left = budget->seconds - passed;
    double pieces =
        simulations / passed * (left < TEAM_SECONDS ? left : TEAM_SECONDS) / least;
    return pieces > 1 ? least * (uint32_t)(pieces < 1000 ? pieces : 1000) : least;
}

uint32_t budget_until_look(const budget_t *budget, uint32_t simulations, int threads) {
    if (!budget->limited)
        return UINT32_MAX;
    if (threads > 1)
        return until_team_looks(budget, simulations, threads);
    return budget->nodes > 0 ? 1 : BUDGET_INTERVAL - simulations % BUDGET_INTERVAL;
}

search_end_t budget_look(const budget_t *budget, const node_t *root, const edge_t *edges,
                         uint32_t nodes, uint32_t simulations) {
    if (!budget->limited || simulations == 0)
        return SEARCH_GOES_ON;
    if (budget->nodes > 0 && nodes >= budget->nodes)
        return SEARCH_NODES;
    if (simulations % BUDGET_INTERVAL != 0)
        return SEARCH_GOES_ON;
    double seconds = budget->seconds > 0 ? clock_seconds() - budget->start : 0;
    if (budget->seconds > 0 && seconds >= budget->seconds)
        return SEARCH_TIME;
    double left = simulations_left(budget, node_visits(root), simulations, seconds);
    return budget->stop_when_settled && is_settled(root, edges, left) ? SEARCH_SETTLED
                                                                      : SEARCH_GOES_ON;
}
