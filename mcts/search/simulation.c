#include "mcts/search/simulation.h"

#include "mcts/select/cached_best_edge.h"
#include "mcts/select/forced_playouts.h"

/* A score of the game's end, or one that is expected, in VALUE_ONE, to a player. */
static inline uint32_t winner_value_to(int player, int winner) {
    if (winner >= LEAF_SCORE)
        return (uint32_t)(player == 0 ? winner - LEAF_SCORE
                                      : VALUE_ONE - (winner - LEAF_SCORE));
    return winner == NOBODY ? VALUE_ONE / 2 : winner == player ? VALUE_ONE : 0;
}

static inline bounds_t winner_bounds_to(int player, int winner) {
    return winner == NOBODY ? BOUNDS_DRAWN : winner == player ? BOUNDS_WON : BOUNDS_LOST;
}

/* Who wins, by an exact result for a player. */
static inline int winner_of(bounds_t exact, int player) {
    return exact == BOUNDS_DRAWN ? NOBODY : exact == BOUNDS_WON ? player : 1 - player;
}

uint32_t simulation_add_node(search_t *search, worker_t *worker, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(search->game, state, actions);
    uint32_t node = tree_add_node(&search->tree, &worker->chunk,
                                  game_player(search->game, state), actions, count);
    if (node == TREE_FULL)
        atomic_store_explicit(&search->full, true, memory_order_relaxed);
    else if (search->rule.shared)
        selection_fix_order(tree_node(&search->tree, node),
                            tree_edges(&search->tree, node), &worker->rng);
    return node;
}

/* Counts the way's last step, through an edge, as lost until its result is there, unless
 * all steps up to it are through edges with many visits; the edge's visits before. */
static uint32_t enter(const search_t *search, worker_t *worker, edge_t *edge) {
    int lost = search->virtual_loss;
    uint32_t visits = edge_visits(edge);
    if (!search->rule.shared)
        return visits;
    if (worker->num_untold == worker->length - 1 &&
        visit_buffer_accepts(worker->visit_buffer, visits)) {
        worker->num_untold = worker->length;
        return visits;
    }
    return lost == 0 ? visits : edge_add(edge, lost, 0, true);
}

/* Gives an edge its node; TREE_FULL where there is no room or another thread is at it:
 * then the edge is still a leaf. */
static uint32_t expand(search_t *search, worker_t *worker, edge_t *edge,
                       const state_t *state) {
    bool shared = search->rule.shared;
    if (!edge_claim_child(edge, shared))
        return TREE_FULL;
    uint32_t child = simulation_add_node(search, worker, state);
    edge_set_child(edge, child, shared);
    return child;
}

/* An edge with an exact result was selected, but the node's own is open: the edge that is
 * worth looking into instead, or -1. */
static int look_elsewhere(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                          uint32_t node_visits) {
    bool planned = search->gumbel && worker->length == 0;
    return selection_pick_better(&search->rule, node, edges, node_visits, !planned,
                                 &worker->rng);
}

/* What comes after a step's edge: the index of its node, which is made where it is time
 * for it, or TREE_FULL where the way ends. visits: of the edge before this simulation. */
static inline uint32_t next_node(search_t *search, worker_t *worker, edge_t *edge,
                                 uint32_t visits, const state_t *state) {
    uint32_t child = edge_child(edge);
    if (worker->length >= search->max_path)
        return TREE_FULL;
    if (child != TREE_FULL || visits < (uint32_t)search->config.expand_after ||
        atomic_load_explicit(&search->full, memory_order_relaxed) ||
        game_outcome(search->game, state).over)
        return child;
    return expand(search, worker, edge, state);
}

/* The root's edge where something else than selection says which; -1: it is its turn. */
static inline int plan_at_root(search_t *search, node_t *root, const edge_t *edges,
                               uint32_t visits) {
    const search_config_t *config = &search->config;
    if (search->gumbel)
        return gumbel_pick(search->gumbel, root, edges);
    return config->forced_playouts > 0 ? forced_playouts_pick(config, root, edges, visits)
                                       : -1;
}

static int pick_by_amaf(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                        uint32_t visits) {
    amaf_enter_node(search->amaf, &search->tree, &worker->chunk, node, visits,
                    worker->length == 0);
    return amaf_pick(search->amaf, node, edges, visits, &worker->rng);
}

static inline int pick(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                       uint32_t visits) {
    return search->amaf
               ? pick_by_amaf(search, worker, node, edges, visits)
               : selection_pick(&search->rule, node, edges, visits, &worker->rng);
}

bool simulation_walk(search_t *search, worker_t *worker, state_t *state, leaf_t *leaf) {
    const game_t *game = search->game;
    bool shared = search->rule.shared;
    uint32_t at = search->root, visits = worker->root_visits;
    game_copy(game, state, &search->root_state);
    worker->num_untold = 0;
    if (search->amaf)
        amaf_start(search->amaf);
    for (worker->length = 0; at != TREE_FULL;) {
        node_t *node = tree_node(&search->tree, at);
        edge_t *edges = tree_edges(&search->tree, at);
        uint32_t through = shared ? visits : node_visits(node);
        int chosen = worker->length > 0 ? -1 : plan_at_root(search, node, edges, through);
        if (chosen >= 0)
            best_edge_forget(node);
        else
            chosen = pick(search, worker, node, edges, through);
        int visited = chosen;
        if (edge_proof(&edges[chosen]) != PROOF_NONE) {
            int better = look_elsewhere(search, worker, node, edges, through);
            chosen = better < 0 ? chosen : better;
            if (edge_visits(&edges[chosen]) == 0)
                visited = chosen; /* its first visit, as any other */
        }
        edge_t *edge = &edges[chosen];
        tree_prefetch(&search->tree, edge_child(edge));
        worker->path[worker->length++] =
            (step_t){at, (uint16_t)chosen, (uint16_t)visited};
        visits = enter(search, worker, &edges[visited]);
        if (visited != chosen)
            visits = edge_visits(edge);
        bounds_t bounds = edge_bounds(edge);
        if (bounds_proof(bounds) != PROOF_NONE) {
            *leaf = (leaf_t){winner_of(bounds, node->player), bounds};
            return true;
        }
        game_apply(game, state, edge->action);
        bool asked = search_network(search) && visited == chosen;
        if ((visits == 0 || asked) && edge_child(edge) == TREE_FULL) {
            outcome_t outcome = game_outcome(game, state);
            if (!outcome.over)
                return false;
            *leaf = (leaf_t){outcome.winner,
                             search->config.solve
                                 ? winner_bounds_to(node->player, outcome.winner)
                                 : BOUNDS_NONE};
            return true;
        }
        at = next_node(search, worker, edge, visits, state);
        if (at == TREE_FULL && visited != chosen) { /* a random game would not count */
            *leaf = (leaf_t){NOBODY, BOUNDS_NONE};
            return true;
        }
    }
    return false;
}

/* A step of the way for AMAF values: what came after a visit that stands for an exact
 * result was not of it. */
static void count_amaf(search_t *search, node_t *node, const edge_t *edges, step_t step,
                       int winner) {
    if (step.visited != step.edge)
        amaf_discard(search->amaf);
    amaf_backup(search->amaf, &search->tree, node, edges[step.visited].action,
                winner_value_to(0, winner));
}

void simulation_back_up(search_t *search, const worker_t *worker, leaf_t leaf) {
    bool shared = search->rule.shared;
    int visits = 1 - search->virtual_loss;
    bounds_t bounds = leaf.bounds; /* of the edge at hand, for its node's player */
    if (search->amaf)
        amaf_add_playout(search->amaf);
    for (int i = worker->length - 1; i >= 0; i--) {
        step_t step = worker->path[i];
        node_t *node = tree_node(&search->tree, step.node);
        edge_t *edges = tree_edges(&search->tree, step.node);
        if (step.visited != step.edge)
            leaf.winner = winner_of(edge_bounds(&edges[step.visited]), node->player);
        uint32_t value = winner_value_to(node->player, leaf.winner);
        if (search->amaf)
            count_amaf(search, node, edges, step, leaf.winner);
        if (i < worker->num_untold)
            visit_buffer_add(worker->visit_buffer, &edges[step.visited], value);
        else if (visits != 0 || value != 0)
            edge_add(&edges[step.visited], visits, value, shared);
        if (!shared)
            node_add_visit(node);
        if (bounds == BOUNDS_NONE)
            continue;
        if (!edge_add_bounds(&edges[step.edge], bounds, shared)) {
            bounds = BOUNDS_NONE; /* who added them takes them further up */
            continue;
        }
        best_edge_forget(node);
        bounds = node_bounds(node, edges);
        if (i == 0)
            atomic_fetch_or_explicit(&search->root_bounds, bounds, memory_order_relaxed);
        else if (tree_node(&search->tree, worker->path[i - 1].node)->player !=
                 node->player)
            bounds = bounds_opposite(bounds);
    }
}
