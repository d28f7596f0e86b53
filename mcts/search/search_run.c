#include "mcts/search/search_run.h"

#include "core/game/playout.h"
#include "mcts/search/search_network.h"
#include "mcts/search/simulation.h"

#include <omp.h>

/* Takes some of the simulations that are left: fewer at the end, when threads that have
 * none would wait for those that have. */
static uint32_t take_some(search_t *search) {
    enum { MOST = 32 };
    uint32_t left = atomic_load_explicit(&search->left, memory_order_relaxed), some;
    do {
        some = left / (4 * (uint32_t)search->num_workers) + 1;
        some = some < MOST ? some : MOST;
        some = some < left ? some : left;
    } while (left > 0 && !atomic_compare_exchange_weak_explicit(
                             &search->left, &left, left - some, memory_order_relaxed,
                             memory_order_relaxed));
    return left > 0 ? some : 0;
}

/* Takes one of the simulations that are left. */
bool search_take_simulation(search_t *search, worker_t *worker) {
    uint32_t left = atomic_load_explicit(&search->left, memory_order_relaxed);
    if (!search->rule.shared) {
        atomic_store_explicit(&search->left, left - (left > 0), memory_order_relaxed);
        return left > 0;
    }
    if (worker->taken == 0) {
        worker->taken = take_some(search);
        left = atomic_load_explicit(&search->left, memory_order_relaxed);
        worker->root_visits = search->visits_before + search->share - left;
    }
    if (worker->taken == 0)
        return false;
    worker->taken--;
    return true;
}

/* A simulation's random game from the end of its way; the winner. */
static int play_out(search_t *search, state_t *state, pcg32_t *rng) {
    playout_t playout = search->amaf ? game_playout_noted(search->game, state, rng,
                                                          amaf_notes(search->amaf))
                                     : game_playout(search->game, state, rng);
    return playout.outcome.winner;
}

/* One thread's share of the simulations. */
static void run_worker(search_t *search, worker_t *worker) {
    worker->taken = 0;
    while (root_is_open(search) && search_take_simulation(search, worker)) {
        state_t state;
        leaf_t leaf;
        if (!simulation_walk(search, worker, &state, &leaf))
            leaf = (leaf_t){play_out(search, &state, &worker->rng), BOUNDS_NONE};
        simulation_back_up(search, worker, leaf);
    }
    if (search->rule.shared)
        visit_buffer_flush(worker->visit_buffer);
}

/* Apart from search_run, as the OpenMP runtime may be woken, and allocate, wherever a
 * function has a parallel region, taken or not. */
static void run_team(search_t *search) {
#pragma omp parallel num_threads(search->num_workers)
    run_worker(search, &search->workers[omp_get_thread_num()]);
}

uint32_t search_count_nodes(const search_t *search) {
    uint32_t nodes = search->tree.num_nodes;
    for (int i = 0; i < search->num_workers; i++)
        nodes += search->workers[i].chunk.nodes;
    return nodes;
}

search_end_t search_end(const search_t *search) {
    const node_t *root = tree_node(&search->tree, search->root);
    if (!root_is_open(search))
        return SEARCH_PROVEN;
    if (node_visits(root) >= search->budget.simulations)
        return SEARCH_SIMULATIONS;
    return budget_look(&search->budget, root, tree_edges(&search->tree, search->root),
                       search_count_nodes(search), search->simulations);
}

/* Simulations until there is something to look at, at most `limit`; false: the search is
 * done. */
static bool open_share(search_t *search, uint32_t limit) {
    if (search_end(search) != SEARCH_GOES_ON)
        return false;
    search->visits_before = node_visits(tree_node(&search->tree, search->root));
    uint32_t left = search->budget.simulations - search->visits_before;
    uint32_t until_look =
        budget_until_look(&search->budget, search->simulations, search->num_workers);
    left = left < limit ? left : limit;
    search->share = left < until_look ? left : until_look;
    search->left = search->share;
    return true;
}

/* How many were run. */
static uint32_t close_share(search_t *search) {
    node_t *root = tree_node(&search->tree, search->root);
    if (search->rule.shared)
        node_count_visits(root, tree_edges(&search->tree, search->root));
    uint32_t run = node_visits(root) - search->visits_before;
    search->simulations += run;
    return run;
}

bool search_run(search_t *search, uint32_t limit) {
    REQUIRE(!search->has_share);
    if (search->root_waits && limit > 0)
        search_ask_network(search, &search->root_state);
    while (open_share(search, limit)) {
        if (limit == 0)
            return false;
        if (search->rule.shared)
            run_team(search);
        else if (search_network(search))
            search_run_network(search);
        else
            run_worker(search, &search->workers[0]);
        limit -= close_share(search);
    }
    return true;
}

bool search_next_leaf(search_t *search, state_t *state, pcg32_t *rng) {
    worker_t *worker = &search->workers[0];
    leaf_t leaf;
    REQUIRE(!search->rule.shared && !search->at_leaf);
    if (search->amaf)
        return !search_run(search, UINT32_MAX);
    if (search->root_waits)
        game_copy(search->game, state, &search->root_state);
    while (!search->root_waits) {
        if (search->has_share &&
            !(root_is_open(search) && search_take_simulation(search, worker))) {
            search->has_share = false;
            close_share(search);
        }
        if (!search->has_share) {
            if (!open_share(search, UINT32_MAX))
                return false;
            search->has_share = true;
            continue;
        }
        if (!simulation_walk(search, worker, state, &leaf))
            break;
        simulation_back_up(search, worker, leaf);
    }
    search->at_leaf = true;
    worker->to_move = game_player(search->game, state);
    *rng = worker->rng;
    return true;
}

void search_take(search_t *search, int winner, const pcg32_t *rng) {
    REQUIRE(search->at_leaf);
    search->at_leaf = false;
    search->workers[0].rng = *rng;
    simulation_back_up(search, &search->workers[0], (leaf_t){winner, BOUNDS_NONE});
}

bool search_plays_out(const search_t *search) {
    return search->amaf != NULL;
}
