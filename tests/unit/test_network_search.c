/* Searches with a network: the same results alone and in batches, with and without a
 * cache, beside searches with playouts and with integer networks; the value of a
 * simulation. */
#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search.h"
#include "mcts/tree/tree.h"
#include "mcts/tree/value.h"
#include "tests/support/unit.h"

#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/search/search_batch.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/integer_search.h"
#include "tests/support/variants.h"
#include "tests/support/weights_writer.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/fulcrum-test-network-search-XXXXXX";

/* A small random network of a game, in the file. */
static void write_network(const char *game, uint64_t seed) {
    failure_t error;
    const game_class_t *class = game_class_find(game, &error);
    bool has_pairs = planes_class_shape(class).pair_heads > 0;
    architecture_t architecture = {16, 1, 1, has_pairs ? 8 : 0, 16};
    network_t *network = network_new(class, &architecture, &error);
    assert_non_null(network);
    network_randomize(network, seed);
    const weights_t *weights = &network->weights;
    for (int i = 0; i < weights->num_tensors; i++) /* distinct priors and values */
        for (size_t k = 0; k < weights->tensors[i].count; k++)
            if (weights->tensors[i].rank == 2)
                ((float *)weights->tensors[i].values)[k] *= 3;
    network_settle(network);
    test_weights_write(weights, path);
    network_free(network);
}

static search_config_t config_of(const game_t *game, int instructions,
                                 int64_t simulations) {
    search_config_t config;
    failure_t error;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.selection = SELECTION_PUCT;
    config.fpu = FPU_REDUCTION;
    evaluator_choice_take(&config.evaluator, weights_open(path, &error));
    config.memory_mb = 8;
    snprintf(config.evaluator.network.weights, sizeof config.evaluator.network.weights,
             "%s", path);
    config.evaluator.network.instructions = instructions;
    if (!search_config_check(&config, "test", &error) ||
        !search_config_bind(&config, game, "test", &error))
        fail_msg("%s", error.message);
    return config;
}

static void read_alone(const game_t *game, const search_config_t *config,
                       const state_t *state, uint64_t number, uint32_t step,
                       search_result_t *result) {
    search_t *search = search_new(game, config);
    search_start(search, state, pcg32_for(7, number, 0, PCG_FOR_SEARCH));
    while (!search_run(search, step))
        continue;
    search_read(search, result);
    search_free(search);
}

static void hold_same(const search_result_t *a, const search_result_t *b) {
    size_t count = (size_t)a->count;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->simulations, b->simulations);
    assert_int_equal(a->root_proof, b->root_proof);
    assert_int_equal(a->planned, b->planned);
    assert_memory_equal(a->visits, b->visits, count * sizeof *a->visits);
    assert_memory_equal(a->values, b->values, count * sizeof *a->values);
    assert_memory_equal(&a->root_value, &b->root_value, sizeof a->root_value);
}

enum { SEARCHES = 13, PLACES = 5 };

/* Searches from different positions, alternating two configurations. */
typedef struct beside {
    const game_t *game;
    const search_config_t *configs;
    state_t states[SEARCHES];
    search_result_t *results;
    search_t *searches[PLACES][2];
    int at[PLACES], next; /* which search runs at a place */
} beside_t;

static search_t *next_search(void *context, int place, search_t *done) {
    beside_t *beside = context;
    if (done)
        search_read(done, &beside->results[beside->at[place]]);
    if (beside->next == SEARCHES)
        return NULL;
    int number = beside->at[place] = beside->next++;
    search_t *search = beside->searches[place][number % 2];
    search_forget(search);
    search_start(search, &beside->states[number],
                 pcg32_for(7, (uint64_t)number, 0, PCG_FOR_SEARCH));
    return search;
}

static void compare_beside(const game_t *game, const search_config_t configs[2]) {
    beside_t *beside = memory_new(1, sizeof *beside);
    search_result_t *alone = memory_new(1, sizeof *alone);
    beside->game = game;
    beside->configs = configs;
    beside->results = memory_new(SEARCHES, sizeof *beside->results);
    for (int i = 0; i < SEARCHES; i++) {
        int num_actions = 2 * i;
        while (!test_random_position(game, 41, (uint64_t)i, num_actions,
                                     &beside->states[i]) ||
               game_outcome(game, &beside->states[i]).over)
            num_actions--;
    }
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < 2; c++)
            beside->searches[place][c] = search_new(game, &configs[c]);
    search_batch_run(
        game, &(search_feed_t){.places = PLACES, .next = next_search, .context = beside});
    assert_int_equal(beside->next, SEARCHES);
    for (int i = 0; i < SEARCHES; i++) {
        search_config_t uncached = configs[i % 2];
        uncached.evaluator.network.cache_mb = 0;
        read_alone(game, &configs[i % 2], &beside->states[i], (uint64_t)i, UINT32_MAX,
                   alone);
        hold_same(alone, &beside->results[i]);
        read_alone(game, &uncached, &beside->states[i], (uint64_t)i, 7, alone);
        hold_same(alone, &beside->results[i]);
    }
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < 2; c++)
            search_free(beside->searches[place][c]);
    free(beside->results);
    free(beside);
    free(alone);
}

static const test_variant_t games[] = {{"seesaw", "size=3"},
                                       {"situ", "order=2 swap=true"},
                                       {"seega", "size=5 no_capture_limit=20"},
                                       {"cascade", "size=4 direction=both"}};
enum { GAMES = sizeof games / sizeof games[0] };

/* Alone, in pieces, in batches; noise at the root, Gumbel selection, playouts. */
static void test_the_same_alone_and_in_batches(void **unused) {
    (void)unused;
    for (int g = 0; g < GAMES; g++) {
        game_t *game = test_variant_game(&games[g]);
        write_network(games[g].game, (uint64_t)g);
        search_config_t configs[2] = {config_of(game, INSTRUCTIONS_AUTO, 60),
                                      config_of(game, INSTRUCTIONS_AUTO, 40)};
        configs[0].noise_weight = 0.25;
        configs[1].root_selection = ROOT_GUMBEL;
        compare_beside(game, configs);
        configs[1] = config_of(game, INSTRUCTIONS_PORTABLE, 50);
        compare_beside(game, configs);
        keyset_set_defaults(&search_keys, &configs[1]);
        configs[1].simulations = 100;
        configs[1].memory_mb = 8;
        compare_beside(game, configs);
        integer_network_t *networks[] = {test_integer_network(game, 64, 1),
                                         test_integer_network(game, 128, 2)};
        configs[1] = test_integer_config(networks[0], 90);
        compare_beside(game, configs);
        configs[0] = test_integer_config(networks[1], 70);
        configs[0].root_selection = ROOT_GUMBEL;
        compare_beside(game, configs);
        configs[0].evaluator.symmetry = SYMMETRY_RANDOM;
        configs[1] = config_of(game, INSTRUCTIONS_PORTABLE, 50);
        configs[1].evaluator.symmetry = SYMMETRY_RANDOM;
        compare_beside(game, configs);
        integer_network_free(networks[0]);
        integer_network_free(networks[1]);
        game_free(game);
    }
}

/* Stopped in the middle and started anew, a search finds what a fresh one does. */
static bool stop_soon(void *context) {
    return --*(int *)context > 0;
}

typedef struct stopped {
    search_t *search;
    int looks;
    const state_t *state;
} stopped_t;

static search_t *only_search(void *context, int place, search_t *done) {
    stopped_t *stopped = context;
    (void)place;
    if (done)
        return NULL;
    search_start(stopped->search, stopped->state, pcg32_for(7, 3, 0, PCG_FOR_SEARCH));
    return stopped->search;
}

static bool watch(void *context) {
    return stop_soon(&((stopped_t *)context)->looks);
}

static void test_stopped_and_started_anew(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&games[0]);
    write_network("seesaw", 8);
    search_config_t config = config_of(game, INSTRUCTIONS_AUTO, 1000);
    config.evaluator.network.cache_mb = 0;
    state_t state = {0};
    game_start(game, &state);
    search_result_t *fresh = memory_new(2, sizeof *fresh), *again = fresh + 1;
    stopped_t stopped = {search_new(game, &config), 2, &state};
    search_batch_run(
        game, &(search_feed_t){
                  .places = 1, .next = only_search, .watch = watch, .context = &stopped});
    assert_int_equal(stopped.looks, 0);
    search_start(stopped.search, &state, pcg32_for(7, 3, 0, PCG_FOR_SEARCH));
    while (!search_run(stopped.search, UINT32_MAX))
        continue;
    search_read(stopped.search, again);
    read_alone(game, &config, &state, 3, UINT32_MAX, fresh);
    hold_same(fresh, again);
    assert_int_equal(fresh->simulations, 1000);
    search_free(stopped.search);
    free(fresh);
    game_free(game);
}

/* One simulation visits the likeliest action, and its value is the network's for the next
 * position, to the player who moves at the root. */
static void test_a_simulation_is_worth_its_leaf(void **unused) {
    (void)unused;
    for (int g = 0; g < GAMES; g++) {
        game_t *game = test_variant_game(&games[g]);
        write_network(games[g].game, 20 + (uint64_t)g);
        search_config_t config = config_of(game, INSTRUCTIONS_PORTABLE, 1);
        network_inference_t *inference =
            network_inference_new(network_of(config.evaluator.network.opened), game,
                                  INSTRUCTIONS_PORTABLE, 1, NULL);
        evaluation_t *root = memory_new(2, sizeof *root), *leaf = root + 1;
        search_result_t *result = memory_new(1, sizeof *result);
        for (int i = 0; i < 20; i++) {
            state_t state;
            if (!test_random_position(game, 42, (uint64_t)i, i, &state) ||
                game_outcome(game, &state).over)
                continue;
            const state_t *pointer = &state;
            network_inference_run(inference, &pointer, 1, &root);
            int best = 0;
            for (int k = 1; k < root->count; k++)
                best = root->priors[k] > root->priors[best] ? k : best;
            read_alone(game, &config, &state, 1, UINT32_MAX, result);
            assert_int_equal(result->visits[best], 1);
            int player = game_player(game, &state);
            game_apply(game, &state, root->actions[best]);
            if (game_outcome(game, &state).over)
                continue;
            network_inference_run(inference, &pointer, 1, &leaf);
            double value = (double)value_for_player(player, leaf->value) / VALUE_ONE;
            assert_true(fabs((double)result->values[best] - value) < 1e-6);
        }
        free(result);
        free(root);
        network_inference_free(inference);
        game_free(game);
    }
}

/* The reused tree below an action has its priors, and the search continues from it. */
static void test_a_tree_is_reused(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"seega", "size=5"});
    write_network("seega", 4);
    search_config_t config = config_of(game, INSTRUCTIONS_AUTO, 80);
    config.reuse = true;
    search_t *search = search_new(game, &config);
    search_result_t *result = memory_new(1, sizeof *result);
    state_t state = {0};
    game_start(game, &state);
    uint32_t reused = 0;
    for (int ply = 0; ply < 20; ply++) {
        search_start(search, &state, pcg32_for(7, (uint64_t)ply, 0, PCG_FOR_SEARCH));
        while (!search_run(search, UINT32_MAX))
            continue;
        search_read(search, result);
        assert_int_equal(result->root_visits, 80);
        reused += 80 - result->simulations;
        action_t action = result->actions[search_best(result)];
        game_apply(game, &state, action);
        search_advance(search, action);
    }
    assert_true(reused > 100);
    free(result);
    search_free(search);
    game_free(game);
}

/* With a full tree, simulations end at existing leaves. */
static void test_a_full_tree_is_searched_on(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"cascade", "size=11"});
    write_network("cascade", 4);
    search_config_t config = config_of(game, INSTRUCTIONS_AUTO, 600);
    config.memory_mb = 1;
    search_t *search = search_new(game, &config);
    state_t state = {0};
    game_start(game, &state);
    search_start(search, &state, pcg32_for(7, 0, 0, PCG_FOR_SEARCH));
    while (!search_run(search, UINT32_MAX))
        continue;
    assert_true(search_memory(search).full);
    assert_int_equal(search_simulations(search), 600);
    search_free(search);
    game_free(game);
}

/* The visits of searches with integer networks are the same with all instruction sets, on
 * every machine. */
static uint64_t sum_of_searches(int num_games) {
    uint64_t sum = 0;
    search_result_t *result = memory_new(1, sizeof *result);
    for (int g = 0; g < num_games; g++) {
        game_t *game = test_variant_game(&games[g]);
        integer_network_t *network = test_integer_network(game, 128, (uint64_t)g);
        search_config_t config = test_integer_config(network, 300);
        state_t state = {0};
        game_start(game, &state);
        read_alone(game, &config, &state, 1, UINT32_MAX, result);
        for (int i = 0; i < result->count; i++)
            sum = mix64(sum ^ result->visits[i]);
        integer_network_free(network);
        game_free(game);
    }
    free(result);
    return sum;
}

static void test_integer_searches_are_the_same_everywhere(void **unused) {
    (void)unused;
    static const char *const kernels[] = {"plain", "avx2", "avx512"};
    uint64_t expected = sum_of_searches(GAMES);
    assert_int_equal(sum_of_searches(1), UINT64_C(0xfcec4db10a870f9d));
    for (int k = 0; k < 3; k++) { /* what is not here is the next best */
        setenv("FULCRUM_KERNELS", kernels[k], 1);
        assert_int_equal(sum_of_searches(GAMES), expected);
    }
    unsetenv("FULCRUM_KERNELS");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_alone_and_in_batches),
        cmocka_unit_test(test_stopped_and_started_anew),
        cmocka_unit_test(test_a_simulation_is_worth_its_leaf),
        cmocka_unit_test(test_a_tree_is_reused),
        cmocka_unit_test(test_a_full_tree_is_searched_on),
        cmocka_unit_test(test_integer_searches_are_the_same_everywhere),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
