/* Integer networks: the kernels of all instruction sets against a naive one, a case
 * worked out by hand, the softmax, and bounds. */
#include "mcts/evaluate/integer/integer_inference.h"
#include "tests/support/unit.h"

#include "mcts/tree/value.h"
#include "tests/naive/naive_integer.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static const int all_units[] = {64, 128, 192, 256, 512};
enum { UNITS = sizeof all_units / sizeof all_units[0] };

static integer_network_t *make(const game_t *game, int units, uint64_t seed) {
    failure_t error;
    integer_network_t *network = integer_network_new(game, units, &error);
    assert_non_null(network);
    integer_network_randomize(network, seed);
    assert_true(integer_network_check(network, &error));
    return network;
}

/* --- Kernels ------------------------------------------------------------------------ */

enum { ROWS = 40 };

/* Room for vectors, aligned. */
typedef struct numbers {
    _Alignas(64) int16_t features[ROWS * INTEGER_MAX_UNITS];
    _Alignas(64) int16_t sums[2][INTEGER_MAX_UNITS];
    _Alignas(64) uint8_t x[2][2 * INTEGER_MAX_UNITS];
    _Alignas(64) int8_t weights[ROWS * 2 * INTEGER_MAX_UNITS];
    _Alignas(64) uint8_t hidden[2][INTEGER_HIDDEN];
    int32_t bias[INTEGER_HIDDEN], out[2][ROWS + INTEGER_OUT_STEP];
    uint16_t rows[ROWS];
} numbers_t;

static int between(pcg32_t *rng, int least, int most) {
    return least + (int)pcg32_below(rng, (uint32_t)(most - least + 1));
}

/* extreme: only numbers at the ends of their ranges. */
static void draw_numbers(numbers_t *numbers, pcg32_t *rng, bool extreme) {
    for (int i = 0; i < ROWS * INTEGER_MAX_UNITS; i++)
        numbers->features[i] = (int16_t)(extreme ? between(rng, 0, 1) * 1638 - 819
                                                 : between(rng, -800, 800));
    for (int i = 0; i < INTEGER_MAX_UNITS; i++)
        numbers->sums[0][i] = numbers->sums[1][i] = (int16_t)between(rng, -7, 7);
    for (int i = 0; i < 2 * INTEGER_MAX_UNITS; i++)
        numbers->x[0][i] = (uint8_t)(extreme ? 127 : between(rng, 0, 127));
    for (int i = 0; i < ROWS * 2 * INTEGER_MAX_UNITS; i++)
        numbers->weights[i] =
            (int8_t)(extreme ? between(rng, 0, 1) * 254 - 127 : between(rng, -127, 127));
    for (int i = 0; i < INTEGER_HIDDEN; i++)
        numbers->bias[i] = between(rng, -(1 << 24), 1 << 24) >> between(rng, 0, 20);
    for (int i = 0; i < ROWS; i++)
        numbers->rows[i] = (uint16_t)between(rng, 0, ROWS - 1);
}

static void compare_kernels(const integer_kernels_t *kernels, numbers_t *n, int units,
                            int count) {
    const integer_kernels_t *each[] = {integer_kernels_of(INTEGER_KERNELS_PLAIN),
                                       kernels};
    size_t both = 2 * (size_t)units;
    for (int k = 0; k < 2; k++) {
        each[k]->add(n->sums[k], n->features, units, n->rows, count);
        each[k]->subtract(n->sums[k], n->features, units, n->rows + count / 2, count / 3);
    }
    assert_memory_equal(n->sums[0], n->sums[1], (size_t)units * sizeof(int16_t));
    for (int k = 0; k < 2; k++) {
        each[k]->hidden(n->weights, n->bias, (int)both, n->x[0], n->hidden[k]);
        each[k]->dots(n->weights, (int)both, n->rows, count, n->x[0], n->out[k]);
    }
    assert_memory_equal(n->hidden[0], n->hidden[1], sizeof n->hidden[0]);
    assert_memory_equal(n->out[0], n->out[1], (size_t)count * sizeof(int32_t));
    for (int k = 0; k < 2; k++)
        each[k]->dots(n->weights, INTEGER_HIDDEN, n->rows, count, n->x[0], n->out[k]);
    assert_memory_equal(n->out[0], n->out[1], (size_t)count * sizeof(int32_t));
    for (int k = 0; k < 2; k++)
        each[k]->activate(n->sums[0], units, n->x[k]);
    assert_memory_equal(n->x[0], n->x[1], (size_t)units);
}

static void test_kernels_are_the_same(void **unused) {
    (void)unused;
    numbers_t *numbers = aligned_alloc(64, sizeof *numbers);
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    assert_non_null(numbers);
    for (int kind = 1; kind < INTEGER_KERNELS_COUNT; kind++) {
        const integer_kernels_t *kernels =
            integer_kernels_of((integer_kernels_kind_t)kind);
        if (!kernels) {
            print_message("[  SKIPPED ] kernels %d: not on this processor\n", kind);
            continue;
        }
        for (int u = 0; u < UNITS; u++)
            for (int count = 0; count < ROWS - 1; count++) {
                draw_numbers(numbers, &rng, count % 4 == 3);
                compare_kernels(kernels, numbers, all_units[u], count);
            }
    }
    free(numbers);
}

/* FULCRUM_KERNELS limits them. */
static void test_kernels_are_bounded(void **unused) {
    (void)unused;
    const integer_kernels_t *best = integer_kernels_best();
    setenv("FULCRUM_KERNELS", "plain", 1);
    assert_string_equal(integer_kernels_best()->name, "plain");
    setenv("FULCRUM_KERNELS", "avx2", 1);
    assert_ptr_equal(integer_kernels_best(),
                     integer_kernels_of(INTEGER_KERNELS_AVX2)
                         ? integer_kernels_of(INTEGER_KERNELS_AVX2)
                         : integer_kernels_of(INTEGER_KERNELS_PLAIN));
    unsetenv("FULCRUM_KERNELS");
    assert_ptr_equal(integer_kernels_best(), best);
}

/* --- Evaluations -------------------------------------------------------------------- */

static void compare_evaluation(const game_t *game, const integer_network_t *network,
                               integer_inference_t *inference, const state_t *state,
                               naive_integer_t *naive, evaluation_t *evaluation) {
    action_t actions[GAME_MAX_LEGAL];
    int player = game_player(game, state);
    naive_integer_run(network, game, state, naive);
    integer_inference_run(inference, state, evaluation);
    assert_int_equal(evaluation->count, naive->count);
    assert_int_equal(game_legal(game, state, actions), naive->count);
    assert_int_equal(evaluation->bounds, BOUNDS_NONE);
    assert_int_equal(value_for_player(player, evaluation->value), naive->value);
    for (int i = 0; i < INTEGER_RESULTS; i++)
        assert_int_equal(integer_inference_result(inference)[i], naive->result[i]);
    for (int i = 0; i < naive->count; i++) {
        assert_int_equal(evaluation->actions[i], actions[i]);
        assert_int_equal(integer_inference_policy(inference)[i], naive->policy[i]);
        assert_int_equal(evaluation->priors[i], naive->priors[i]);
    }
}

/* All variants, with positions in game order and jumping between them, with each
 * instruction set. */
static void test_evaluations_are_the_naive_ones(void **unused) {
    (void)unused;
    enum { POSITIONS = 12 };
    naive_integer_t *naive = memory_new(1, sizeof *naive);
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    int most = test_effort(POSITIONS);
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        integer_network_t *network = make(game, all_units[v % 3], (uint64_t)v);
        for (int kind = 0; kind < INTEGER_KERNELS_COUNT; kind++) {
            const integer_kernels_t *kernels =
                integer_kernels_of((integer_kernels_kind_t)kind);
            if (!kernels)
                continue;
            integer_inference_t *inference =
                integer_inference_new(network, game, kernels);
            for (int i = 0; i < most; i++) {
                state_t state;
                if (test_random_position(game, 61, (uint64_t)(i / 4), 1 + 5 * (i % 4),
                                         &state) &&
                    !game_outcome(game, &state).over)
                    compare_evaluation(game, network, inference, &state, naive,
                                       evaluation);
            }
            integer_inference_free(inference);
        }
        integer_network_free(network);
        game_free(game);
    }
    free(naive);
    free(evaluation);
}

static int8_t *bytes_of(integer_network_t *network, integer_tensor_name_t name) {
    return network->weights.tensors[name].values;
}

/* A bias fills unit 0 of both sides: x = 127 there. The first hidden unit is 127 * 64 /
 * 64 = 127, so that the logit of a win is 127 * 64 = 4 * 2032, and those of a draw and a
 * loss are 0. The first of the legal actions has a logit of 127 * 127 by the mover's
 * unit, the second one of half an INTEGER_LOGIT_ONE by its bias. */
static void test_a_case_by_hand(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    integer_network_t *network = integer_network_new(game, 64, &error);
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    state_t state = {0};
    game_start(game, &state);
    assert_int_equal(game_legal(game, &state, evaluation->actions), 6);
    size_t first = evaluation->actions[0], second = evaluation->actions[1];
    ((int16_t *)network->weights.tensors[INTEGER_FEATURES_BIAS].values)[0] = 300;
    bytes_of(network, INTEGER_HIDDEN_WEIGHT)[0] = 64;
    bytes_of(network, INTEGER_VALUE_WEIGHT)[0] = 64;
    bytes_of(network, INTEGER_POLICY_WEIGHT)[first * 128] = 127;
    ((int32_t *)network->weights.tensors[INTEGER_POLICY_BIAS].values)[second] = 1016;
    integer_network_settle(network);
    integer_inference_t *inference =
        integer_inference_new(network, game, integer_kernels_best());
    integer_inference_run(inference, &state, evaluation);
    assert_int_equal(integer_inference_result(inference)[0], 8128);
    assert_int_equal(integer_inference_result(inference)[1], 0);
    assert_int_equal(integer_inference_policy(inference)[0], 16129);
    assert_int_equal(integer_inference_policy(inference)[1], 1016);
    assert_int_equal(integer_inference_policy(inference)[2], 0);
    /* (1 + exp(-4) / 2) / (1 + 2 exp(-4)) of 4096, South to move */
    assert_int_equal(evaluation->value, 3987);
    /* 7.9375 = 16129 / 2032 above those of logit 0: 1 / (1 + exp(-7.4375) + 4
     * exp(-7.9375)) of 65535 */
    assert_int_equal(evaluation->priors[0], 65403);
    assert_int_equal(evaluation->priors[1], 38);
    assert_int_equal(evaluation->priors[2], 23);
    integer_inference_free(inference);
    integer_network_free(network);
    free(evaluation);
    game_free(game);
}

static void test_exponentials(void **unused) {
    (void)unused;
    uint32_t exps[INTEGER_EXPS];
    integer_fill_exps(exps);
    assert_int_equal(exps[0], 1 << 24);
    for (int i = 0; i < INTEGER_EXPS; i++) /* rounded down at each step */
        assert_true(fabs(exps[i] - exp(-i / 32.0) * (1 << 24)) < 1 + i * 0.05 + i);
    assert_int_equal(exps[32], 6171984);
    for (int32_t distance = 0; distance < 40000; distance += 7) {
        int64_t index = ((int64_t)distance * 32 + 1016) / 2032;
        assert_int_equal(integer_exp(exps, distance), index < 512 ? exps[index] : 0);
        assert_true(fabs(integer_exp(exps, distance) / (double)(1 << 24) -
                         exp(-distance / 2032.0)) < 0.017);
    }
    assert_int_equal(integer_exp(exps, 1 << 27), 0);
}

/* --- Weights ------------------------------------------------------------------------ */

static void test_sums_that_overflow_are_refused(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    integer_network_t *network = integer_network_new(game, 64, &error);
    int16_t *weights = network->weights.tensors[INTEGER_FEATURES_WEIGHT].values;
    int16_t *bias = network->weights.tensors[INTEGER_FEATURES_BIAS].values;
    int most = network->rows->most;
    assert_true(most > 4 && most < network->rows->features);
    for (int f = 0; f < network->rows->features; f++)
        weights[f * 64 + 63] = (int16_t)(f % 2 ? -100 : 100);
    bias[63] = (int16_t)(INT16_MAX - 100 * most);
    assert_true(integer_network_check(network, &error));
    bias[63]++;
    assert_false(integer_network_check(network, &error));
    assert_non_null(strstr(error.message, "unit 63, could add up to 32768"));
    bias[63] = 0;
    bytes_of(network, INTEGER_POLICY_WEIGHT)[5] = -128;
    assert_false(integer_network_check(network, &error));
    assert_non_null(strstr(error.message, "\"policy.weight\" holds -128"));
    bytes_of(network, INTEGER_POLICY_WEIGHT)[5] = -127;
    ((int32_t *)network->weights.tensors[INTEGER_VALUE_BIAS].values)[2] =
        INTEGER_MAX_BIAS + 1;
    assert_false(integer_network_check(network, &error));
    assert_null(integer_network_new(game, 96, &error));
    assert_non_null(strstr(error.message, "multiples of 64"));
    integer_network_free(network);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_are_the_same),
        cmocka_unit_test(test_kernels_are_bounded),
        cmocka_unit_test(test_evaluations_are_the_naive_ones),
        cmocka_unit_test(test_a_case_by_hand),
        cmocka_unit_test(test_exponentials),
        cmocka_unit_test(test_sums_that_overflow_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
