/* A search that reuses the steps of its last path that still hold builds the same tree as
 * one that begins each path at the root and counts each edge's visit at once. */
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/search/search_state.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/integer_search.h"
#include "tests/support/unit.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { CONFIGS = 8, NETWORK_CONFIGS = 3, PLIES = 3 };

/* The last NETWORK_CONFIGS are for networks. */
static void set_config(search_config_t *config, int which,
                       const integer_network_t *network) {
    keyset_set_defaults(&search_keys, config);
    config->simulations = 200 + test_effort(800);
    config->reuse = which % 2;
    config->selection = which < 2 ? SELECTION_UCT : SELECTION_PUCT;
    config->fpu = which == 0 || which == 2   ? FPU_FIRST
                  : which == 3 || which == 7 ? FPU_VALUE
                                             : FPU_REDUCTION;
    config->fpu_value = which == 3 || which == 7 ? 0.4 : 0.1;
    if (which == 4) { /* many visits to each node */
        config->selection = SELECTION_UCT;
        config->fpu = FPU_FIRST;
        config->simulations *= 10;
        config->max_nodes = 20;
        config->uct_exploration = 0.1;
    }
    if (which >= CONFIGS - NETWORK_CONFIGS) {
        evaluator_choice_take(&config->evaluator, &network->weights);
        config->noise_weight = which == 5 ? 0.25 : 0;
        config->stop_when_settled = which == 6;
    }
}

/* Compares the trees, edge by edge. */
static void assert_same_nodes(const search_t *a, const search_t *b, uint32_t node_a,
                              uint32_t node_b) {
    const node_t *nodes[2] = {tree_node(&a->tree, node_a), tree_node(&b->tree, node_b)};
    const edge_t *edges[2] = {tree_edges(&a->tree, node_a), tree_edges(&b->tree, node_b)};
    assert_int_equal(node_visits(nodes[0]), node_visits(nodes[1]));
    assert_int_equal(node_tried(nodes[0]), node_tried(nodes[1]));
    for (int i = 0; i < node_tried(nodes[0]); i++) {
        assert_int_equal(edges[0][i].action, edges[1][i].action);
        assert_true(edge_stats(&edges[0][i]) == edge_stats(&edges[1][i]));
        assert_int_equal(edge_bounds(&edges[0][i]), edge_bounds(&edges[1][i]));
        uint32_t child_a = edge_child(&edges[0][i]), child_b = edge_child(&edges[1][i]);
        assert_int_equal(child_a == TREE_FULL, child_b == TREE_FULL);
        if (child_a != TREE_FULL)
            assert_same_nodes(a, b, child_a, child_b);
    }
}

static void assert_same(const search_t *a, const search_t *b) {
    search_result_t found[2];
    search_read(a, &found[0]);
    search_read(b, &found[1]);
    assert_int_equal(found[0].count, found[1].count);
    for (int i = 0; i < found[0].count; i++) {
        assert_int_equal(found[0].actions[i], found[1].actions[i]);
        assert_int_equal(found[0].visits[i], found[1].visits[i]);
        assert_int_equal(found[0].bounds[i], found[1].bounds[i]);
        assert_true(found[0].values[i] == found[1].values[i]);
    }
    assert_int_equal(search_simulations(a), search_simulations(b));
    assert_int_equal(search_memory(a).nodes, search_memory(b).nodes);
    assert_same_nodes(a, b, a->root, b->root);
}

/* Steps of paths, and how many of them were reused. */
typedef struct counts {
    uint64_t steps, held, sure;
} counts_t;

/* Runs leaf by leaf, as in a batch, or one simulation at a time, to count; or several at
 * a time, comparing the trees in between. */
static void run(search_t *with, search_t *without, pcg32_t *rng, counts_t *counts) {
    const worker_t *worker = &with->workers[0];
    uint32_t way = pcg32_below(rng, 3);
    if (way == 0) {
        leaf_t *leaf;
        while ((leaf = search_next_leaf(with))) {
            evaluator_run(worker->evaluator,
                          &(leaf_batch_t){.leaves = &leaf, .count = 1});
            counts->held += (uint64_t)worker->kept->held.length;
            counts->sure += (uint64_t)worker->kept->held.sure;
            counts->steps += (uint64_t)worker->length;
        }
        search_run(without, UINT32_MAX);
        return;
    }
    for (bool done = false; !done;) {
        uint32_t some = way == 1 ? 1 + pcg32_below(rng, 3) : 1 + pcg32_below(rng, 300);
        done = search_run(with, some);
        assert_int_equal(done, search_run(without, some));
        if (way == 2)
            assert_same_nodes(with, without, with->root, without->root);
    }
}

static void test_searches(void **unused) {
    (void)unused;
    counts_t counts = {0};
    for (int v = 0; v < test_variant_count; v += 4) {
        game_t *game = test_variant_game(&test_variants[v]);
        integer_network_t *network = test_integer_network(game, 64, 1);
        for (int which = 0; which < CONFIGS; which++) {
            search_config_t config;
            state_t state = {0};
            set_config(&config, which, network);
            search_t *with = search_new(game, &config),
                     *without = search_new(game, &config);
            with->keeps_steps = true; /* as in longer searches */
            if (!with->workers[0].kept)
                with->workers[0].kept = memory_new(1, sizeof *with->workers[0].kept);
            without->keeps_steps = false;
            free(without->workers[0].kept);
            without->workers[0].kept = NULL;
            game_start(game, &state);
            for (int ply = 0; ply < PLIES && !game_outcome(game, &state).over; ply++) {
                pcg32_t rng = pcg32_for(3, (uint64_t)v, (uint64_t)ply, PCG_FOR_TEST);
                search_result_t result;
                search_start(with, &state, rng);
                search_start(without, &state, rng);
                run(with, without, &rng, &counts);
                assert_same(with, without);
                search_read(with, &result);
                action_t action = result.actions[search_best(&result)];
                search_advance(with, action);
                search_advance(without, action);
                game_apply(game, &state, action);
            }
            search_free(with);
            search_free(without);
        }
        integer_network_free(network);
        game_free(game);
    }
    assert_true(counts.held > counts.steps / 10); /* else nothing was tested */
    assert_true(counts.sure > counts.steps / 20);
}

/* What an edge is given of visits that were pending, and for how many of them its step
 * was sure, beside what each visit adds at once. */
typedef struct naive_step {
    int player;
    hold_t hold;
    int64_t lead;
    uint64_t visits, value_sum; /* not given */
} naive_step_t;

static void draw_hold(held_path_t *path, naive_step_t *naive, int i, pcg32_t *rng) {
    *naive = (naive_step_t){.player = (int)pcg32_below(rng, 2)};
    naive->hold =
        (hold_t){.lead = (int32_t)pcg32_below(rng, (uint32_t)HOLD_MOST_LEAD >>
                                                       pcg32_below(rng, 16)),
                 .needed = (int32_t)pcg32_below(rng, VALUE_ONE * HOLD_PARTS + 1),
                 .visits = (int32_t)pcg32_below(rng, HOLD_MOST_VISITS + 1)};
    naive->lead = naive->hold.lead;
    held_path_hold(path, i, naive->player, &naive->hold);
}

static void add_naively(naive_step_t *naive, uint32_t value) {
    uint32_t own = value_for_player(naive->player, value);
    naive->lead += (int64_t)own * HOLD_PARTS - naive->hold.needed;
    naive->hold.visits--;
    naive->visits++;
    naive->value_sum += own;
}

static void test_path(void **unused) {
    (void)unused;
    static held_path_t path;
    naive_step_t naive[HELD_PATH_STEPS];
    pcg32_t rng = pcg32_seed(5, 5);
    for (int round = 0; round < 20 + test_effort(400); round++) {
        held_path_cut(&path, (int)pcg32_below(&rng, HELD_PATH_STEPS + 1));
        path.visits = pcg32_next(&rng); /* goes on from anything, past its end, too */
        uint32_t won = pcg32_below(&rng, 5);
        for (int i = 0; i < path.length; i++)
            draw_hold(&path, &naive[i], i, &rng);
        for (int visit = 0; visit < 300; visit++) {
            uint32_t value = pcg32_below(&rng, 4) < won ? VALUE_ONE
                             : pcg32_below(&rng, 2)     ? 0
                                                    : pcg32_below(&rng, VALUE_ONE + 1);
            int sure = 0;
            held_path_add(&path, value);
            for (int i = 0; i < path.length; i++) {
                add_naively(&naive[i], value);
                bool is_sure = naive[i].lead >= 0 && naive[i].hold.visits > 0;
                sure += sure == i && is_sure;
                assert_int_equal(held_path_is_sure(&path, i), is_sure);
            }
            assert_int_equal(path.sure, sure);
            for (int i = sure; i < path.length; i++) { /* as each path begins */
                if (held_path_is_sure(&path, i))
                    continue;
                pending_t pending = held_path_take(&path, i);
                assert_true(pending.visits == naive[i].visits);
                assert_true(pending.value_sum == naive[i].value_sum);
                draw_hold(&path, &naive[i], i, &rng);
            }
            held_path_cut(&path, path.length);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_searches),
                                       cmocka_unit_test(test_path)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
