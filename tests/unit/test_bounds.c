/* Proven bounds of results, from loss to win, their effect on selection, and vectorized
 * selection. */
#include "tests/support/unit.h"

#include "mcts/search/search_config.h"
#include "mcts/select/forced_playouts.h"
#include "mcts/select/selection_scan.h"
#include "tests/support/variants.h"

#include <math.h>

/* Every pair of bounds that a result can have. */
enum { PAIRS = 6 };
static const struct {
    bounds_t bounds;
    int pessimistic, optimistic;
} pairs[PAIRS] = {{BOUNDS_NONE, 0, 2}, {BOUNDS_LOST, 0, 0},     {BOUNDS_DRAWN, 1, 1},
                  {BOUNDS_WON, 2, 2},  {BOUND_MOST_DRAW, 0, 1}, {BOUND_LEAST_DRAW, 1, 2}};

static void test_intervals(void **unused) {
    (void)unused;
    for (int i = 0; i < PAIRS; i++) {
        bounds_t bounds = pairs[i].bounds;
        int least = pairs[i].pessimistic, most = pairs[i].optimistic;
        assert_int_equal(bounds_pessimistic(bounds), least);
        assert_int_equal(bounds_optimistic(bounds), most);
        assert_int_equal(bounds_between(least, most), bounds);
        assert_int_equal(bounds_opposite(bounds), bounds_between(2 - most, 2 - least));
        proof_t proof = bounds_proof(bounds);
        assert_int_equal(proof, least != most ? PROOF_NONE
                                : least == 0  ? PROOF_LOSS
                                : least == 1  ? PROOF_DRAW
                                              : PROOF_WIN);
        assert_int_equal(bounds_of_proof(proof), least == most ? bounds : BOUNDS_NONE);
    }
}

/* Facts that two threads prove about one result combine. */
static void test_facts_add_up(void **unused) {
    (void)unused;
    int added = 0;
    for (int i = 0; i < PAIRS; i++)
        for (int j = 0; j < PAIRS; j++) {
            int least = pairs[i].pessimistic, most = pairs[i].optimistic;
            least = pairs[j].pessimistic > least ? pairs[j].pessimistic : least;
            most = pairs[j].optimistic < most ? pairs[j].optimistic : most;
            if (least > most)
                continue; /* they contradict one another */
            assert_int_equal(pairs[i].bounds | pairs[j].bounds,
                             bounds_between(least, most));
            added++;
        }
    assert_int_equal(added, 26);
}

typedef struct family {
    node_t node;
    edge_t edges[3];
} family_t;

static family_t make_family(const int kinds[3], int tried) {
    family_t family = {.node = {.num_edges = 3, .visits = 30}};
    family.node.num_tried = (uint16_t)tried;
    for (int i = 0; i < 3; i++) {
        family.edges[i].action = (action_t)i;
        family.edges[i].link = (uint32_t)pairs[kinds[i]].bounds << CHILD_BITS;
        if (i < tried)
            family.edges[i].stats = (uint64_t)10 << VALUE_BITS | 10 * VALUE_ONE / 4;
    }
    return family;
}

typedef void (*visit_t)(const int kinds[3]);

static void visit_families(visit_t visit) {
    int kinds[3];
    for (kinds[0] = 0; kinds[0] < PAIRS; kinds[0]++)
        for (kinds[1] = 0; kinds[1] < PAIRS; kinds[1]++)
            for (kinds[2] = 0; kinds[2] < PAIRS; kinds[2]++)
                visit(kinds);
}

/* A dominated action is never better than one that is not, whatever the results turn out
 * to be, and at least one action is not dominated. */
static void check_dominated(const int kinds[3]) {
    family_t family = make_family(kinds, 3);
    guarantee_t guarantee = node_guarantee(&family.node, family.edges);
    int undominated = 0;
    for (int i = 0; i < 3; i++) {
        undominated += !bounds_dominated(pairs[kinds[i]].bounds, guarantee);
        bool beaten = false;
        for (int j = 0; j < 3; j++)
            beaten |= !bounds_dominated(pairs[kinds[j]].bounds, guarantee) &&
                      pairs[kinds[j]].pessimistic >= pairs[kinds[i]].optimistic;
        assert_true(beaten || !bounds_dominated(pairs[kinds[i]].bounds, guarantee));
    }
    assert_true(undominated > 0);
}

/* A node's bounds are those of its best result, over all possible results of its actions.
 */
static void check_node(const int kinds[3]) {
    for (int tried = 1; tried <= 3; tried++) {
        family_t family = make_family(kinds, tried);
        int least = 0, most = tried < 3 ? 2 : 0;
        for (int i = 0; i < tried; i++) {
            int a = pairs[kinds[i]].pessimistic, b = pairs[kinds[i]].optimistic;
            least = a > least ? a : least;
            most = b > most ? b : most;
        }
        assert_int_equal(node_bounds(&family.node, family.edges),
                         bounds_between(least, most));
    }
}

/* Selection avoids dominated actions, and finds actions that may be better. */
static void check_selection(const int kinds[3]) {
    selection_rule_t rule;
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.4;
    pcg32_t rng = pcg32_seed(1, 1);
    for (int s = 0; s < 2; s++) {
        config.selection = s;
        selection_init(&rule, &config);
        family_t family = make_family(kinds, 3);
        guarantee_t guarantee = node_guarantee(&family.node, family.edges);
        int edge = selection_pick(&rule, &family.node, family.edges, 30, &rng, NULL);
        bounds_t bounds = pairs[kinds[edge]].bounds;
        bool all_lost = guarantee.result == 0 && !guarantee.improvable;
        assert_true(all_lost || !bounds_dominated(bounds, guarantee));
        int better =
            selection_pick_better(&rule, &family.node, family.edges, 30, true, &rng);
        bool solved = bounds_proof(node_bounds(&family.node, family.edges)) != PROOF_NONE;
        assert_int_equal(better < 0, solved);
        if (better >= 0)
            assert_true(bounds_improve(pairs[kinds[better]].bounds, guarantee));
        family = make_family(kinds, 2);
        assert_int_equal(
            selection_pick_better(&rule, &family.node, family.edges, 30, true, &rng), 2);
    }
}

/* The forced action is the first that has no exact result and is not dominated. */
static void check_forced(const int kinds[3]) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.forced_playouts = 100;
    family_t family = make_family(kinds, 3);
    guarantee_t guarantee = node_guarantee(&family.node, family.edges);
    int expected = -1;
    for (int i = 2; i >= 0; i--) {
        bounds_t bounds = pairs[kinds[i]].bounds;
        family.edges[i].prior = UINT16_MAX / 3;
        if (bounds_proof(bounds) == PROOF_NONE && !bounds_dominated(bounds, guarantee))
            expected = i;
    }
    if (guarantee.result < 2) /* else the search is over */
        assert_int_equal(forced_playouts_pick(&config, &family.node, family.edges, 30),
                         expected);
    config.forced_playouts = 1; /* sqrt(30 / 3) visits, and they have 10 */
    assert_int_equal(forced_playouts_pick(&config, &family.node, family.edges, 30), -1);
}

static void test_what_is_dominated(void **unused) {
    (void)unused;
    visit_families(check_dominated);
}

static void test_nodes(void **unused) {
    (void)unused;
    visit_families(check_node);
}

static void test_forced(void **unused) {
    (void)unused;
    visit_families(check_forced);
}

static void test_selection(void **unused) {
    (void)unused;
    visit_families(check_selection);
}

/* A mean of 1/4 counts as 1/2 if a draw is certain, and a full score as a draw if no more
 * is possible. */
static void test_means_stay_within_bounds(void **unused) {
    (void)unused;
    selection_rule_t rule;
    search_config_t config;
    pcg32_t rng = pcg32_seed(1, 1);
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.4;
    selection_init(&rule, &config);
    family_t family = make_family((const int[]){0, 5, 0}, 3); /* the second: a draw */
    assert_int_equal(selection_pick(&rule, &family.node, family.edges, 30, &rng, NULL),
                     1);
    family = make_family((const int[]){0, 4, 0}, 3); /* the second: a draw at most */
    family.edges[1].stats += 10 * VALUE_ONE / 2;     /* 3/4 */
    family.edges[2].stats += 10 * VALUE_ONE * 2 / 5; /* 13/20 */
    assert_int_equal(selection_pick(&rule, &family.node, family.edges, 30, &rng, NULL),
                     2);
}

/* Edges of all kinds: few visits and many, equal scores, losses; draws where wanted. */
static void draw_edges(edge_t *edges, int count, bool draws, pcg32_t *rng) {
    for (int i = 0; i < count; i++) {
        uint64_t visits = pcg32_next(rng) >> (6 + pcg32_below(rng, 26));
        uint64_t sum = visits * VALUE_ONE / (1 + pcg32_below(rng, 5));
        bounds_t bounds = pcg32_below(rng, 4) == 0 ? BOUNDS_LOST : BOUNDS_NONE;
        if (draws && pcg32_below(rng, 40) == 0)
            bounds = pairs[pcg32_below(rng, PAIRS)].bounds;
        edges[i] = (edge_t){.stats = visits << VALUE_BITS | sum,
                            .link = (uint32_t)bounds << CHILD_BITS | (uint32_t)i,
                            .action = (action_t)i,
                            .prior = (uint16_t)pcg32_next(rng)};
        if (i > 0 && pcg32_below(rng, 3) == 0)
            edges[i] = edges[pcg32_below(rng, (uint32_t)i)];
    }
}

/* Vectorized selection equals the scalar one, to the bit. */
static void compare_scans(selection_scan_t *scan) {
    enum { MOST = 220 };
    static edge_t edges[MOST];
    selection_rule_t rule;
    search_config_t config;
    pcg32_t rng = pcg32_seed(5, 5);
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.4;
    int kinds[3] = {0};
    for (int i = 0; i < test_effort(20000); i++) {
        config.selection = i % 2;
        if (i < 2 || i % 1000 < 2)
            selection_init(&rule, &config);
        rule.kind = config.selection;
        int count = 1 + (int)pcg32_below(&rng, MOST);
        draw_edges(edges, count, i % 3 == 0, &rng);
        float factor = (float)pcg32_real(&rng) * (config.selection ? 1e-3F : 2);
        scored_t expected = selection_scan(&rule, edges, count, factor),
                 found = scan(&rule, edges, count, factor);
        assert_int_equal(found.edge, expected.edge);
        assert_memory_equal(&found.score, &expected.score, sizeof found.score);
        if (found.edge != SCAN_BOUNDS)
            assert_memory_equal(&found.runner_up, &expected.runner_up,
                                sizeof found.runner_up);
        kinds[expected.edge < 0 ? -expected.edge : 0]++;
    }
    for (int kind = 0; kind < 3; kind++)
        assert_true(kinds[kind] > 0); /* an edge, nothing but losses, bounds */
}

static void test_lanes(void **unused) {
    (void)unused;
    for (int i = SCAN_AVX2; i <= SCAN_AVX512; i++) {
        selection_scan_t *scan = selection_scan_with((scan_instructions_t)i);
        if (scan)
            compare_scans(scan);
    }
}

/* What a node is searched as widely as: within 1/128 of its visits, and never less for
 * more of them. */
static void test_factor(void **unused) {
    (void)unused;
    selection_rule_t rule;
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.uct_exploration = 0.4;
    selection_init(&rule, &config);
    float before = 0;
    for (uint32_t n = 1; n < SEARCH_MAX_SIMULATIONS; n += 1 + n / 1000) {
        float factor = selection_factor(&rule, n);
        double exact = 0.4 * sqrt(log(n));
        assert_true(factor >= before);
        assert_true((double)factor <= exact * (1 + 1e-6));
        assert_true(n < SELECTION_TABLE ? (double)factor >= exact * (1 - 1e-6)
                                        : (double)factor >= exact * (1 - 1e-3));
        before = factor;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_facts_add_up),
        cmocka_unit_test(test_what_is_dominated),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_forced),
        cmocka_unit_test(test_means_stay_within_bounds),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_factor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
