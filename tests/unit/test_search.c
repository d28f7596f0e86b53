/* The search checked against exact values, against itself and against its documentation.
 */
#include "tests/support/unit.h"

#include "mcts/search/search.h"
#include "mcts/select/action_choice.h"
#include "mcts/select/noise.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/brute_force.h"
#include "tests/support/variants.h"

#include <stdlib.h>

static game_t *make_game(const char *variant) {
    test_variant_t test = {"seesaw", variant};
    return test_variant_game(&test);
}

static search_config_t make_config(int simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.memory_mb = 64;
    return config;
}

/* Searches one position from scratch. */
static void search_once(const game_t *game, const search_config_t *config,
                        const state_t *state, uint64_t seed, search_result_t *result) {
    search_t *search = search_new(game, config);
    search_start(search, state, pcg32_for(seed, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, result);
    search_free(search);
}

/* A random position that is not over; false if there is none. */
static bool random_position(const game_t *game, uint64_t seed, int num_actions,
                            state_t *state) {
    return test_random_position(game, 5, seed, num_actions, state) &&
           !game_outcome(game, state).over;
}

/* Proofs of the root and of its actions are correct, and the chosen action keeps a proven
 * value; returns whether the root was proven. */
static bool compare_with_exact(const game_t *game, brute_force_t *solver,
                               const search_config_t *config, const state_t *state,
                               uint64_t seed) {
    search_result_t result;
    search_once(game, config, state, seed, &result);
    brute_force_check(solver, state, &result);
    if (result.root_proof == PROOF_NONE)
        return false;
    state_t next = *state;
    game_apply(game, &next, result.actions[search_best(&result)]);
    assert_int_equal(brute_force_value(solver, &next), brute_force_value(solver, state));
    return true;
}

static void test_proofs_are_exact(void **unused) {
    (void)unused;
    const char *const variants[] = {
        "size=2 max_turns=9", "size=3 max_turns=9 recapture=optional",
        "size=2 max_turns=8 stuck=loss capture=optional", "size=2 max_turns=7 swap=true"};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = make_game(variants[v]);
        brute_force_t solver;
        brute_force_init(&solver, game);
        int proven = 0, compared = 0, positions = test_effort(400);
        for (int i = 0; i < positions; i++) {
            state_t state;
            search_config_t config = make_config(30000);
            config.selection = i % 2 ? SELECTION_PUCT : SELECTION_UCT;
            config.fpu = i % 3;
            config.root_selection = i % 5 == 0 ? ROOT_GUMBEL : ROOT_SAME;
            if (!random_position(game, (uint64_t)i, 3 + i % 5, &state))
                continue;
            compared++;
            proven += compare_with_exact(game, &solver, &config, &state, (uint64_t)i);
        }
        assert_true(compared > positions / 8); /* else too little was compared */
        assert_true(proven > compared / 2);
        brute_force_clear(&solver);
        game_free(game);
    }
}

/* With enough visits the most visited action is one of the best. */
static void test_finds_best_actions(void **unused) {
    (void)unused;
    game_t *game = make_game("size=2 max_turns=10");
    brute_force_t solver;
    brute_force_init(&solver, game);
    for (int i = 0; i < test_effort(60); i++) {
        state_t state, next;
        search_result_t result;
        search_config_t config = make_config(20000);
        config.solve = false;
        if (!random_position(game, (uint64_t)i, i % 5, &state))
            continue;
        search_once(game, &config, &state, 1, &result);
        next = state;
        game_apply(game, &next, result.actions[search_best(&result)]);
        assert_int_equal(brute_force_value(&solver, &next),
                         brute_force_value(&solver, &state));
        assert_int_equal(result.root_visits, config.simulations);
    }
    brute_force_clear(&solver);
    game_free(game);
}

typedef struct puzzle {
    const char *position, *answer, *why;
} puzzle_t;

/* Positions of side 4 that a player can check by eye. */
static void test_puzzles(void **unused) {
    (void)unused;
    const puzzle_t puzzles[] = {
        {"S d3=S1/S d4=N1/N", "d3xd4", "the only capture takes the last stack"},
        {"S c3=N1/- d3=S3/S d5=N1/N", "d3xc3", "one step first, two steps are left over"},
        {"S d3=S3/S d5=N1/N >d3:2", "d3xd5", "the capture has to go on"},
    };
    game_t *game = make_game("size=4");
    for (size_t i = 0; i < sizeof puzzles / sizeof puzzles[0]; i++) {
        state_t state;
        failure_t error;
        char text[GAME_ACTION_TEXT];
        search_result_t result;
        search_config_t config = make_config(2000);
        if (!game_read_position(game, puzzles[i].position, &state, &error))
            fail_msg("%s", error.message);
        search_once(game, &config, &state, 1, &result);
        game_write_action(game, result.actions[search_best(&result)], text);
        if (strcmp(text, puzzles[i].answer) != 0)
            fail_msg("%s: %s instead of %s: %s", puzzles[i].position, text,
                     puzzles[i].answer, puzzles[i].why);
        assert_int_equal(result.root_proof, PROOF_WIN);
        assert_true(result.root_value > 0.999F);
    }
    game_free(game);
}

/* A first turn that certainly wins is answered by the swap, one that loses is not. */
static void test_swap_takes_the_better_side(void **unused) {
    (void)unused;
    game_t *plain = make_game("size=2 max_turns=12");
    game_t *game = make_game("size=2 max_turns=12 swap=true");
    brute_force_t solver;
    brute_force_init(&solver, plain);
    action_t first[GAME_MAX_LEGAL];
    state_t start = {0};
    int decisive = 0;
    game_start(plain, &start);
    int count = game_legal(plain, &start, first);
    for (int i = 0; i < count; i++) {
        state_t below = start, state = {0};
        search_result_t result;
        search_config_t config = make_config(60000);
        game_apply(plain, &below, first[i]);
        int value = brute_force_value(&solver, &below);
        game_start(game, &state);
        game_apply(game, &state, first[i]);
        search_once(game, &config, &state, 1, &result);
        bool swaps = result.actions[search_best(&result)] == game->num_actions - 1;
        decisive += value != 1;
        if (value == 2)
            assert_true(swaps);
        if (value == 0)
            assert_false(swaps);
        if (value != 1)
            assert_int_equal(result.root_proof, PROOF_WIN);
    }
    assert_true(decisive > 0);
    brute_force_clear(&solver);
    game_free(plain);
    game_free(game);
}

static void test_same_again(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4");
    search_config_t config = make_config(3000);
    state_t state;
    search_result_t a, b;
    assert_true(random_position(game, 3, 20, &state));
    search_once(game, &config, &state, 7, &a);
    search_once(game, &config, &state, 7, &b);
    assert_memory_equal(a.visits, b.visits, (size_t)a.count * sizeof *a.visits);
    search_once(game, &config, &state, 8, &b);
    assert_true(memcmp(a.visits, b.visits, (size_t)a.count * sizeof *a.visits) != 0);
    game_free(game);
}

/* The result is the same in steps or at once, and visits add up. */
static void test_steps_and_sums(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4");
    search_config_t config = make_config(1000);
    state_t state;
    search_result_t whole, parts;
    assert_true(random_position(game, 4, 10, &state));
    search_once(game, &config, &state, 7, &whole);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(7, 0, 0, PCG_FOR_TEST));
    int calls = 0;
    while (!search_run(search, 37))
        calls++;
    assert_true(calls > 20);
    search_read(search, &parts);
    search_free(search);
    assert_memory_equal(whole.visits, parts.visits, (size_t)whole.count * 4);
    uint64_t sum = 0;
    for (int i = 0; i < whole.count; i++) {
        sum += whole.visits[i];
        assert_true(whole.values[i] >= 0 && whole.values[i] <= 1);
        assert_true(i == 0 || whole.actions[i - 1] < whole.actions[i]);
    }
    assert_int_equal(sum, whole.root_visits);
    assert_int_equal(sum, config.simulations);
    game_free(game);
}

/* At the memory limit the search continues in the existing tree. */
static void test_full_arena(void **unused) {
    (void)unused;
    game_t *game = make_game("size=5");
    search_config_t config = make_config(300000);
    config.memory_mb = 1;
    state_t state = {0};
    search_result_t result;
    game_start(game, &state);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    assert_true(search_run(search, UINT32_MAX));
    search_read(search, &result);
    search_memory_t memory = search_memory(search);
    assert_true(memory.full);
    assert_true(memory.bytes_cap <= 1 << 20);
    assert_true(memory.bytes_used <= memory.bytes_cap);
    assert_int_equal(result.root_visits, config.simulations);
    search_free(search);
    game_free(game);
}

/* After an action that is not in its tree, a search starts afresh, even if the next
 * action is also one of the old root's. */
static void test_reuse_loses_its_way(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"cascade", "size=8"});
    search_config_t config = make_config(250);
    config.reuse = true;
    state_t state = {0};
    search_result_t result;
    action_t actions[GAME_MAX_LEGAL];
    game_start(game, &state);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    int best = search_best(&result), least = 0;
    while (result.visits[least] > 1)
        least++;
    int ways[] = {least, best};
    for (int i = 0; i < 2; i++) {
        search_advance(search, result.actions[ways[i]]);
        assert_true(game_is_legal(game, &state, result.actions[ways[i]]));
        game_apply(game, &state, result.actions[ways[i]]);
    }
    search_start(search, &state, pcg32_for(1, 0, 2, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    assert_int_equal(result.count, game_legal(game, &state, actions));
    assert_memory_equal(actions, result.actions, (size_t)result.count * sizeof *actions);
    assert_int_equal(result.simulations, config.simulations);
    search_free(search);
    game_free(game);
}

static void test_reuse_keeps_the_tree(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4");
    search_config_t config = make_config(2000);
    config.reuse = true;
    state_t state = {0};
    search_result_t before, after;
    game_start(game, &state);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &before);
    int best = search_best(&before);
    search_advance(search, before.actions[best]);
    game_apply(game, &state, before.actions[best]);
    search_start(search, &state, pcg32_for(1, 0, 1, PCG_FOR_TEST));
    search_read(search, &after);
    /* The edge's first visit came before its node existed. */
    assert_int_equal(after.root_visits, before.visits[best] - config.expand_after);
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, &state, actions);
    assert_int_equal(count, after.count);
    assert_memory_equal(actions, after.actions, (size_t)count * sizeof *actions);
    search_run(search, UINT32_MAX);
    search_read(search, &after);
    assert_int_equal(after.root_visits, config.simulations);
    assert_true(after.simulations < after.root_visits);
    search_forget(search);
    game_start(game, &state);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &after);
    assert_memory_equal(before.visits, after.visits, (size_t)before.count * 4);
    search_free(search);
    game_free(game);
}

static void test_noise_moments(void **unused) {
    (void)unused;
    const double shapes[] = {0.05, 0.3, 1, 4.5};
    pcg32_t rng = pcg32_for(6, 0, 0, PCG_FOR_TEST);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        enum { DRAWS = 200000 };
        double sum = 0, squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double x = noise_gamma(shapes[s], &rng);
            assert_true(x >= 0);
            sum += x;
            squares += x * x;
        }
        double mean = sum / DRAWS, variance = squares / DRAWS - mean * mean;
        assert_true(mean > shapes[s] * 0.98 && mean < shapes[s] * 1.02);
        assert_true(variance > shapes[s] * 0.93 && variance < shapes[s] * 1.07);
    }
}

static void test_noise_spreads_visits(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4");
    search_config_t config = make_config(200);
    config.selection = SELECTION_PUCT;
    config.fpu = FPU_REDUCTION;
    state_t state = {0};
    search_result_t quiet, noisy;
    game_start(game, &state);
    search_once(game, &config, &state, 1, &quiet);
    config.noise_weight = 0.25;
    search_once(game, &config, &state, 1, &noisy);
    assert_int_equal(noisy.root_visits, 200);
    assert_true(memcmp(quiet.visits, noisy.visits, (size_t)quiet.count * 4) != 0);
    game_free(game);
}

static int compare_visits(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* 64 simulations on 16 of many: 16 x 1, 8 x 2, 4 x 4, 2 x 8... less one phase's start. */
static void test_gumbel_halves(void **unused) {
    (void)unused;
    static const uint32_t expected[17] = {15, 15, 7, 7, 3, 3, 3, 3, 1,
                                          1,  1,  1, 1, 1, 1, 1, 0};
    test_variant_t cascade = {"cascade", "size=6"};
    game_t *game = test_variant_game(&cascade);
    search_config_t config = make_config(64);
    config.root_selection = ROOT_GUMBEL;
    state_t state = {0};
    search_result_t result, other;
    game_start(game, &state);
    search_once(game, &config, &state, 1, &result);
    search_once(game, &config, &state, 2, &other);
    assert_true(result.planned >= 0);
    assert_int_equal(search_best(&result), result.planned);
    assert_int_equal(result.visits[result.planned], 15);
    assert_true(result.planned != other.planned);
    qsort(result.visits, (size_t)result.count, sizeof *result.visits, compare_visits);
    assert_memory_equal(result.visits, expected, sizeof expected);
    assert_int_equal(result.root_visits, 64);
    game_free(game);
}

/* Without noise and with equal priors any action may be among those considered, not only
 * the first ones by number. */
static void test_gumbel_without_noise(void **unused) {
    (void)unused;
    test_variant_t cascade = {"cascade", "size=6"};
    game_t *game = test_variant_game(&cascade);
    search_config_t config = make_config(16);
    config.root_selection = ROOT_GUMBEL;
    config.gumbel_noise = false;
    state_t state = {0};
    search_result_t result;
    uint32_t visits[GAME_MAX_LEGAL] = {0};
    game_start(game, &state);
    for (uint64_t seed = 0; seed < 100; seed++) {
        search_once(game, &config, &state, seed, &result);
        for (int i = 0; i < result.count; i++)
            visits[i] += result.visits[i];
    }
    assert_true(result.count > 20); /* more than are considered */
    for (int i = 0; i < result.count; i++)
        assert_true(visits[i] > 0);
    game_free(game);
}

/* Every budget is used to the last simulation, even with few actions. */
static void test_gumbel_budgets(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4");
    state_t state = {0};
    game_start(game, &state);
    for (int simulations = 1; simulations < 120; simulations += 7)
        for (int considered = 1; considered <= 9; considered++) {
            search_result_t result;
            search_config_t config = make_config(simulations);
            config.root_selection = ROOT_GUMBEL;
            config.gumbel_considered = considered;
            search_once(game, &config, &state, 1, &result);
            assert_int_equal(result.root_visits, simulations);
            assert_true(result.visits[result.planned] > 0);
        }
    game_free(game);
}

static search_result_t made_up_result(void) {
    search_result_t result = {
        .planned = -1, .count = 3, .actions = {1, 2, 3}, .visits = {10, 30, 60}};
    for (int i = 0; i < 3; i++)
        result.values[i] = 0.5F;
    return result;
}

static void count_choices(const search_result_t *result, double temperature,
                          int counts[3]) {
    pcg32_t rng = pcg32_for(8, 0, 0, PCG_FOR_TEST);
    counts[0] = counts[1] = counts[2] = 0;
    for (int i = 0; i < 100000; i++)
        counts[choose_action(result, temperature, &rng)]++;
}

static void assert_near(double value, double expected) {
    if (value < expected - 600 || value > expected + 600)
        fail_msg("%.0f is not near %.0f", value, expected);
}

static void test_temperature(void **unused) {
    (void)unused;
    search_result_t result = made_up_result();
    int counts[3];
    count_choices(&result, 1, counts);
    assert_near(counts[0], 10000);
    assert_near(counts[1], 30000);
    count_choices(&result, 0.5, counts); /* squares: 1 : 9 : 36 */
    assert_near(counts[0], 100000.0 / 46);
    assert_near(counts[1], 900000.0 / 46);
    count_choices(&result, 0, counts);
    assert_int_equal(counts[2], 100000);
    result.bounds[2] = BOUNDS_LOST;
    count_choices(&result, 1, counts);
    assert_int_equal(counts[2], 0);
    assert_near(counts[0], 25000);
    result.bounds[0] = BOUNDS_WON;
    count_choices(&result, 1, counts);
    assert_int_equal(counts[0], 100000);
    temperature_t schedule = {.start = 1, .end = 0.25, .turns = 4};
    assert_true(temperature_at(&schedule, 3) > 0.9);
    assert_true(temperature_at(&schedule, 4) < 0.3);
}

/* Among equal actions no direction of the board is preferred. */
static void test_ties_are_drawn(void **unused) {
    (void)unused;
    search_result_t result = made_up_result();
    int counts[3];
    result.visits[0] = 60;
    count_choices(&result, 0, counts);
    assert_near(counts[0], 50000);
    assert_int_equal(counts[0] + counts[2], 100000);
    result.values[2] = 0.6F;
    count_choices(&result, 0, counts);
    assert_int_equal(counts[2], 100000);
    result.bounds[0] = result.bounds[2] = BOUNDS_WON;
    result.values[0] = 0.6F;
    count_choices(&result, 1, counts);
    assert_near(counts[2], 50000);
    memset(result.visits, 0, sizeof result.visits); /* nobody has searched */
    memset(result.bounds, 0, sizeof result.bounds);
    result.values[0] = result.values[2] = 0.5F;
    count_choices(&result, 1, counts);
    assert_near(counts[1], 33333);
    result.planned = 1;
    count_choices(&result, 0, counts);
    assert_int_equal(counts[1], 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_exact),
        cmocka_unit_test(test_finds_best_actions),
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_swap_takes_the_better_side),
        cmocka_unit_test(test_same_again),
        cmocka_unit_test(test_steps_and_sums),
        cmocka_unit_test(test_full_arena),
        cmocka_unit_test(test_reuse_keeps_the_tree),
        cmocka_unit_test(test_reuse_loses_its_way),
        cmocka_unit_test(test_noise_moments),
        cmocka_unit_test(test_noise_spreads_visits),
        cmocka_unit_test(test_gumbel_halves),
        cmocka_unit_test(test_gumbel_without_noise),
        cmocka_unit_test(test_gumbel_budgets),
        cmocka_unit_test(test_temperature),
        cmocka_unit_test(test_ties_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
