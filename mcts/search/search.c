#include "mcts/search/held_steps.h"
#include "mcts/search/search_root.h"
#include "mcts/search/simulation.h"
#include "mcts/tree/tree_keep.h"

#include <stdlib.h>

static tree_kind_t tree_kind_of(const search_config_t *config, int threads) {
    return config->amaf_reference > 0 ? TREE_WITH_TABLES
           : threads > 1              ? TREE_PLAIN
                                      : TREE_GROWING;
}

/* A search needs at most a header and all edges per simulation, and at most its limit of
 * nodes plus one per thread, as threads do not see each other's. */
static size_t arena_bytes(const game_t *game, const search_config_t *config,
                          tree_kind_t kind, int threads) {
    size_t cap = (size_t)config->memory_mb << 20;
    size_t node = tree_node_bytes(game->max_legal, kind);
    if (config->amaf_reference > 0)
        node += amaf_table_bytes(game) + PAIR_BYTES;
    int64_t most = config->simulations;
    if (config->max_nodes > 0 && config->max_nodes < most)
        most = config->max_nodes;
    size_t bytes = ((size_t)most + 1 + (size_t)threads) * node;
    bytes += tree_unused_bytes(bytes, game->max_legal, threads);
    return bytes < cap ? bytes : cap;
}

search_t *search_new(const game_t *game, const search_config_t *config) {
    return search_new_parallel(game, config, &(search_parallel_t){.threads = 1});
}

static void worker_init(const search_t *search, worker_t *worker) {
    worker->path = memory_new((size_t)search->max_path, sizeof *worker->path);
    if (search->keeps_steps)
        worker->kept = memory_new(1, sizeof *worker->kept);
    worker->evaluator = evaluator_choice_make(&search->config.evaluator, search->game, 1);
    worker->leaf.rng = &worker->rng;
    if (search->amaf)
        worker->leaf.notes = amaf_notes(search->amaf);
    if (search->shared)
        worker->visit_buffer =
            visit_buffer_new(search->num_workers, search->virtual_loss);
}

static void worker_clear(worker_t *worker) {
    free(worker->path);
    free(worker->kept);
    evaluator_free(worker->evaluator);
    visit_buffer_free(worker->visit_buffer);
}

/* Lists the symmetries that exchange no sides. */
static void list_symmetries(search_t *search) {
    const game_t *game = search->game;
    search->symmetries =
        memory_new((size_t)game->num_symmetries, sizeof *search->symmetries);
    for (int s = 0; s < game->num_symmetries; s++)
        if (!game_symmetry_exchanges_sides(game, s))
            search->symmetries[search->num_symmetries++] = s;
}

search_t *search_new_parallel(const game_t *game, const search_config_t *config,
                              const search_parallel_t *parallel) {
    REQUIRE(parallel->threads >= 1 && parallel->threads <= SEARCH_MAX_THREADS);
    REQUIRE(parallel->threads == 1 || /* virtual losses must fit, too */
            config->simulations + parallel->threads * parallel->virtual_loss <=
                SEARCH_MAX_SIMULATIONS);
    search_t *search = memory_new(1, sizeof *search);
    search->game = game;
    search->config = *config;
    search_config_settle(&search->config, game);
    selection_init(&search->rule, &search->config);
    search->num_workers = (int)parallel->threads;
    search->shared = search->rule.shared = search->num_workers > 1;
    search->virtual_loss = search->shared ? (int)parallel->virtual_loss : 0;
    tree_kind_t kind = tree_kind_of(config, search->num_workers);
    size_t arena = arena_bytes(game, config, kind, search->num_workers);
    tree_init(&search->tree, arena, kind);
    if (config->reuse)
        tree_init(&search->spare, arena, kind);
    /* A path has at most one node more than there were simulations before it; one that
     * would be longer than a game ends as at a leaf. */
    search->max_path = game->max_game_length < config->simulations
                           ? game->max_game_length
                           : (int)config->simulations;
    search->max_path += 2;
    if (config->amaf_reference > 0)
        search->amaf = amaf_new(game, &search->rule, &search->config);
    if (config->root_selection == ROOT_GUMBEL) {
        REQUIRE(!search->shared);
        search->gumbel = memory_new(1, sizeof *search->gumbel);
    }
    search->keeps_steps = !search->amaf && !search->gumbel &&
                          config->forced_playouts == 0 &&
                          (search->shared || config->simulations == 0 ||
                           config->simulations >= HELD_STEPS_LEAST);
    if (config->noise_weight > 0)
        search->before_noise =
            memory_new((size_t)game->max_legal, sizeof *search->before_noise);
    search->workers = memory_new((size_t)search->num_workers, sizeof *search->workers);
    for (int i = 0; i < search->num_workers; i++)
        worker_init(search, &search->workers[i]);
    search->has_priors = search->workers[0].evaluator->class->has_priors;
    if (config->evaluator.symmetry == SYMMETRY_RANDOM)
        list_symmetries(search);
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
    free(search->symmetries);
    for (int i = 0; i < search->num_workers; i++)
        worker_clear(&search->workers[i]);
    free(search->workers);
    free(search);
}

/* Seeds the other threads' generators from the search's. */
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

/* One symmetry for all leaves of a search. */
static void draw_symmetry(search_t *search) {
    uint32_t count = (uint32_t)search->num_symmetries;
    int drawn = search->symmetries[pcg32_below(&search->workers[0].rng, count)];
    for (int i = 0; i < search->num_workers; i++)
        search->workers[i].leaf.symmetry = drawn;
}

void search_start(search_t *search, const state_t *state, pcg32_t rng) {
    const search_config_t *config = &search->config;
    REQUIRE(!game_outcome(search->game, state).over);
    game_copy(search->game, &search->root_state, state);
    seed_workers(search, rng);
    if (search->symmetries)
        draw_symmetry(search);
    search->simulations = 0;
    search->has_share = search->at_leaf = false;
    search->full = false;
    budget_start(&search->budget, config, search->num_workers);
    for (int i = 0; i < search->num_workers; i++) {
        search->workers[i].chunk = (tree_chunk_t){0};
        search->workers[i].length = 0;
        if (search->workers[i].kept)
            held_path_cut(&search->workers[i].kept->held, 0);
    }
    if (!search->has_tree) {
        tree_reset(&search->tree);
        search->root = simulation_add_root(search, state);
        REQUIRE(search->root != TREE_FULL);
    }
    search->has_tree = false;
    search->at_root = true;
    node_t *root = tree_node(&search->tree, search->root);
    edge_t *edges = tree_edges(&search->tree, search->root);
    node_count_visits(root, edges);
    search->root_bounds = config->solve ? node_bounds(root, edges) : BOUNDS_NONE;
    search->root_waits = search->has_priors && root->equal_priors;
    if (!search->root_waits)
        search_root_start(search);
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
    if (!search->config.reuse || !at_root)
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

search_memory_t search_memory(const search_t *search) {
    uint32_t used = search->tree.used;
    for (int i = 0; i < search->num_workers; i++)
        used -= search->workers[i].chunk.end - search->workers[i].chunk.next;
    return (search_memory_t){
        .nodes = search_count_nodes(search),
        .bytes_used = (size_t)used * PAIR_BYTES,
        .bytes_cap = (size_t)search->tree.capacity * PAIR_BYTES,
        .full = search->full,
    };
}
