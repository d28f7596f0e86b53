#include "mcts/search/search_network.h"

#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search_run.h"
#include "mcts/search/simulation.h"
#include "mcts/select/priors.h"

const network_choice_t *search_network(const search_t *search) {
    const search_config_t *config = &search->rule.config;
    return config->evaluator == EVALUATOR_NETWORK ? &config->network : NULL;
}

/* Takes what the network says: the root's priors, or a node for the last edge of the way,
 * as far as there is room, and its score for those above. */
static void take_evaluation(search_t *search, worker_t *worker,
                            const evaluation_t *evaluation) {
    if (search->root_waits) {
        search->root_waits = false;
        priors_set(tree_node(&search->tree, search->root),
                   tree_edges(&search->tree, search->root), evaluation);
        search_start_root(search);
        return;
    }
    step_t last = worker->path[worker->length - 1];
    edge_t *edge = &tree_edges(&search->tree, last.node)[last.edge];
    if (edge_child(edge) == TREE_FULL && !search->full) {
        uint32_t child = tree_add_node(&search->tree, &worker->room, worker->to_move,
                                       evaluation->actions, evaluation->count);
        search->full = child == TREE_FULL;
        if (child != TREE_FULL)
            priors_set(tree_node(&search->tree, child), tree_edges(&search->tree, child),
                       evaluation);
        edge_set_child(edge, child, false);
    }
    int score = (int)((double)evaluation->score * VALUE_ONE + 0.5);
    simulation_back_up(
        search, worker,
        (leaf_t){LEAF_SCORE + (worker->to_move == 0 ? score : VALUE_ONE - score),
                 BOUNDS_NONE});
}

void search_ask_network(search_t *search, const state_t *state) {
    worker_t *worker = &search->workers[0];
    if (!search->evaluator) {
        search->evaluator =
            network_choice_evaluator(search_network(search), search->game, 1);
        search->evaluation = memory_new(1, sizeof *search->evaluation);
    }
    worker->to_move = game_player(search->game, state);
    if (!evaluator_find(search->evaluator, state, search->evaluation))
        evaluator_run(search->evaluator, &state, 1, &search->evaluation);
    take_evaluation(search, worker, search->evaluation);
}

void search_take_evaluation(search_t *search, const evaluation_t *evaluation) {
    REQUIRE(search->at_leaf);
    search->at_leaf = false;
    take_evaluation(search, &search->workers[0], evaluation);
}

void search_run_network(search_t *search) {
    worker_t *worker = &search->workers[0];
    state_t state;
    leaf_t leaf;
    worker->taken = 0;
    while (root_is_open(search) && search_take_simulation(search, worker))
        if (simulation_walk(search, worker, &state, &leaf))
            simulation_back_up(search, worker, leaf);
        else
            search_ask_network(search, &state);
}
