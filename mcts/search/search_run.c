#include "mcts/search/held_steps.h"
#include "mcts/search/simulation.h"

#include "core/base/clock.h"

#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#else /* a browser has one thread */
#define omp_get_thread_num() 0
#endif

static bool is_past(double time) {
    return time < HUGE_VAL && clock_seconds() >= time;
}

/* Claims some of the remaining simulations: fewer near the end, when threads without any
 * would wait for the others. */
static uint32_t claim_some(search_t *search) {
    const uint32_t MOST = search->next_look < HUGE_VAL ? BUDGET_INTERVAL : 32;
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

/* Claims one of the remaining simulations; false: there is none. */
static bool claim_simulation(search_t *search, worker_t *worker) {
    uint32_t left = atomic_load_explicit(&search->left, memory_order_relaxed);
    if (!search->shared) {
        atomic_store_explicit(&search->left, left - (left > 0), memory_order_relaxed);
        return left > 0;
    }
    if (worker->claimed == 0) {
        if (worker->has_claimed && is_past(search->next_look))
            atomic_store_explicit(&search->stopped, true, memory_order_relaxed);
        worker->claimed = claim_some(search);
        worker->has_claimed = true;
        left = atomic_load_explicit(&search->left, memory_order_relaxed);
        worker->root_visits = search->visits_before + search->share - left;
    }
    if (worker->claimed == 0 ||
        atomic_load_explicit(&search->stopped, memory_order_relaxed))
        return false;
    worker->claimed--;
    return true;
}

/* One thread's share of the simulations. */
static void run_worker(search_t *search, worker_t *worker) {
    leaf_t *leaf = &worker->leaf;
    leaf_batch_t batch = {.leaves = &leaf, .count = 1};
    worker->claimed = 0;
    worker->has_claimed = false;
    while (root_is_open(search) && claim_simulation(search, worker)) {
        if (simulation_select(search, worker)) {
            evaluator_run(worker->evaluator, &batch);
            simulation_expand(search, worker);
        }
        simulation_backup(search, worker);
    }
    if (search->shared) {
        held_steps_give(search, worker);
        visit_buffer_flush(worker->visit_buffer);
    }
}

/* Separate from search_run, because the OpenMP runtime may start, and allocate, in any
 * function with a parallel region, executed or not. */
static void run_team(search_t *search) {
#pragma omp parallel num_threads(search->num_workers)
    run_worker(search, &search->workers[omp_get_thread_num()]);
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

/* Opens a share of simulations: until the next check, at most `limit`, and, with many
 * threads, until a time; false: the search is done. */
static bool open_share(search_t *search, uint32_t limit, double until) {
    if (search_end(search) != SEARCH_GOES_ON)
        return false;
    search->visits_before = node_visits(tree_node(&search->tree, search->root));
    uint32_t left = search->budget.simulations - search->visits_before;
    uint32_t until_look = budget_until_look(&search->budget, search_count_nodes(search),
                                            search->simulations);
    left = left < limit ? left : limit;
    search->share = left < until_look ? left : until_look;
    search->left = search->share;
    double next_look = budget_next_look(&search->budget);
    search->next_look = until < next_look ? until : next_look;
    search->stopped = false;
    return true;
}

/* Closes the share; returns the simulations run. */
static uint32_t close_share(search_t *search) {
    node_t *root = tree_node(&search->tree, search->root);
    if (search->shared)
        node_count_visits(root, tree_edges(&search->tree, search->root));
    else
        held_steps_give(search, &search->workers[0]);
    uint32_t run = node_visits(root) - search->visits_before;
    search->simulations += run;
    return run;
}

static void evaluate_root(search_t *search) {
    worker_t *worker = &search->workers[0];
    leaf_t *leaf = &worker->leaf;
    simulation_select_root(search, worker);
    evaluator_run(worker->evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    simulation_expand(search, worker);
}

static bool run_until(search_t *search, uint32_t limit, double until) {
    REQUIRE(!search->has_share);
    if (search->root_waits && limit > 0)
        evaluate_root(search);
    while (open_share(search, limit, until)) {
        if (limit == 0 || is_past(until))
            return false;
        if (search->shared)
            run_team(search);
        else
            run_worker(search, &search->workers[0]);
        limit -= close_share(search);
    }
    return true;
}

bool search_run(search_t *search, uint32_t limit) {
    return run_until(search, limit, HUGE_VAL);
}

bool search_run_piece(search_t *search) {
    enum { PIECE = 64 };
    return search->shared
               ? run_until(search, UINT32_MAX, clock_seconds() + BUDGET_TEAM_SECONDS)
               : search_run(search, PIECE);
}

/* Begins the first worker's next simulation, and a share if needed; false: the search is
 * done. */
static bool begin_simulation(search_t *search) {
    while (!search->has_share || !root_is_open(search) ||
           !claim_simulation(search, &search->workers[0])) {
        if (search->has_share)
            close_share(search);
        search->has_share = open_share(search, UINT32_MAX, HUGE_VAL);
        if (!search->has_share)
            return false;
    }
    return true;
}

leaf_t *search_next_leaf(search_t *search) {
    worker_t *worker = &search->workers[0];
    REQUIRE(!search->shared);
    if (search->at_leaf) {
        simulation_expand(search, worker);
        simulation_backup(search, worker);
    }
    search->at_leaf = true;
    if (search->root_waits) {
        simulation_select_root(search, worker);
        return &worker->leaf;
    }
    while (begin_simulation(search)) {
        if (simulation_select(search, worker))
            return &worker->leaf;
        simulation_backup(search, worker);
    }
    search->at_leaf = false;
    return NULL;
}

const evaluator_choice_t *search_evaluator(const search_t *search) {
    return &search->config.evaluator;
}
