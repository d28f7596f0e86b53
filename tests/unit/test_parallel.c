/* Many threads in one tree: the invariants of a single-threaded search hold. The test
 * also runs under ThreadSanitizer (tests/run.sh). */
#include "tests/support/unit.h"

#include "core/base/clock.h"
#include "mcts/search/search.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/brute_force.h"
#include "tests/support/integer_search.h"
#include "tests/support/variants.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 4 };

static search_config_t make_config(int simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.memory_mb = 64;
    return config;
}

static search_parallel_t make_parallel(int threads) {
    search_parallel_t parallel;
    keyset_set_defaults(&search_parallel_keys, &parallel);
    parallel.threads = threads;
    return parallel;
}

/* A random position that is not over; false if there is none. */
static bool random_position(const game_t *game, uint64_t seed, int num_actions,
                            state_t *state) {
    return test_random_position(game, 9, seed, num_actions, state) &&
           !game_outcome(game, state).over;
}

/* Visits add up; the actions are the legal ones, each once and in order. */
static void check_result(const game_t *game, const state_t *state,
                         const search_result_t *result) {
    action_t actions[GAME_MAX_LEGAL];
    uint64_t sum = 0;
    assert_int_equal(game_legal(game, state, actions), result->count);
    for (int i = 0; i < result->count; i++) {
        assert_int_equal(actions[i], result->actions[i]);
        assert_true(result->values[i] >= 0 && result->values[i] <= 1);
        sum += result->visits[i];
    }
    assert_int_equal(sum, result->root_visits);
    assert_true(result->root_value >= 0 && result->root_value <= 1);
}

/* Plays some searched actions of a game, in one reused tree or in separate ones. */
static void play_some(const game_t *game, const search_config_t *config,
                      const search_parallel_t *parallel, uint64_t seed) {
    state_t state;
    search_result_t result;
    search_t *search = search_new_parallel(game, config, parallel);
    bool open = random_position(game, seed, (int)(seed % 5) * 7, &state);
    for (uint64_t ply = 0; ply < 3 && open; ply++) {
        search_start(search, &state, pcg32_for(seed, 0, ply, PCG_FOR_TEST));
        search_read(search, &result);
        uint32_t before = result.root_visits;
        while (!search_run(search, 150))
            continue;
        search_read(search, &result);
        check_result(game, &state, &result);
        assert_int_equal(result.simulations, result.root_visits - before);
        if (result.root_proof == PROOF_NONE)
            assert_int_equal(result.root_visits, config->simulations);
        action_t action = result.actions[search_best(&result)];
        search_advance(search, action);
        game_apply(game, &state, action);
        open = !game_outcome(game, &state).over;
    }
    search_free(search);
}

static void test_all_variants(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        search_config_t config = make_config(400);
        search_parallel_t parallel = make_parallel(2 + i % (THREADS - 1));
        config.memory_mb = i % 4 ? 16 : 1;
        config.reuse = i % 2;
        config.selection = i % 3 ? SELECTION_UCT : SELECTION_PUCT;
        config.fpu = (i + i / 3) % 3;
        config.noise_weight = config.selection == SELECTION_PUCT && i % 4 < 2 ? 0.25 : 0;
        config.expand_after = 1 + i % 5 / 4;
        parallel.virtual_loss = i % 7 % 4;
        play_some(game, &config, &parallel, (uint64_t)i);
        game_free(game);
    }
}

/* Priors come with the nodes, which several threads may try to create at once. */
static void test_integer_networks(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        integer_network_t *network = test_integer_network(game, 64, (uint64_t)i);
        search_config_t config = test_integer_config(network, 400);
        search_parallel_t parallel = make_parallel(2 + i % (THREADS - 1));
        config.memory_mb = i % 4 ? 16 : 1;
        config.reuse = i % 2;
        config.fpu = (i + i / 3) % 3;
        config.noise_weight = i % 4 < 2 ? 0.25 : 0;
        parallel.virtual_loss = i % 7 % 4;
        play_some(game, &config, &parallel, (uint64_t)i);
        integer_network_free(network);
        game_free(game);
    }
}

/* Counts calls of a game's own playout. */
static game_rules_t plain_rules;
static _Atomic int playouts; /* by all threads, relaxed */

static playout_t count_playout(const game_t *game, void *state, pcg32_t *rng) {
    atomic_fetch_add_explicit(&playouts, 1, memory_order_relaxed);
    return plain_rules.playout(game, state, rng);
}

/* Every visit is counted exactly once on the way down. A simulation plays at most one
 * playout: a search that lost visits would need more playouts for as many visits. */
static void test_visits_are_exact(void **unused) {
    (void)unused;
    const test_variant_t variant = {"cascade", "size=6 direction=down"};
    game_t *game = test_variant_game(&variant);
    plain_rules = game->rules;
    game->rules.playout = count_playout;
    search_config_t config = make_config(test_effort(50000));
    config.solve = false;
    state_t state = {0};
    game_start(game, &state);
    for (int threads = 1; threads <= 2 * THREADS; threads *= 2)
        for (int loss = 0; loss <= 3; loss++) {
            search_result_t result;
            search_parallel_t parallel = make_parallel(threads);
            parallel.virtual_loss = loss;
            search_t *search = search_new_parallel(game, &config, &parallel);
            search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
            playouts = 0;
            assert_true(search_run(search, UINT32_MAX));
            search_read(search, &result);
            assert_int_equal(result.root_visits, config.simulations);
            assert_true(playouts > config.simulations / 2);
            assert_true(playouts <= config.simulations);
            assert_int_equal(result.simulations, config.simulations);
            check_result(game, &state, &result);
            search_free(search);
        }
    game_free(game);
}

static void test_one_thread_is_the_plain_search(void **unused) {
    (void)unused;
    const test_variant_t variant = {"seesaw", "size=4"};
    game_t *game = test_variant_game(&variant);
    search_config_t config = make_config(2000);
    search_parallel_t parallel = make_parallel(1);
    search_result_t plain, other;
    state_t state;
    assert_true(random_position(game, 1, 20, &state));
    search_t *searches[] = {search_new(game, &config),
                            search_new_parallel(game, &config, &parallel)};
    for (int i = 0; i < 2; i++) {
        search_start(searches[i], &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
        search_run(searches[i], UINT32_MAX);
        search_read(searches[i], i ? &other : &plain);
        search_free(searches[i]);
    }
    assert_memory_equal(plain.visits, other.visits, (size_t)plain.count * 4);
    assert_memory_equal(plain.values, other.values, (size_t)plain.count * 4);
    game_free(game);
}

static void test_proofs_are_exact(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=2 max_turns=9"},
        {"seesaw", "size=3 max_turns=9 recapture=optional"},
        {"seesaw", "size=2 max_turns=7 swap=true"}};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]);
        brute_force_t solver;
        brute_force_init(&solver, game);
        integer_network_t *network = test_integer_network(game, 64, v);
        int compared = 0, proven = 0, positions = test_effort(200);
        for (int i = 0; i < positions; i++) {
            state_t state;
            search_result_t result;
            search_config_t config = make_config(20000);
            search_parallel_t parallel = make_parallel(2 + i % (THREADS - 1));
            config.selection = i % 2 ? SELECTION_PUCT : SELECTION_UCT;
            config.fpu = i % 3;
            if (i % 4 == 0)
                config = test_integer_config(network, config.simulations);
            if (!random_position(game, (uint64_t)i, 3 + i % 5, &state))
                continue;
            search_t *search = search_new_parallel(game, &config, &parallel);
            search_start(search, &state, pcg32_for((uint64_t)i, 0, 0, PCG_FOR_TEST));
            search_run(search, UINT32_MAX);
            search_read(search, &result);
            brute_force_check(&solver, &state, &result);
            search_free(search);
            compared++;
            proven += result.root_proof != PROOF_NONE;
        }
        assert_true(compared > positions / 8); /* else too little was compared */
        assert_true(proven > compared / 4);
        brute_force_clear(&solver);
        integer_network_free(network);
        game_free(game);
    }
}

/* At the memory limit the threads continue in the existing tree, and no unit past the
 * limit is used. */
static void test_full_arena(void **unused) {
    (void)unused;
    const test_variant_t variant = {"seesaw", "size=5"};
    game_t *game = test_variant_game(&variant);
    search_config_t config = make_config(100000);
    search_parallel_t parallel = make_parallel(THREADS);
    search_result_t result;
    state_t state = {0};
    config.memory_mb = 1;
    config.expand_after = 1;
    game_start(game, &state);
    search_t *search = search_new_parallel(game, &config, &parallel);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    assert_true(search_run(search, UINT32_MAX));
    search_read(search, &result);
    search_memory_t memory = search_memory(search);
    assert_true(memory.full);
    assert_true(memory.bytes_cap <= 1 << 20);
    assert_true(memory.bytes_used <= memory.bytes_cap);
    assert_true(memory.bytes_used > memory.bytes_cap * 9 / 10);
    assert_int_equal(result.root_visits, config.simulations);
    search_free(search);
    game_free(game);
}

/* Unused remainders of chunks do not keep the search running for ever. */
static void test_max_nodes(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {{"situ", ""}, {"cascade", ""}};
    for (int i = 0; i < 8; i++) {
        game_t *game = test_variant_game(&variants[i % 2]);
        search_config_t config = make_config(300000);
        search_parallel_t parallel = make_parallel(2 * THREADS);
        state_t state = {0};
        config.max_nodes = 100 << i / 2;
        game_start(game, &state);
        search_t *search = search_new_parallel(game, &config, &parallel);
        search_start(search, &state, pcg32_for((uint64_t)i, 0, 0, PCG_FOR_TEST));
        while (!search_run_piece(search))
            continue;
        assert_int_equal(search_end(search), SEARCH_NODES);
        search_memory_t memory = search_memory(search);
        assert_false(memory.full);
        assert_in_range(memory.nodes, config.max_nodes,
                        config.max_nodes + parallel.threads);
        search_free(search);
        game_free(game);
    }
}

static playout_t slow_playout(const game_t *game, void *state, pcg32_t *rng) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return plain_rules.playout(game, state, rng);
}

/* Runs a search of at least 2 seconds on two threads with an evaluator of 1 ms, for one
 * piece or until it is done; returns the seconds. */
static double search_slowly(int64_t time_ms, bool piece) {
    const test_variant_t variant = {"seesaw", "size=6"};
    game_t *game = test_variant_game(&variant);
    plain_rules = game->rules;
    game->rules.playout = slow_playout;
    search_config_t config = make_config(4000);
    search_parallel_t parallel = make_parallel(2);
    state_t state = {0};
    config.time_ms = time_ms;
    game_start(game, &state);
    search_t *search = search_new_parallel(game, &config, &parallel);
    double start = clock_seconds();
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    bool done = piece ? search_run_piece(search) : search_run(search, UINT32_MAX);
    double seconds = clock_seconds() - start;
    assert_int_equal(search_end(search), piece ? SEARCH_GOES_ON : SEARCH_TIME);
    assert_int_equal(done, !piece);
    assert_true(search_simulations(search) > 0);
    search_free(search);
    game_free(game);
    return seconds;
}

/* Threads, too, check the clock and the keyboard in time. */
static void test_slow_evaluator(void **unused) {
    (void)unused;
    double seconds = search_slowly(50, false);
    assert_true(seconds >= 0.05);
    assert_true(seconds < 0.6);
    assert_true(search_slowly(0, true) < 0.6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_variants),
        cmocka_unit_test(test_integer_networks),
        cmocka_unit_test(test_visits_are_exact),
        cmocka_unit_test(test_one_thread_is_the_plain_search),
        cmocka_unit_test(test_proofs_are_exact),
        cmocka_unit_test(test_full_arena),
        cmocka_unit_test(test_max_nodes),
        cmocka_unit_test(test_slow_evaluator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
