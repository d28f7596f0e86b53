/* A node that gets memory for its edges as they are visited selects the same edges as one
 * with memory for all from the start: two nodes get the same results. */
#include "mcts/search/search_config.h"
#include "mcts/select/priors.h"
#include "mcts/select/selection.h"
#include "mcts/select/selection_rules.h"
#include "mcts/tree/growing_node.h"
#include "mcts/tree/tree_keep.h"
#include "mcts/tree/value.h"
#include "tests/support/unit.h"
#include "tests/support/variants.h"

enum { MOST = 600, VISITS = 1500, ARENA = 1 << 20 };

typedef struct twin {
    tree_t tree;
    uint32_t node;
    pcg32_t rng;
} twin_t;

static evaluation_t evaluation;

/* Actions ascend with gaps; some priors are equal. */
static void draw_evaluation(int count, pcg32_t *rng) {
    int action = 0;
    evaluation.count = count;
    for (int i = 0; i < count; i++) {
        action += 1 + (int)pcg32_below(rng, 3);
        evaluation.actions[i] = (action_t)action;
        evaluation.priors[i] = (uint16_t)(pcg32_next(rng) >> (16 + pcg32_below(rng, 14)));
    }
}

static void twin_init(twin_t *twin, tree_kind_t kind, bool priors) {
    tree_chunk_t chunk = {0};
    const action_t *actions = evaluation.actions;
    int count = evaluation.count;
    tree_init(&twin->tree, ARENA, kind);
    twin->rng = pcg32_seed(1, 1);
    if (growing_node_pays(&twin->tree, count, !priors)) {
        twin->node = growing_node_add(&twin->tree, &chunk, 1, actions,
                                      priors ? evaluation.priors : NULL, count);
        assert_true(twin->node != TREE_FULL);
        return;
    }
    twin->node = tree_add_node(&twin->tree, &chunk, 1, actions, count);
    assert_true(twin->node != TREE_FULL);
    if (priors)
        priors_set(tree_node(&twin->tree, twin->node),
                   tree_edges(&twin->tree, twin->node), &evaluation);
}

/* As a simulation does at one node; the action. */
static action_t visit(twin_t *twin, const selection_rule_t *rule, uint32_t luck) {
    if (growing_node_is_due(tree_node(&twin->tree, twin->node)))
        twin->node = growing_node_move(&twin->tree, twin->node);
    assert_true(twin->node != TREE_FULL);
    node_t *node = tree_node(&twin->tree, twin->node);
    edge_t *edges = tree_edges(&twin->tree, twin->node);
    int edge = selection_pick(rule, node, edges, node_visits(node), &twin->rng, NULL);
    uint32_t chance = 300 + edges[edge].action * 37U % 400;
    edge_add(&edges[edge], 1, luck < chance ? VALUE_ONE : 0, false);
    node_add_visits(node, 1);
    if (luck % 97 == 0 && edge_add_bounds(&edges[edge], BOUNDS_LOST, false))
        node->best_edge = BEST_EDGE_NONE;
    return edges[edge].action;
}

static void expect_equal_edges(const twin_t *a, const twin_t *b, int count) {
    const edge_t *left = tree_edges(&a->tree, a->node),
                 *right = tree_edges(&b->tree, b->node);
    assert_int_equal(tree_node(&a->tree, a->node)->player,
                     tree_node(&b->tree, b->node)->player);
    for (int i = 0; i < count; i++) {
        assert_int_equal(left[i].action, right[i].action);
        assert_int_equal(left[i].prior, right[i].prior);
        assert_true(edge_stats(&left[i]) == edge_stats(&right[i]));
        assert_int_equal(left[i].link, right[i].link);
    }
}

/* The twin's node in a tree of its own, as a root: with memory for all edges. */
static void keep(twin_t *twin) {
    tree_t kept;
    tree_init(&kept, ARENA, TREE_GROWING);
    twin->node = tree_keep(&kept, &twin->tree, twin->node);
    tree_clear(&twin->tree);
    twin->tree = kept;
    assert_int_equal(tree_node(&kept, twin->node)->room, 0);
}

static void play_round(const search_config_t *config, bool priors, pcg32_t *rng) {
    static selection_rule_t rule;
    twin_t grows, plain;
    int count = 1 + (int)pcg32_below(rng, 1U << (1 + pcg32_below(rng, 9)));
    int visits = 1 + (int)pcg32_below(rng, VISITS);
    assert_true(count <= MOST);
    selection_init(&rule, config);
    draw_evaluation(count, rng);
    twin_init(&grows, TREE_GROWING, priors);
    twin_init(&plain, TREE_PLAIN, priors);
    for (int i = 0; i < visits; i++) {
        uint32_t luck = pcg32_below(rng, 1024);
        assert_int_equal(visit(&grows, &rule, luck), visit(&plain, &rule, luck));
    }
    const node_t *node = tree_node(&grows.tree, grows.node);
    assert_int_equal(node_tried(node), node_tried(tree_node(&plain.tree, plain.node)));
    expect_equal_edges(&grows, &plain, node_tried(node));
    keep(&grows);
    expect_equal_edges(&grows, &plain, count);
    tree_clear(&grows.tree);
    tree_clear(&plain.tree);
}

static void test_twins(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(3, 3);
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.4;
    for (int round = 0; round < 60 + test_effort(600); round++) {
        config.selection = round % 2 ? SELECTION_PUCT : SELECTION_UCT;
        config.fpu = round / 2 % 3;
        config.fpu_value = 0.3;
        play_round(&config, config.selection == SELECTION_PUCT && round % 8 < 6, &rng);
    }
}

/* Memory that a node no longer uses is reused, and the cap counts nodes with all their
 * edges. */
static void test_memory(void **unused) {
    (void)unused;
    tree_t tree;
    tree_chunk_t chunk = {0};
    pcg32_t rng = pcg32_seed(4, 4);
    draw_evaluation(100, &rng);
    tree_init(&tree, 8 * tree_node_bytes(100, TREE_GROWING) + PAIR_BYTES, TREE_GROWING);
    uint32_t first = TREE_FULL, before = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t node = growing_node_add(&tree, &chunk, 0, evaluation.actions, NULL, 100);
        assert_true(node != TREE_FULL);
        if (i == 0) {
            assert_int_equal(tree_node(&tree, node)->room, GROWING_FIRST_ROOM);
            tree_node(&tree, node)->num_tried = GROWING_FIRST_ROOM;
            first = growing_node_move(&tree, node);
            assert_true(first != node && !growing_node_is_due(tree_node(&tree, first)));
            before = tree.next;
        } else if (i == 1) {
            assert_int_equal(tree.next, before);
        }
    }
    assert_int_equal(chunk.nodes, 8);
    assert_true(tree.next < tree.capacity / 3);
    assert_int_equal(growing_node_add(&tree, &chunk, 0, evaluation.actions, NULL, 100),
                     TREE_FULL);
    assert_int_equal(tree_add_node(&tree, &chunk, 0, evaluation.actions, 2), TREE_FULL);
    /* Without memory a node stays in place, and selection uses the edges that it has. */
    static selection_rule_t rule;
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    selection_init(&rule, &config);
    node_t *node = tree_node(&tree, first);
    edge_t *edges = tree_edges(&tree, first);
    tree.end = tree.next;
    memset(tree.left, 0, sizeof tree.left);
    while (!growing_node_is_due(node))
        selection_pick(&rule, node, edges, 10, &rng, NULL);
    assert_int_equal(growing_node_move(&tree, first), TREE_FULL);
    int tried = node_tried(node);
    assert_true(selection_pick(&rule, node, edges, 10, &rng, NULL) < tried);
    assert_int_equal(node_tried(node), tried);
    tree_clear(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twins),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
