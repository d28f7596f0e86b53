/* Limits of a search other than simulations: nodes, a settled result, time. */
#include "mcts/tree/tree.h"
#include "tests/support/unit.h"

#include "core/base/clock.h"
#include "mcts/search/budget.h"
#include "mcts/search/search.h"
#include "tests/support/variants.h"

#include <math.h>

static search_config_t make_config(int simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.memory_mb = 64;
    return config;
}

typedef struct found {
    search_result_t result;
    search_end_t end;
    uint32_t nodes;
} found_t;

/* The start with `seed` random actions (while it is not over, and at most 9). */
static void start_position(const game_t *game, uint64_t seed, state_t *state) {
    pcg32_t rng = pcg32_for(2, seed, 0, PCG_FOR_TEST);
    game_start(game, state);
    for (uint64_t i = 0; i < seed % 10; i++) {
        action_t actions[GAME_MAX_LEGAL];
        state_t next = *state;
        uint32_t count = (uint32_t)game_legal(game, state, actions);
        game_apply(game, &next, actions[pcg32_below(&rng, count)]);
        if (game_outcome(game, &next).over)
            return;
        *state = next;
    }
}

/* Searches a position in steps of so many simulations. */
static found_t search_once(const game_t *game, const search_config_t *config,
                           uint64_t seed, uint32_t step) {
    found_t found;
    state_t state = {0};
    start_position(game, seed, &state);
    search_t *search = search_new(game, config);
    search_start(search, &state, pcg32_for(seed, 0, 0, PCG_FOR_TEST));
    while (!search_run(search, step)) {
    }
    assert_true(search_run(search, step)); /* done is done */
    search_read(search, &found.result);
    found.end = search_end(search);
    found.nodes = search_memory(search).nodes;
    search_free(search);
    return found;
}

static void assert_same(const found_t *a, const found_t *b) {
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->result.simulations, b->result.simulations);
    assert_memory_equal(a->result.visits, b->result.visits, (size_t)a->result.count * 4);
}

static void test_max_nodes(void **unused) {
    (void)unused;
    test_variant_t variant = {"seesaw", "size=4"};
    game_t *game = test_variant_game(&variant);
    search_config_t config = make_config(5000);
    found_t whole = search_once(game, &config, 1, UINT32_MAX);
    assert_int_equal(whole.end, SEARCH_SIMULATIONS);
    for (uint32_t nodes = 1; nodes < whole.nodes; nodes += 1 + nodes / 2) {
        config.max_nodes = nodes;
        found_t found = search_once(game, &config, 1, UINT32_MAX);
        assert_int_equal(found.end, SEARCH_NODES);
        assert_int_equal(found.nodes, nodes);
        assert_true(found.result.root_visits >= 1 && found.result.root_visits < 5000);
        found_t steps = search_once(game, &config, 1, 7);
        assert_same(&found, &steps);
    }
    config.max_nodes = whole.nodes + 1; /* what is not reached changes nothing */
    found_t unlimited = search_once(game, &config, 1, UINT32_MAX);
    assert_same(&whole, &unlimited);
    game_free(game);
}

/* A settled search plays the same action as the complete one, after fewer simulations. */
static void test_settled_is_what_the_whole_search_plays(void **unused) {
    (void)unused;
    int settled = 0, searches = test_effort(100);
    test_variant_t variant = {"cascade", "size=4"};
    game_t *game = test_variant_game(&variant);
    for (int i = 0; i < searches; i++) {
        search_config_t config = make_config(2000);
        config.solve =
            false; /* else the best action may be proven lost in what is left */
        found_t whole = search_once(game, &config, (uint64_t)i, UINT32_MAX);
        config.stop_when_settled = true;
        found_t found = search_once(game, &config, (uint64_t)i, UINT32_MAX);
        found_t steps = search_once(game, &config, (uint64_t)i, 5);
        assert_same(&found, &steps);
        assert_int_equal(search_best(&found.result), search_best(&whole.result));
        if (found.end != SEARCH_SETTLED)
            continue;
        settled++;
        assert_int_equal(found.result.simulations % BUDGET_INTERVAL, 0);
        assert_true(found.result.simulations < 2000);
    }
    printf("%d of %d settled\n", settled, searches);
    assert_true(settled > searches / 3);
    game_free(game);
}

/* Visits by hand: which actions can still overtake which. */
static void test_settled_by_hand(void **unused) {
    (void)unused;
    struct {
        node_t node;
        edge_t edges[3];
    } root = {.node = {.num_edges = 3, .num_tried = 3, .visits = 160}};
    search_config_t config = make_config(200);
    config.stop_when_settled = true;
    budget_t budget;
    budget_start(&budget, &config, 1);
    const uint64_t visits[] = {90, 50, 20};
    for (int i = 0; i < 3; i++)
        root.edges[i].stats = visits[i] << VALUE_BITS;
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 160),
                     SEARCH_GOES_ON); /* 40 ahead, 40 left: a tie is possible */
    root.node.visits = 176;
    root.edges[0].stats = (uint64_t)106 << VALUE_BITS;
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 176),
                     SEARCH_SETTLED);
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 175),
                     SEARCH_GOES_ON); /* not looked at */
    root.edges[0].link = (uint32_t)BOUNDS_LOST
                         << CHILD_BITS; /* then 50 to 20, and 24 left */
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 176),
                     SEARCH_SETTLED);
    root.edges[2].stats = (uint64_t)30 << VALUE_BITS;
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 176),
                     SEARCH_GOES_ON);
    root.edges[2].link = (uint32_t)BOUNDS_LOST
                         << CHILD_BITS; /* nothing else is left to play */
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 176),
                     SEARCH_SETTLED);
}

static void test_time(void **unused) {
    (void)unused;
    test_variant_t variant = {"seesaw", "size=4"};
    game_t *game = test_variant_game(&variant);
    search_config_t config = make_config(SEARCH_MAX_SIMULATIONS);
    config.time_ms = 50;
    double start = clock_seconds();
    found_t found = search_once(game, &config, 1, UINT32_MAX);
    assert_int_equal(found.end, SEARCH_TIME);
    assert_int_equal(found.result.simulations % BUDGET_INTERVAL, 0);
    assert_true(found.result.simulations > 0);
    assert_true(clock_seconds() - start >= 0.05);
    config.stop_when_settled = true; /* what is left is then a matter of time */
    found = search_once(game, &config, 1, UINT32_MAX);
    assert_true(found.end == SEARCH_TIME || found.end == SEARCH_SETTLED);
    game_free(game);
}

/* When threads check the limits: when the node limit may be reached, at their time limit,
 * and every 20 ms if the result may be settled. */
static void test_teams(void **unused) {
    budget_t budget = {.threads = 4, .simulations = 1 << 20};
    (void)unused;
    assert_int_equal(budget_until_look(&budget, 0, 0), UINT32_MAX);
    assert_true(budget_next_look(&budget) == HUGE_VAL);
    budget.limited = true;
    budget.seconds = 60;
    budget.start = clock_seconds() - 30;
    assert_int_equal(budget_until_look(&budget, 0, 5000), UINT32_MAX);
    assert_true(budget_next_look(&budget) == budget.start + 60);
    budget.stop_when_settled = true;
    assert_true(budget_next_look(&budget) >= budget.start + 30.02);
    assert_true(budget_next_look(&budget) < budget.start + 31);
    budget.nodes = 1000;
    assert_int_equal(budget_until_look(&budget, 900, 5000), 100);
    assert_int_equal(budget_until_look(&budget, 999, 5000), budget.threads);
    assert_int_equal(budget_look(&budget, NULL, NULL, 1001, 17), SEARCH_NODES);
    budget.start = clock_seconds() - 61; /* after any number that is enough */
    assert_int_equal(budget_look(&budget, NULL, NULL, 0, 17), SEARCH_TIME);
    assert_int_equal(budget_look(&budget, NULL, NULL, 0, 15), SEARCH_GOES_ON);
}

/* As time passes, the time left allows fewer simulations than the budget: a search may
 * then be settled that would not be without a clock. */
static void test_settled_by_time(void **unused) {
    (void)unused;
    struct {
        node_t node;
        edge_t edges[3];
    } root = {.node = {.num_edges = 3, .num_tried = 3, .visits = 160}};
    const uint64_t visits[] = {90, 50, 20};
    for (int i = 0; i < 3; i++)
        root.edges[i].stats = visits[i] << VALUE_BITS;
    budget_t budget = {
        .simulations = 1000, .stop_when_settled = true, .limited = true, .seconds = 60};
    budget.start = clock_seconds() - 10; /* 16 a second: 800 more, in the time */
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 160),
                     SEARCH_GOES_ON);
    budget.start = clock_seconds() - 55; /* 3 a second: about 15 more */
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 160),
                     SEARCH_SETTLED);
    budget.start = clock_seconds() + 5; /* nothing has passed: all of them */
    assert_int_equal(budget_look(&budget, &root.node, root.edges, 9, 160),
                     SEARCH_GOES_ON);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_max_nodes),
        cmocka_unit_test(test_settled_is_what_the_whole_search_plays),
        cmocka_unit_test(test_settled_by_hand),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_teams),
        cmocka_unit_test(test_settled_by_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
