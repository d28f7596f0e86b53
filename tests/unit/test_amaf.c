/* AMAF values computed by hand, and searches with AMAF. */
#include "mcts/tree/value.h"
#include "tests/support/unit.h"

#include "mcts/search/search.h"
#include "mcts/select/amaf.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/brute_force.h"
#include "tests/support/variants.h"

#include <stdlib.h>

/* Players 0 and 1; a root with the actions 3, 5 and 7 of player 0, and below its first
 * edge a node with 3 and 9 of player 1. */
typedef struct bench {
    game_t *game;
    selection_rule_t rule;
    tree_t tree;
    tree_chunk_t chunk;
    amaf_t *amaf;
    uint32_t root, child;
} bench_t;

static void bench_init(bench_t *bench, int64_t reference, size_t bytes) {
    const test_variant_t variant = {"cascade", "size=3"};
    *bench = (bench_t){.game = test_variant_game(&variant)};
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.1;
    config.amaf_reference = reference;
    config.amaf_bias = 0.5;
    selection_init(&bench->rule, &config);
    tree_init(&bench->tree, bytes, TREE_WITH_TABLES);
    bench->amaf = amaf_new(bench->game, &bench->rule, &config);
    bench->root =
        tree_add_node(&bench->tree, &bench->chunk, 0, (const action_t[]){3, 5, 7}, 3);
    bench->child =
        tree_add_node(&bench->tree, &bench->chunk, 1, (const action_t[]){3, 9}, 2);
    assert_true(bench->root != TREE_FULL && bench->child != TREE_FULL);
}

static void bench_clear(bench_t *bench) {
    amaf_free(bench->amaf);
    tree_clear(&bench->tree);
    game_free(bench->game);
}

static void enter(bench_t *bench, uint32_t node, uint32_t visits) {
    amaf_enter_node(bench->amaf, &bench->tree, &bench->chunk,
                    tree_node(&bench->tree, node), visits, node == bench->root);
}

static int pick(bench_t *bench, uint32_t node, uint32_t visits) {
    pcg32_t rng = pcg32_seed(1, visits);
    return amaf_pick(bench->amaf, tree_node(&bench->tree, node),
                     tree_edges(&bench->tree, node), visits, &rng);
}

static void count(bench_t *bench, uint32_t node, action_t action, uint32_t value0) {
    amaf_backup(bench->amaf, &bench->tree, tree_node(&bench->tree, node), action, value0);
}

/* 3 and 9 on the way, then player 0: 5, 3, 7 and player 1: 3, 9. */
static void simulate(bench_t *bench, uint32_t visits, uint32_t value0) {
    amaf_start(bench->amaf);
    enter(bench, bench->root, visits);
    enter(bench, bench->child, visits);
    playout_notes_t *notes = amaf_notes(bench->amaf);
    const noted_t noted[] = {{5, 0}, {3, 1}, {3, 0}, {9, 1}, {7, 0}};
    for (int i = 0; i < 5; i++)
        playout_note(notes, noted[i].player, noted[i].action);
    amaf_add_playout(bench->amaf);
    count(bench, bench->child, 9, value0);
    count(bench, bench->root, 3, value0);
}

static void assert_stats(const bench_t *bench, uint32_t node, int player, action_t action,
                         uint32_t visits, uint64_t sum) {
    uint64_t stats = amaf_stats(bench->amaf, &bench->tree, tree_node(&bench->tree, node),
                                player, action);
    assert_int_equal(stats_visits(stats), visits);
    assert_int_equal(stats_value_sum(stats), sum);
}

static void test_counts(void **unused) {
    (void)unused;
    bench_t bench;
    bench_init(&bench, 2, 1 << 16);
    simulate(&bench, 0, VALUE_ONE);
    assert_int_equal(node_tail(tree_node(&bench.tree, bench.child))->table,
                     TREE_FULL);                          /* too early */
    assert_stats(&bench, bench.root, 0, 3, 1, VALUE_ONE); /* once, though taken twice */
    assert_stats(&bench, bench.root, 0, 5, 1, VALUE_ONE);
    assert_stats(&bench, bench.root, 0, 7, 1, VALUE_ONE);
    assert_stats(&bench, bench.root, 0, 9, 0, 0);
    assert_stats(&bench, bench.root, 1, 9, 1, 0);
    assert_stats(&bench, bench.root, 1, 3, 1, 0);
    simulate(&bench, 2, VALUE_ONE / 2);
    assert_stats(&bench, bench.root, 0, 5, 2, VALUE_ONE + VALUE_ONE / 2);
    assert_stats(&bench, bench.root, 1, 9, 2, VALUE_ONE / 2);
    assert_stats(&bench, bench.child, 1, 9, 1, VALUE_ONE / 2);
    assert_stats(&bench, bench.child, 0, 5, 1, VALUE_ONE / 2);
    assert_stats(&bench, bench.child, 0, 7, 1, VALUE_ONE / 2);
    /* Actions after a visit that stands for an exact result do not count. */
    amaf_discard(bench.amaf);
    count(&bench, bench.root, 5, 0);
    assert_stats(&bench, bench.root, 0, 5, 3, VALUE_ONE + VALUE_ONE / 2);
    assert_stats(&bench, bench.root, 0, 3, 2, VALUE_ONE + VALUE_ONE / 2);
    bench_clear(&bench);
}

static void test_selection(void **unused) {
    (void)unused;
    bench_t bench;
    bench_init(&bench, 2, 1 << 16);
    simulate(&bench, 0, VALUE_ONE);
    edge_t *edges = tree_edges(&bench.tree, bench.root);
    /* After a simulation that player 0 won and one in which 7 alone was lost 5 is the
     * best of those not tried; 3 was visited four times and lost. */
    amaf_start(bench.amaf);
    enter(&bench, bench.root, 1);
    amaf_add_playout(bench.amaf);
    count(&bench, bench.root, 7, 0);
    atomic_store(&tree_node(&bench.tree, bench.root)->num_tried, 1);
    edge_add(&edges[0], 4, 0, false);
    assert_int_equal(pick(&bench, bench.root, 4), 1);
    assert_int_equal(edges[1].action, 5);
    edge_add(&edges[1], 4, VALUE_ONE, false);
    /* 3: w = 1 / (4 + 1 + 4 * 1 * 0.5) = 1/7, mean 1/7; 5: 1/7 + 6/7 / 4 = 0.357; 7, not
     * tried: AMAF's 0.5. */
    assert_int_equal(pick(&bench, bench.root, 8), 2);
    edge_add(&edges[2], 4, 0, false);
    /* 7: a = 2, w = 2 / (4 + 2 + 4) = 0.2: 0.1. */
    assert_int_equal(pick(&bench, bench.root, 12), 1);
    /* 5 falls to 1/7 + 6/7 / 10 = 0.229 for w = 1 / (10 + 1 + 5) = 1/16: 1/16 + 15/16 /
     * 10 = 0.156 and 0.1 sqrt(ln 18 / 10) = 0.054; 3: 0.143 and 0.085. */
    edge_add(&edges[1], 6, 0, false);
    assert_int_equal(pick(&bench, bench.root, 18), 0);
    /* A proven win counts as a win, a proven loss is ignored. */
    edge_add_bounds(&edges[2], BOUNDS_WON, false);
    assert_int_equal(pick(&bench, bench.root, 18), 2);
    bench_clear(&bench);
    bench_init(&bench, 2, 1 << 16);
    simulate(&bench, 0, VALUE_ONE);
    atomic_store(&tree_node(&bench.tree, bench.root)->num_tried, 3);
    edges = tree_edges(&bench.tree, bench.root);
    edge_add(&edges[0], 4, 4 * VALUE_ONE, false);
    edge_add(&edges[1], 4, 2 * VALUE_ONE, false);
    edge_add(&edges[2], 4, 1 * VALUE_ONE, false);
    assert_int_equal(pick(&bench, bench.root, 12), 0);
    edge_add_bounds(&edges[0], BOUNDS_LOST, false);
    assert_int_equal(pick(&bench, bench.root, 12), 1);
    bench_clear(&bench);
}

/* A node uses its own statistics once they come from enough simulations. */
static void test_reference(void **unused) {
    (void)unused;
    bench_t bench;
    bench_init(&bench, 2, 1 << 16);
    simulate(&bench, 0, 0); /* the root knows 9 as good for player 1 */
    amaf_start(bench.amaf);
    enter(&bench, bench.root, 5);
    amaf_add_playout(bench.amaf);
    count(&bench, bench.child, 3, VALUE_ONE); /* and 3 as half as good */
    count(&bench, bench.root, 3, VALUE_ONE);
    amaf_start(bench.amaf);
    enter(&bench, bench.root, 6);
    enter(&bench, bench.child, 1);
    node_t *child = tree_node(&bench.tree, bench.child);
    edge_t *edges = tree_edges(&bench.tree, bench.child);
    assert_int_equal(edges[pick(&bench, bench.child, 1)].action, 9);
    /* Two simulations in which 9 loses and 3 wins: the child's own, now. */
    for (uint32_t i = 0; i < 4; i++) {
        atomic_store(&child->num_tried, 0);
        amaf_start(bench.amaf);
        enter(&bench, bench.root, 7 + i);
        enter(&bench, bench.child, 2 + i);
        action_t picked = edges[pick(&bench, bench.child, 2 + i)].action;
        assert_int_equal(picked, i < 2 ? 9 : 3);
        amaf_add_playout(bench.amaf);
        amaf_backup(bench.amaf, &bench.tree, child, i % 2 ? 3 : 9, i % 2 ? 0 : VALUE_ONE);
    }
    bench_clear(&bench);
}

/* Without memory for the root's statistics it is plain UCT. */
static void test_without_room(void **unused) {
    (void)unused;
    bench_t bench;
    bench_init(&bench, 2, 6 * PAIR_BYTES);
    amaf_start(bench.amaf);
    enter(&bench, bench.root, 0);
    assert_int_equal(node_tail(tree_node(&bench.tree, bench.root))->table, TREE_FULL);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pick(&bench, bench.root, (uint32_t)i), i);
        edge_add(&tree_edges(&bench.tree, bench.root)[i], 1, i == 1 ? VALUE_ONE : 0,
                 false);
    }
    assert_int_equal(pick(&bench, bench.root, 3), 1);
    bench_clear(&bench);
}

static void search_once(search_t *search, const state_t *state, uint64_t seed,
                        search_result_t *result) {
    search_forget(search);
    search_start(search, state, pcg32_for(seed, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, result);
}

/* Proofs are exact, visits add up, and a search is reproducible. */
static void test_searches(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=2 max_turns=9"}, {"seesaw", "size=3 max_turns=9"},
        {"cascade", "size=2 swap=true"},  {"cascade", "size=3 direction=both"},
        {"situ", "order=2 swap=true"},
    };
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]);
        brute_force_t solver;
        bool solves = strcmp(variants[v].game, "situ") != 0;
        brute_force_init(&solver, game);
        search_config_t config;
        keyset_set_defaults(&search_keys, &config);
        config.simulations = 3000;
        config.memory_mb = 16;
        int compared = 0, positions = test_effort(60);
        for (int i = 0; i < positions; i++) {
            state_t state;
            search_result_t result, again;
            config.amaf_reference = 1 + i % 40;
            config.reuse = i % 3 == 0;
            if (!test_random_position(game, 5, (uint64_t)i, 3 + i % 5, &state) ||
                game_outcome(game, &state).over)
                continue;
            compared++;
            search_t *search = search_new(game, &config);
            search_once(search, &state, (uint64_t)i, &result);
            if (solves)
                brute_force_check(&solver, &state, &result);
            uint32_t visits = 0;
            for (int a = 0; a < result.count; a++)
                visits += result.visits[a];
            assert_int_equal(visits, result.root_visits);
            if (result.root_proof == PROOF_NONE)
                assert_int_equal(visits, config.simulations);
            search_once(search, &state, (uint64_t)i, &again);
            assert_memory_equal(again.visits, result.visits,
                                (size_t)result.count * sizeof result.visits[0]);
            search_free(search);
        }
        assert_true(compared > positions / 8);
        brute_force_clear(&solver);
        game_free(game);
    }
}

/* A reused tree has lost its statistics and makes new ones. */
static void test_reuse(void **unused) {
    (void)unused;
    const test_variant_t variant = {"situ", "order=3"};
    game_t *game = test_variant_game(&variant);
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.amaf_reference = 5;
    config.reuse = true;
    search_t *search = search_new(game, &config);
    state_t state;
    game_start(game, &state);
    uint32_t kept = 0;
    for (uint64_t ply = 0; ply < 8 && !game_outcome(game, &state).over; ply++) {
        search_result_t result;
        search_start(search, &state, pcg32_for(2, 0, ply, PCG_FOR_TEST));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        assert_int_equal(result.root_visits, config.simulations);
        kept += result.root_visits - result.simulations;
        action_t action = result.actions[search_best(&result)];
        search_advance(search, action);
        game_apply(game, &state, action);
    }
    assert_true(kept > 0);
    search_free(search);
    game_free(game);
}

/* Invalid configurations. */
static void test_refused(void **unused) {
    (void)unused;
    search_config_t config;
    failure_t error;
    keyset_set_defaults(&search_keys, &config);
    config.amaf_reference = 25;
    assert_true(search_config_check(&config, "here", &error));
    config.selection = SELECTION_PUCT;
    assert_false(search_config_check(&config, "here", &error));
    assert_non_null(strstr(error.message, "here: \"search.amaf_reference\""));
    config.selection = SELECTION_UCT;
    config.fpu = FPU_VALUE;
    assert_false(search_config_check(&config, "here", &error));
    assert_non_null(strstr(error.message, "\"search.fpu\" must be \"first\""));
    config.fpu = FPU_FIRST;
    config.root_selection = ROOT_GUMBEL;
    assert_false(search_config_check(&config, "here", &error));
    assert_non_null(strstr(error.message, "\"search.amaf_reference\" must be 0"));
    config.root_selection = ROOT_SAME;
    search_parallel_t parallel = {.threads = 2, .virtual_loss = 1};
    assert_false(search_parallel_check(&parallel, &config, "here", &error));
    assert_non_null(strstr(error.message, "\"search.threads\" must be 1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),    cmocka_unit_test(test_selection),
        cmocka_unit_test(test_reference), cmocka_unit_test(test_without_room),
        cmocka_unit_test(test_searches),  cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
