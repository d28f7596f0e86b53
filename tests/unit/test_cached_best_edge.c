/* A node that caches its best edge selects the same edges as one that always scans all of
 * them: two nodes get the same results. */
#include "mcts/select/cached_best_edge.h"
#include "tests/support/unit.h"
#include "tests/support/variants.h"

enum { MOST = 120, VISITS = 3000 };

/* Counts over all rounds: selections, and those that skipped the scan. */
typedef struct counts {
    uint64_t picks, spared;
} counts_t;

typedef struct twin {
    tree_t tree;
    node_t *node;
    edge_t *edges;
    pcg32_t rng;
} twin_t;

static void twin_init(twin_t *twin, int count) {
    action_t actions[MOST];
    tree_chunk_t chunk = {0};
    for (int i = 0; i < count; i++)
        actions[i] = (action_t)i;
    tree_init(&twin->tree, (MOST + 8) * sizeof(edge_t) * 2, TREE_PLAIN);
    uint32_t node = tree_add_node(&twin->tree, &chunk, 0, actions, count);
    assert_int_not_equal(node, TREE_FULL);
    twin->node = tree_node(&twin->tree, node);
    twin->edges = tree_edges(&twin->tree, node);
    twin->rng = pcg32_seed(1, 1);
}

/* The random part of a visit, whichever edge it goes through. */
typedef struct chance {
    const uint32_t *wins; /* of each edge, of 1024 */
    uint32_t luck;        /* less than the edge's: a win */
    bool drawn;
    int proven; /* the edge of which something is proven */
    bounds_t bounds;
} chance_t;

/* As a simulation does at one node: selection, a result, now and then a proof. */
static int visit(twin_t *twin, const selection_rule_t *rule, const chance_t *chance) {
    int edge = selection_pick(rule, twin->node, twin->edges, node_visits(twin->node),
                              &twin->rng, NULL);
    uint32_t value = chance->drawn                       ? VALUE_ONE / 2
                     : chance->luck < chance->wins[edge] ? VALUE_ONE
                                                         : 0;
    edge_add(&twin->edges[edge], 1, value, false);
    node_add_visits(twin->node, 1);
    if (chance->bounds != BOUNDS_NONE && chance->proven < node_tried(twin->node) &&
        edge_add_bounds(&twin->edges[chance->proven], chance->bounds, false))
        best_edge_forget(twin->node);
    return edge;
}

static bool spares_scan(const twin_t *twin, const selection_rule_t *rule) {
    const node_t *node = twin->node;
    float factor = selection_factor(rule, node_visits(node));
    return node_tried(node) == node->num_edges &&
           best_edge_cached(rule, node, twin->edges, factor) >= 0;
}

static chance_t draw_chance(const uint32_t *wins, int count, bool draws, bool proofs,
                            pcg32_t *rng) {
    static const bounds_t kinds[] = {BOUNDS_LOST, BOUNDS_DRAWN, BOUND_LEAST_DRAW,
                                     BOUND_MOST_DRAW};
    chance_t chance = {.wins = wins, .luck = pcg32_below(rng, 1024)};
    chance.drawn = draws && pcg32_below(rng, 5) == 0;
    chance.proven = (int)pcg32_below(rng, (uint32_t)count);
    if (proofs && pcg32_below(rng, 100) == 0)
        chance.bounds = kinds[pcg32_below(rng, 4)];
    return chance;
}

static void play_round(const selection_rule_t *rule, pcg32_t *rng, counts_t *counts) {
    int count = 1 + (int)pcg32_below(rng, MOST), spread = 1 + (int)pcg32_below(rng, 1024);
    bool draws = pcg32_below(rng, 2), proofs = pcg32_below(rng, 3) == 0;
    uint32_t wins[MOST];
    twin_t with, without;
    twin_init(&with, count);
    twin_init(&without, count);
    for (int i = 0; i < count; i++)
        wins[i] = (uint32_t)(512 - spread / 2) + pcg32_below(rng, (uint32_t)spread);
    for (int i = 0; i < VISITS; i++) {
        chance_t chance = draw_chance(wins, count, draws, proofs, rng);
        counts->picks++;
        counts->spared += spares_scan(&with, rule);
        without.node->best_edge = BEST_EDGE_NONE; /* looks at all its edges */
        assert_int_equal(visit(&with, rule, &chance), visit(&without, rule, &chance));
    }
    tree_clear(&with.tree);
    tree_clear(&without.tree);
}

static void test_twins(void **unused) {
    (void)unused;
    static selection_rule_t rule;
    static const double explorations[] = {0.02, 0.15, 0.45, 2, 100};
    pcg32_t rng = pcg32_seed(7, 7);
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    for (int e = 0; e < 5; e++) {
        counts_t counts = {0};
        config.uct_exploration = explorations[e];
        config.fpu = e == 1 ? FPU_VALUE : FPU_FIRST;
        selection_init(&rule, &config);
        for (int round = 0; round < 20 + test_effort(100); round++)
            play_round(&rule, &rng, &counts);
        /* Else nothing was tested. At 100 every visit changes the best edge. */
        if (explorations[e] < 100)
            assert_true(counts.spared > counts.picks / 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
