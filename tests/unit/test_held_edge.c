/* A search whose paths begin with the steps of the last path that hold finds what one
 * does that begins each path at the root. */
#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/search/search_state.h"
#include "tests/support/unit.h"
#include "tests/support/variants.h"

enum { CONFIGS = 6, PLIES = 3 };

static void set_config(search_config_t *config, int which,
                       const integer_network_t *network) {
    keyset_set_defaults(&search_keys, config);
    config->simulations = 200 + test_effort(800);
    config->reuse = which % 2;
    config->selection = which < 2 ? SELECTION_UCT : SELECTION_PUCT;
    config->fpu = which == 0 || which == 2 ? FPU_FIRST
                  : which == 3             ? FPU_VALUE
                                           : FPU_REDUCTION;
    config->fpu_value = which == 3 ? 0.4 : 0.1;
    if (which >= 4) {
        config->evaluator.kind = EVALUATOR_INTEGER;
        config->evaluator.network.integer = network;
        config->noise_weight = which == 4 ? 0.25 : 0;
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
}

/* The steps of a path, and how many of them the next one begins with. */
typedef struct counts {
    uint64_t steps, held;
} counts_t;

static void run(search_t *search, counts_t *counts) {
    step_t last[MAX_KEPT_STEPS];
    const worker_t *worker = &search->workers[0];
    for (int length = 0; !search_run(search, 1); length = worker->length) {
        int held = 0;
        for (; held < length && held < MAX_KEPT_STEPS; held++) {
            if (last[held].node != worker->path[held].node ||
                last[held].edge != worker->path[held].edge)
                break;
        }
        counts->held += (uint64_t)held;
        counts->steps += (uint64_t)worker->length;
        for (int i = 0; i < worker->length && i < MAX_KEPT_STEPS; i++)
            last[i] = worker->path[i];
    }
}

static void test_searches(void **unused) {
    (void)unused;
    counts_t counts = {0};
    for (int v = 0; v < test_variant_count; v += 4) {
        game_t *game = test_variant_game(&test_variants[v]);
        failure_t error;
        integer_network_t *network = integer_network_new(game, 32, &error);
        if (network)
            integer_network_randomize(network, 1);
        for (int which = 0; which < (network ? CONFIGS : 4); which++) {
            search_config_t config;
            state_t state = {0};
            set_config(&config, which, network);
            search_t *with = search_new(game, &config),
                     *without = search_new(game, &config);
            without->keeps_steps = false;
            game_start(game, &state);
            for (int ply = 0; ply < PLIES && !game_outcome(game, &state).over; ply++) {
                pcg32_t rng = pcg32_for(3, (uint64_t)v, (uint64_t)ply, PCG_FOR_TEST);
                search_result_t result;
                search_start(with, &state, rng);
                search_start(without, &state, rng);
                run(with, &counts);
                search_run(without, UINT32_MAX);
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
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_searches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
