#include "mcts/search.h"

#include "core/playout.h"
#include "mcts/amaf.h"
#include "mcts/budget.h"
#include "mcts/forced.h"
#include "mcts/gumbel.h"
#include "mcts/noise.h"
#include "mcts/priors.h"
#include "mcts/selection.h"
#include "mcts/untold.h"

#include <assert.h>
#include <omp.h>
#include <stdlib.h>

enum { CACHE_LINE = 64 };

/* One step of a simulation's way down. The edge that gets the visit is another one than
 * that of the way where selection came to an exact result, which needs no more looking
 * into: then the way goes on by a decision that might better it, and what comes of that
 * counts below it alone (walk_on). */
typedef struct step {
    uint32_t node;
    uint16_t edge, visited;
} step_t;

/* What each thread has of its own. */
typedef struct worker {
    pcg32_t rng;
    step_t *path;
    int length; /* of the path */
    tree_room_t room;
    uint32_t taken;         /* simulations that are its own to begin */
    uint32_t root_visits;   /* about so many, where the tree is shared */
    int num_untold;         /* steps at the path's beginning whose visits go to: */
    untold_t *untold;       /* where the tree is shared */
    int to_move;            /* the player at the way's end, where a network is asked */
    char apart[CACHE_LINE]; /* from the next worker's */
} worker_t;

struct search {
    const game_t *game;
    selection_rule_t rule;
    budget_t budget;
    tree_t tree, spare; /* spare: where a kept tree is copied to; only with reuse */
    uint32_t root;
    state_t root_state;
    bool at_root;                /* root is where the game has come to */
    bool has_tree;               /* and it holds a tree to be reused */
    _Atomic bool full;           /* set by any thread, relaxed */
    _Atomic uint8_t root_bounds; /* added to by any thread, relaxed */
    amaf_t *amaf;                /* NULL: none */
    gumbel_t *gumbel;            /* NULL: the root selects as the nodes below it */
    edge_t *before_noise;        /* the root's edges; NULL: there is no noise */
    int max_path;
    int virtual_loss; /* 0 when alone */
    int num_workers;
    worker_t *workers; /* the first one's generator is the search's */
    uint32_t simulations;
    uint32_t visits_before;  /* of the root, at the start of the share (open_share) */
    uint32_t share;          /* simulations in it */
    bool has_share, at_leaf; /* of search_next_leaf */
    bool root_waits;         /* for the network's priors */
    evaluator_t *evaluator;  /* of a network; made when search_run first needs it */
    evaluation_t *evaluation;
    char apart[CACHE_LINE];
    _Atomic uint32_t left; /* simulations to be begun; any thread takes some, relaxed */
};

/* No search needs more than a header and all edges for each of its simulations, nor one
 * node more than it may have. */
static size_t arena_bytes(const game_t *game, const search_config_t *config) {
    size_t cap = (size_t)config->memory_mb << 20;
    size_t node = ((size_t)game->max_legal / 2 + 1) * PAIR_BYTES;
    if (config->amaf_reference > 0)
        node += amaf_table_bytes(game) + PAIR_BYTES;
    int64_t most = config->simulations;
    if (config->max_nodes > 0 && config->max_nodes < most)
        most = config->max_nodes;
    size_t nodes = (size_t)most + 2;
    return nodes < cap / node ? nodes * node : cap;
}

search_t *search_new(const game_t *game, const search_config_t *config) {
    return search_new_parallel(game, config, &(search_parallel_t){.threads = 1});
}

search_t *search_new_parallel(const game_t *game, const search_config_t *config,
                              const search_parallel_t *parallel) {
    REQUIRE(parallel->threads >= 1 && parallel->threads <= SEARCH_MAX_THREADS);
    REQUIRE(parallel->threads == 1 || /* virtual visits have to fit, too */
            config->simulations + parallel->threads * parallel->virtual_loss <=
                SEARCH_MAX_SIMULATIONS);
    search_t *search = memory_new(1, sizeof *search);
    search->game = game;
    search_config_t settled = *config;
    search_config_settle(&settled, game);
    selection_init(&search->rule, &settled);
    REQUIRE(!search_network(search) || search_network(search)->opened);
    search->num_workers = (int)parallel->threads;
    search->rule.shared = search->num_workers > 1;
    search->virtual_loss = search->rule.shared ? (int)parallel->virtual_loss : 0;
    tree_init(&search->tree, arena_bytes(game, config));
    if (config->reuse)
        tree_init(&search->spare, arena_bytes(game, config));
    /* A way down is at most one node longer than the simulations before it; where it
     * would be longer than a game, it ends as at a leaf. */
    search->max_path = game->max_decisions < config->simulations
                           ? game->max_decisions
                           : (int)config->simulations;
    search->max_path += 2;
    if (config->amaf_reference > 0)
        search->amaf = amaf_new(game, &search->rule);
    if (config->root_selection == ROOT_GUMBEL) {
        REQUIRE(!search->rule.shared);
        search->gumbel = memory_new(1, sizeof *search->gumbel);
    }
    if (config->noise_weight > 0)
        search->before_noise =
            memory_new((size_t)game->max_legal, sizeof *search->before_noise);
    search->workers = memory_new((size_t)search->num_workers, sizeof *search->workers);
    for (int i = 0; i < search->num_workers; i++) {
        worker_t *worker = &search->workers[i];
        worker->path = memory_new((size_t)search->max_path, sizeof(step_t));
        if (search->rule.shared)
            worker->untold = untold_new(search->num_workers, search->virtual_loss);
    }
    return search;
}

void search_free(search_t *search) {
    if (!search)
        return;
    tree_clear(&search->tree);
    tree_clear(&search->spare);
    amaf_free(search->amaf);
    free(search->gumbel);
    free(search->before_noise);
    evaluator_free(search->evaluator);
    free(search->evaluation);
    for (int i = 0; i < search->num_workers; i++) {
        free(search->workers[i].path);
        untold_free(search->workers[i].untold);
    }
    free(search->workers);
    free(search);
}

/* What a leaf came to, in the place of a winner: LEAF_SCORE and what the network expects for
 * player 0, in VALUE_ONE. */
enum { LEAF_SCORE = 16 };

/* A score of the game's end, or one that is expected, in VALUE_ONE, to a player. */
static inline uint32_t value_to(int player, int winner) {
    if (winner >= LEAF_SCORE)
        return (uint32_t)(player == 0 ? winner - LEAF_SCORE
                                      : VALUE_ONE - (winner - LEAF_SCORE));
    return winner == NOBODY ? VALUE_ONE / 2 : winner == player ? VALUE_ONE : 0;
}

static inline bounds_t bounds_to(int player, int winner) {
    return winner == NOBODY ? BOUNDS_DRAWN : winner == player ? BOUNDS_WON : BOUNDS_LOST;
}

/* Who wins, by an exact result for a player. */
static inline int winner_of(bounds_t exact, int player) {
    return exact == BOUNDS_DRAWN ? NOBODY : exact == BOUNDS_WON ? player : 1 - player;
}

static uint32_t add_node(search_t *search, worker_t *worker, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(search->game, state, actions);
    uint32_t node = tree_add_node(&search->tree, &worker->room,
                                  game_player(search->game, state), actions, count);
    if (node == TREE_FULL)
        atomic_store_explicit(&search->full, true, memory_order_relaxed);
    else if (search->rule.shared)
        selection_fix_order(tree_node(&search->tree, node),
                            tree_edges(&search->tree, node), &worker->rng);
    return node;
}

/* The end of a simulation, for the player at the last step of the way. */
typedef struct leaf {
    int winner; /* of the random game or the game's end; player or NOBODY, or a score */
    bounds_t bounds; /* what it proves of the last edge */
} leaf_t;

/* Counts the way's last step, through an edge, as lost until its result is there, unless
 * all steps up to it are through edges with many visits; the edge's visits before. */
static uint32_t enter(const search_t *search, worker_t *worker, edge_t *edge) {
    int lost = search->virtual_loss;
    uint32_t visits = edge_visits(edge);
    if (!search->rule.shared)
        return visits;
    if (worker->num_untold == worker->length - 1 &&
        untold_takes(worker->untold, visits)) {
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
    uint32_t child = add_node(search, worker, state);
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
    if (child != TREE_FULL || visits < (uint32_t)search->rule.config.expand_after ||
        atomic_load_explicit(&search->full, memory_order_relaxed) ||
        game_outcome(search->game, state).over)
        return child;
    return expand(search, worker, edge, state);
}

/* The root's edge where something else than selection says which; -1: it is its turn. */
static inline int plan_at_root(search_t *search, node_t *root, const edge_t *edges,
                               uint32_t visits) {
    const search_config_t *config = &search->rule.config;
    if (search->gumbel)
        return gumbel_pick(search->gumbel, root, edges);
    return config->forced_playouts > 0 ? forced_pick(config, root, edges, visits) : -1;
}

static int pick_by_amaf(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                        uint32_t visits) {
    amaf_come(search->amaf, &search->tree, &worker->room, node, visits,
              worker->length == 0);
    return amaf_pick(search->amaf, node, edges, visits, &worker->rng);
}

/* Walks down from the root; the state becomes that at the end of the way. True: the leaf
 * has its result; false: that is a random game from the state. Threads that share the
 * tree leave their virtual losses on it. */
static inline bool walk_down(search_t *search, worker_t *worker, state_t *state,
                             leaf_t *leaf) {
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
        if (chosen < 0 && search->amaf)
            chosen = pick_by_amaf(search, worker, node, edges, through);
        else if (chosen < 0)
            chosen = selection_pick(&search->rule, node, edges, through, &worker->rng);
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
            *leaf = (leaf_t){outcome.winner, search->rule.config.solve
                                                 ? bounds_to(node->player, outcome.winner)
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
static void count_amaf(search_t *search, const node_t *node, const edge_t *edges,
                       step_t step, int winner) {
    if (step.visited != step.edge)
        amaf_forget(search->amaf);
    amaf_count(search->amaf, &search->tree, node, edges[step.visited].action,
               (const uint32_t[]){value_to(0, winner), value_to(1, winner)});
}

/* Adds the leaf's result to all edges of the way, less the virtual losses, and what is
 * proven as far up as it says anything new. */
static inline void back_up(search_t *search, const worker_t *worker, leaf_t leaf) {
    bool shared = search->rule.shared;
    int visits = 1 - search->virtual_loss;
    bounds_t bounds = leaf.bounds; /* of the edge at hand, for its node's player */
    if (search->amaf)
        amaf_gather(search->amaf);
    for (int i = worker->length - 1; i >= 0; i--) {
        step_t step = worker->path[i];
        node_t *node = tree_node(&search->tree, step.node);
        edge_t *edges = tree_edges(&search->tree, step.node);
        if (step.visited != step.edge)
            leaf.winner = winner_of(edge_bounds(&edges[step.visited]), node->player);
        uint32_t value = value_to(node->player, leaf.winner);
        if (search->amaf)
            count_amaf(search, node, edges, step, leaf.winner);
        if (i < worker->num_untold)
            untold_add(worker->untold, &edges[step.visited], value);
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
        bounds = node_bounds(node, edges);
        if (i == 0)
            atomic_fetch_or_explicit(&search->root_bounds, bounds, memory_order_relaxed);
        else if (tree_node(&search->tree, worker->path[i - 1].node)->player !=
                 node->player)
            bounds = bounds_opposite(bounds);
    }
}

/* Generators for the other threads, drawn from the search's. */
static void seed_workers(search_t *search, pcg32_t rng) {
    search->workers[0].rng = rng;
    for (int i = 1; i < search->num_workers; i++) {
        pcg32_t *first = &search->workers[0].rng;
        uint64_t words[2];
        for (int w = 0; w < 2; w++) {
            words[w] = (uint64_t)pcg32_next(first) << 32;
            words[w] |= pcg32_next(first);
        }
        search->workers[i].rng = pcg32_seed(words[0], words[1]);
    }
}

/* What is drawn at the root, once its priors are known. */
static void start_root(search_t *search) {
    const search_config_t *config = &search->rule.config;
    node_t *root = tree_node(&search->tree, search->root);
    edge_t *edges = tree_edges(&search->tree, search->root);
    pcg32_t *first = &search->workers[0].rng;
    if (search->gumbel)
        gumbel_start(search->gumbel, config, root, edges, first);
    if (config->noise_weight > 0) {
        memcpy(search->before_noise, edges, root->num_edges * sizeof *edges);
        noise_mix(root, edges, config->noise_weight, config->noise_total, first);
    }
}

void search_start(search_t *search, const state_t *state, pcg32_t rng) {
    const search_config_t *config = &search->rule.config;
    REQUIRE(!game_outcome(search->game, state).over);
    game_copy(search->game, &search->root_state, state);
    seed_workers(search, rng);
    search->simulations = 0;
    search->has_share = search->at_leaf = false;
    search->full = false;
    budget_start(&search->budget, config);
    for (int i = 0; i < search->num_workers; i++)
        search->workers[i].room = (tree_room_t){0};
    if (!search->has_tree) {
        tree_reset(&search->tree);
        search->root = add_node(search, &search->workers[0], state);
        REQUIRE(search->root != TREE_FULL);
    }
    search->has_tree = false;
    search->at_root = true;
    node_t *root = tree_node(&search->tree, search->root);
    edge_t *edges = tree_edges(&search->tree, search->root);
    node_count_visits(root, edges);
    search->root_bounds = config->solve ? node_bounds(root, edges) : BOUNDS_NONE;
    search->root_waits = search_network(search) && root->equal_priors;
    if (!search->root_waits)
        start_root(search);
}

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
static bool take_simulation(search_t *search, worker_t *worker) {
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

static bool root_is_open(const search_t *search) {
    bounds_t bounds = atomic_load_explicit(&search->root_bounds, memory_order_relaxed);
    return bounds_proof(bounds) == PROOF_NONE;
}

/* --- Networks ------------------------------------------------------------------------ */

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
        start_root(search);
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
    back_up(search, worker,
            (leaf_t){LEAF_SCORE + (worker->to_move == 0 ? score : VALUE_ONE - score),
                     BOUNDS_NONE});
}

/* Asks the search's own evaluator, one position at a time. */
static void evaluate(search_t *search, worker_t *worker, const state_t *state) {
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

/* One thread's share of the simulations, where a network values the leaves. */
static void run_with_network(search_t *search, worker_t *worker) {
    state_t state;
    leaf_t leaf;
    worker->taken = 0;
    while (root_is_open(search) && take_simulation(search, worker))
        if (walk_down(search, worker, &state, &leaf))
            back_up(search, worker, leaf);
        else
            evaluate(search, worker, &state);
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
    while (root_is_open(search) && take_simulation(search, worker)) {
        state_t state;
        leaf_t leaf;
        if (!walk_down(search, worker, &state, &leaf))
            leaf = (leaf_t){play_out(search, &state, &worker->rng), BOUNDS_NONE};
        back_up(search, worker, leaf);
    }
    if (search->rule.shared)
        untold_tell(worker->untold);
}

/* Apart from search_run, as the OpenMP runtime may be woken, and allocate, wherever a
 * function has a parallel region, taken or not. */
static void run_team(search_t *search) {
#pragma omp parallel num_threads(search->num_workers)
    run_worker(search, &search->workers[omp_get_thread_num()]);
}

static uint32_t count_nodes(const search_t *search) {
    uint32_t nodes = search->tree.num_nodes;
    for (int i = 0; i < search->num_workers; i++)
        nodes += search->workers[i].room.nodes;
    return nodes;
}

search_end_t search_end(const search_t *search) {
    const node_t *root = tree_node(&search->tree, search->root);
    if (!root_is_open(search))
        return SEARCH_PROVEN;
    if (node_visits(root) >= search->budget.simulations)
        return SEARCH_SIMULATIONS;
    return budget_look(&search->budget, root, tree_edges(&search->tree, search->root),
                       count_nodes(search), search->simulations);
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
        evaluate(search, &search->workers[0], &search->root_state);
    while (open_share(search, limit)) {
        if (limit == 0)
            return false;
        if (search->rule.shared)
            run_team(search);
        else if (search_network(search))
            run_with_network(search, &search->workers[0]);
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
            !(root_is_open(search) && take_simulation(search, worker))) {
            search->has_share = false;
            close_share(search);
        }
        if (!search->has_share) {
            if (!open_share(search, UINT32_MAX))
                return false;
            search->has_share = true;
            continue;
        }
        if (!walk_down(search, worker, state, &leaf))
            break;
        back_up(search, worker, leaf);
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
    back_up(search, &search->workers[0], (leaf_t){winner, BOUNDS_NONE});
}

bool search_plays_out(const search_t *search) {
    return search->amaf != NULL;
}

uint32_t search_simulations(const search_t *search) {
    return search->simulations;
}

void search_forget(search_t *search) {
    search->at_root = search->has_tree = false;
}

void search_advance(search_t *search, action_t action) {
    bool at_root = search->at_root;
    search->at_root = search->has_tree = false;
    if (!search->rule.config.reuse || !at_root)
        return;
    const node_t *root = tree_node(&search->tree, search->root);
    const edge_t *edges = tree_edges(&search->tree, search->root);
    for (int i = 0; i < root->num_edges; i++)
        if (edges[i].action == action && edge_child(&edges[i]) != TREE_FULL) {
            tree_reset(&search->spare);
            search->root =
                tree_keep(&search->spare, &search->tree, edge_child(&edges[i]));
            tree_t kept = search->spare;
            search->spare = search->tree;
            search->tree = kept;
            search->at_root = search->has_tree = true;
            return;
        }
}

static int compare_edges(const void *a, const void *b) {
    return (int)((const edge_t *)a)->action - (int)((const edge_t *)b)->action;
}

/* Priors of 16 bits as shares of which none is 0. `edges`: the root's by their numbers. */
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
    if (search->rule.config.forced_playouts > 0)
        forced_prune(&search->rule, edges, result);
    else
        memset(result->pruned, 0, (size_t)result->count * sizeof *result->pruned);
}

in_hand_t search_in_hand(const search_result_t *result) {
    in_hand_t hand = {0};
    for (int i = 0; i < result->count; i++)
        bounds_take(&hand, result->bounds[i]);
    return hand;
}

int search_best(const search_result_t *result) {
    in_hand_t hand = search_in_hand(result);
    int best = 0;
    if (result->planned >= 0 && result->root_proof == PROOF_NONE &&
        bounds_pay(result->bounds[result->planned], hand))
        return result->planned;
    for (int i = 1; i < result->count; i++) {
        int rank = (int)bounds_pay(result->bounds[i], hand) -
                   (int)bounds_pay(result->bounds[best], hand);
        if (rank > 0 || (rank == 0 && (result->visits[i] > result->visits[best] ||
                                       (result->visits[i] == result->visits[best] &&
                                        result->values[i] > result->values[best]))))
            best = i;
    }
    return best;
}

/* The order of search_best, among the edges of any node. */
static bool is_better(const edge_t *a, const edge_t *b, in_hand_t hand) {
    int rank =
        (int)bounds_pay(edge_bounds(a), hand) - (int)bounds_pay(edge_bounds(b), hand);
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
        in_hand_t hand = node_in_hand(node, edges);
        for (int i = 1; i < node->num_edges; i++)
            if (length == 0 ? edges[i].action == first : is_better(&edges[i], best, hand))
                best = &edges[i];
        REQUIRE(length > 0 || best->action == first);
        if (length > 0 && edge_visits(best) == 0)
            break;
        line[length++] = best->action;
        at = edge_child(best);
    }
    return length;
}

search_memory_t search_memory(const search_t *search) {
    uint32_t used = search->tree.used;
    for (int i = 0; i < search->num_workers; i++)
        used -= search->workers[i].room.end - search->workers[i].room.next;
    return (search_memory_t){
        .nodes = count_nodes(search),
        .bytes_used = (size_t)used * PAIR_BYTES,
        .bytes_cap = (size_t)search->tree.capacity * PAIR_BYTES,
        .full = search->full,
    };
}
