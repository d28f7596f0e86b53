#include "mcts/search.h"

#include "mcts/budget.h"
#include "mcts/gumbel.h"
#include "mcts/noise.h"
#include "mcts/selection.h"

#include <assert.h>
#include <stdlib.h>

/* One step of a simulation's way down. */
typedef struct step {
    uint32_t node;
    int edge;
} step_t;

struct search {
    const game_t *game;
    selection_rule_t rule;
    budget_t budget;
    tree_t tree, spare; /* spare: where a kept tree is copied to; only with reuse */
    uint32_t root;
    state_t root_state;
    pcg32_t rng;
    uint32_t simulations;
    proof_t root_proof;
    bool full, has_tree; /* has_tree: root holds a tree to be reused */
    gumbel_t *gumbel;    /* NULL: the root selects as the nodes below it */
    step_t *path;
    int max_path;
};

/* No search needs more than a header and all edges for each of its simulations, nor one
 * node more than it may have. */
static size_t arena_bytes(const game_t *game, const search_config_t *config) {
    size_t cap = (size_t)config->memory_mb << 20;
    size_t node = ((size_t)game->max_legal + 1) * sizeof(unit_t);
    int64_t most = config->simulations;
    if (config->max_nodes > 0 && config->max_nodes < most)
        most = config->max_nodes;
    size_t nodes = (size_t)most + 2;
    return nodes < cap / node ? nodes * node : cap;
}

search_t *search_new(const game_t *game, const search_config_t *config) {
    search_t *search = memory_new(1, sizeof *search);
    search->game = game;
    selection_init(&search->rule, config);
    tree_init(&search->tree, arena_bytes(game, config));
    if (config->reuse)
        tree_init(&search->spare, arena_bytes(game, config));
    if (config->root_selection == ROOT_GUMBEL)
        search->gumbel = memory_new(1, sizeof *search->gumbel);
    /* A way down is at most one node longer than the simulations before it; where it
     * would be longer than a game, it ends as at a leaf. */
    search->max_path = game->max_decisions < config->simulations
                           ? game->max_decisions
                           : (int)config->simulations;
    search->max_path += 2;
    search->path = memory_new((size_t)search->max_path, sizeof *search->path);
    return search;
}

void search_free(search_t *search) {
    if (!search)
        return;
    tree_clear(&search->tree);
    tree_clear(&search->spare);
    free(search->gumbel);
    free(search->path);
    free(search);
}

/* A score of the game's end in VALUE_ONE, to a player. */
static inline uint32_t value_to(int player, int winner) {
    return winner == NOBODY ? VALUE_ONE / 2 : winner == player ? VALUE_ONE : 0;
}

static inline uint32_t value_of_proof(proof_t proof) {
    return proof == PROOF_WIN ? VALUE_ONE : proof == PROOF_DRAW ? VALUE_ONE / 2 : 0;
}

static inline proof_t proof_to(int player, int winner) {
    return winner == NOBODY ? PROOF_DRAW : winner == player ? PROOF_WIN : PROOF_LOSS;
}

static inline proof_t opposite(proof_t proof) {
    return proof == PROOF_WIN ? PROOF_LOSS : proof == PROOF_LOSS ? PROOF_WIN : proof;
}

/* What the proofs of its edges say of a node, for its player. */
static proof_t proof_of_node(const node_t *node, const edge_t *edges) {
    proof_t best = PROOF_LOSS;
    for (int i = 0; i < node->num_tried; i++) {
        proof_t proof = (proof_t)edges[i].proof;
        if (proof == PROOF_WIN)
            return PROOF_WIN;
        if (proof == PROOF_NONE)
            best = PROOF_NONE;
        else if (proof == PROOF_DRAW && best == PROOF_LOSS)
            best = PROOF_DRAW;
    }
    return node->num_tried == node->num_edges ? best : PROOF_NONE;
}

static uint32_t add_node(search_t *search, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(search->game, state, actions);
    uint32_t node =
        tree_add_node(&search->tree, game_player(search->game, state), actions, count);
    search->full |= node == TREE_FULL;
    return node;
}

/* The end of a simulation, for the player at the last step of the way. */
typedef struct leaf {
    int winner;    /* of the random game or the game's end; player or NOBODY */
    proof_t proof; /* of the last edge */
} leaf_t;

/* Walks down from the root; *length: of the way. */
static leaf_t walk_down(search_t *search, int *length) {
    const game_t *game = search->game;
    uint32_t at = search->root, expand_after = (uint32_t)search->rule.config.expand_after;
    state_t state;
    game_copy(game, &state, &search->root_state);
    for (*length = 0;;) {
        node_t *node = tree_node(&search->tree, at);
        edge_t *edges = tree_edges(&search->tree, at);
        int chosen = search->gumbel && *length == 0
                         ? gumbel_pick(search->gumbel, node, edges)
                         : selection_pick(&search->rule, node, edges, &search->rng);
        edge_t *edge = &edges[chosen];
        search->path[(*length)++] = (step_t){at, chosen};
        if (edge->proof != PROOF_NONE)
            return (leaf_t){edge->proof == PROOF_DRAW  ? NOBODY
                            : edge->proof == PROOF_WIN ? node->player
                                                       : 1 - node->player,
                            (proof_t)edge->proof};
        game_apply(game, &state, edge->action);
        if (edge->child != TREE_FULL && *length < search->max_path) {
            at = edge->child;
            continue;
        }
        uint32_t visits = edge_visits(edge);
        if (visits == 0) {
            outcome_t outcome = game_outcome(game, &state);
            if (outcome.over)
                return (leaf_t){outcome.winner,
                                search->rule.config.solve
                                    ? proof_to(node->player, outcome.winner)
                                    : PROOF_NONE};
        } else if (visits >= expand_after && !search->full &&
                   *length < search->max_path && !game_outcome(game, &state).over) {
            at = add_node(search, &state);
            if (at != TREE_FULL) {
                edge->child = at & ((1u << 30) - 1);
                continue;
            }
        }
        return (leaf_t){game_playout(game, &state, &search->rng).outcome.winner,
                        PROOF_NONE};
    }
}

/* Adds the leaf's result to all edges of the way, and proofs as far up as they reach. */
static void back_up(search_t *search, int length, leaf_t leaf) {
    proof_t proof = leaf.proof; /* of the edge at hand, for its node's player */
    for (int i = length - 1; i >= 0; i--) {
        node_t *node = tree_node(&search->tree, search->path[i].node);
        edge_t *edges = tree_edges(&search->tree, search->path[i].node);
        edge_t *edge = &edges[search->path[i].edge];
        edge_add(edge, value_to(node->player, leaf.winner));
        node->visits++;
        if (proof == PROOF_NONE)
            continue;
        edge->proof = proof & 3u;
        proof = proof_of_node(node, edges);
        if (i == 0)
            search->root_proof = proof;
        else if (tree_node(&search->tree, search->path[i - 1].node)->player !=
                 node->player)
            proof = opposite(proof);
    }
}

void search_start(search_t *search, const state_t *state, pcg32_t rng) {
    const search_config_t *config = &search->rule.config;
    REQUIRE(!game_outcome(search->game, state).over);
    game_copy(search->game, &search->root_state, state);
    search->rng = rng;
    search->simulations = 0;
    search->full = false;
    budget_start(&search->budget, config);
    if (!search->has_tree) {
        tree_reset(&search->tree);
        search->root = add_node(search, state);
        REQUIRE(search->root != TREE_FULL);
    }
    search->has_tree = false;
    node_t *root = tree_node(&search->tree, search->root);
    edge_t *edges = tree_edges(&search->tree, search->root);
    search->root_proof = config->solve ? proof_of_node(root, edges) : PROOF_NONE;
    if (search->gumbel)
        gumbel_start(search->gumbel, config, root, edges, &search->rng);
    if (config->noise_weight > 0)
        noise_mix(root, edges, config->noise_weight, config->noise_total, &search->rng);
}

search_end_t search_end(const search_t *search) {
    const node_t *root = tree_node(&search->tree, search->root);
    if (search->root_proof != PROOF_NONE)
        return SEARCH_PROVEN;
    if (root->visits >= search->budget.simulations)
        return SEARCH_SIMULATIONS;
    return budget_look(&search->budget, root, tree_edges(&search->tree, search->root),
                       search->tree.num_nodes, search->simulations);
}

bool search_run(search_t *search, uint32_t limit) {
    for (; search_end(search) == SEARCH_GOES_ON; limit--) {
        if (limit == 0)
            return false;
        int length;
        leaf_t leaf = walk_down(search, &length);
        back_up(search, length, leaf);
        search->simulations++;
    }
    return true;
}

uint32_t search_simulations(const search_t *search) {
    return search->simulations;
}

void search_forget(search_t *search) {
    search->has_tree = false;
}

void search_advance(search_t *search, action_t action) {
    search->has_tree = false;
    if (!search->rule.config.reuse)
        return;
    const node_t *root = tree_node(&search->tree, search->root);
    const edge_t *edges = tree_edges(&search->tree, search->root);
    for (int i = 0; i < root->num_edges; i++)
        if (edges[i].action == action && edges[i].child != TREE_FULL) {
            tree_reset(&search->spare);
            search->root = tree_keep(&search->spare, &search->tree, edges[i].child);
            tree_t kept = search->spare;
            search->spare = search->tree;
            search->tree = kept;
            search->has_tree = true;
            return;
        }
}

static int compare_edges(const void *a, const void *b) {
    return (int)((const edge_t *)a)->action - (int)((const edge_t *)b)->action;
}

void search_read(const search_t *search, search_result_t *result) {
    const node_t *root = tree_node(&search->tree, search->root);
    edge_t edges[GAME_MAX_LEGAL];
    memcpy(edges, tree_edges(&search->tree, search->root),
           root->num_edges * sizeof *edges);
    result->count = root->num_edges;
    result->root_visits = root->visits;
    result->simulations = search->simulations;
    result->root_proof = (uint8_t)search->root_proof;
    result->root_value =
        search->root_proof == PROOF_NONE
            ? (float)node_value(root, tree_edges(&search->tree, search->root))
            : (float)value_of_proof(search->root_proof) / VALUE_ONE;
    action_t planned = ACTION_NONE;
    if (search->gumbel && root->visits > 0)
        planned = edges[gumbel_best(search->gumbel, root, edges)].action;
    qsort(edges, root->num_edges, sizeof *edges, compare_edges);
    result->planned = -1;
    for (int i = 0; i < result->count; i++) {
        uint32_t visits = edge_visits(&edges[i]);
        result->actions[i] = edges[i].action;
        if (edges[i].action == planned)
            result->planned = i;
        result->visits[i] = visits;
        result->proofs[i] = (uint8_t)edges[i].proof;
        result->values[i] =
            visits ? (float)((double)edge_value_sum(&edges[i]) / VALUE_ONE / visits)
                   : 0.5f;
    }
}

/* Rank by proof: won first, lost last. */
static int proof_rank(uint8_t proof) {
    return proof == PROOF_WIN ? 2 : proof == PROOF_LOSS ? 0 : 1;
}

int search_best(const search_result_t *result) {
    int best = 0;
    if (result->planned >= 0 && result->root_proof == PROOF_NONE &&
        result->proofs[result->planned] != PROOF_LOSS)
        return result->planned;
    for (int i = 1; i < result->count; i++) {
        int rank = proof_rank(result->proofs[i]) - proof_rank(result->proofs[best]);
        if (rank > 0 || (rank == 0 && (result->visits[i] > result->visits[best] ||
                                       (result->visits[i] == result->visits[best] &&
                                        result->values[i] > result->values[best]))))
            best = i;
    }
    return best;
}

/* The order of search_best, among the edges of any node. */
static bool is_better(const edge_t *a, const edge_t *b) {
    int rank = proof_rank((uint8_t)a->proof) - proof_rank((uint8_t)b->proof);
    uint32_t a_visits = edge_visits(a), b_visits = edge_visits(b);
    uint64_t a_sum = edge_value_sum(a), b_sum = edge_value_sum(b);
    if (rank != 0 || a_visits != b_visits)
        return rank != 0 ? rank > 0 : a_visits > b_visits;
    return a_sum != b_sum ? a_sum > b_sum : a->action < b->action;
}

int search_line(const search_t *search, action_t first, action_t *line, int max) {
    uint32_t at = search->root;
    int length = 0;
    while (at != TREE_FULL && length < max) {
        const node_t *node = tree_node(&search->tree, at);
        const edge_t *edges = tree_edges(&search->tree, at), *best = &edges[0];
        for (int i = 1; i < node->num_edges; i++)
            if (length == 0 ? edges[i].action == first : is_better(&edges[i], best))
                best = &edges[i];
        REQUIRE(length > 0 || best->action == first);
        if (length > 0 && edge_visits(best) == 0)
            break;
        line[length++] = best->action;
        at = best->child;
    }
    return length;
}

search_memory_t search_memory(const search_t *search) {
    return (search_memory_t){
        .nodes = search->tree.num_nodes,
        .bytes_used = search->tree.used * sizeof(unit_t),
        .bytes_cap = search->tree.capacity * sizeof(unit_t),
        .full = search->full,
    };
}
