/* Integer networks: the kernels of all instruction sets against a naive one, a case
 * worked out by hand, the softmax, and bounds. */
#include "mcts/evaluate/integer/integer_inference.h"
#include "tests/support/unit.h"

#include "core/game/features.h"
#include "mcts/evaluate/integer/integer_transfer.h"
#include "mcts/evaluate/weights_file.h"
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

/* --- Several variants --------------------------------------------------------------- */

/* A network of one variant whose weights are those that a network of several has for it:
 * rules are part of the bias, rows are found by texts. */
static integer_network_t *alone(const integer_network_t *shared, const game_t *game) {
    const variant_rows_t *rows =
        &shared->rows->variants[integer_rows_find(shared->rows, game)];
    const int units = shared->units;
    integer_network_t *network = integer_network_new(game, units, NULL);
    const tensor_t *from = shared->weights.tensors, *to = network->weights.tensors;
    for (int i = 0; i < INTEGER_TENSORS; i++)
        if (from[i].count == to[i].count)
            for (size_t k = 0; k < to[i].count; k++)
                tensor_set(&to[i], k, (int32_t)tensor_word(&from[i], k));
    const int16_t *weights = integer_network_values(shared, INTEGER_FEATURES_WEIGHT);
    int16_t *bias = to[INTEGER_FEATURES_BIAS].values;
    for (int i = 0; i < rows->num_rules; i++)
        for (int unit = 0; unit < units; unit++)
            bias[unit] = (int16_t)(bias[unit] + weights[rows->rules[i] * units + unit]);
    int16_t *own = to[INTEGER_FEATURES_WEIGHT].values;
    for (int f = 0; f < features_count(game); f++)
        memcpy(own + f * units, weights + rows->features[0][f] * units,
               (size_t)units * sizeof *own);
    for (int a = 0; a < game->num_actions; a++) {
        memcpy(bytes_of(network, INTEGER_POLICY_WEIGHT) + a * 2 * units,
               (int8_t *)from[INTEGER_POLICY_WEIGHT].values +
                   rows->actions[0][a] * 2 * units,
               (size_t)(2 * units));
        ((int32_t *)to[INTEGER_POLICY_BIAS].values)[a] =
            ((int32_t *)from[INTEGER_POLICY_BIAS].values)[rows->actions[0][a]];
    }
    integer_network_settle(network);
    return network;
}

static void compare_evaluations(const integer_network_t *a, const integer_network_t *b,
                                const game_t *game) {
    integer_inference_t *one = integer_inference_new(a, game, integer_kernels_best()),
                        *other = integer_inference_new(b, game, integer_kernels_best());
    evaluation_t *by_one = memory_new(1, sizeof *by_one),
                 *by_other = memory_new(1, sizeof *by_other);
    for (uint64_t i = 0; i < 40; i++) {
        state_t state;
        if (!test_random_position(game, 3, i, (int)i / 4, &state) ||
            game_outcome(game, &state).over)
            continue;
        integer_inference_run(one, &state, by_one);
        integer_inference_run(other, &state, by_other);
        assert_int_equal(by_one->count, by_other->count);
        assert_int_equal(by_one->value, by_other->value);
        assert_memory_equal(by_one->priors, by_other->priors,
                            (size_t)by_one->count * sizeof *by_one->priors);
    }
    integer_inference_free(one);
    integer_inference_free(other);
    free(by_one);
    free(by_other);
}

static void test_several_variants(void **unused) {
    (void)unused;
    static const test_variant_t variants[] = {
        {"cascade", "size=4 direction=both swap=true"},
        {"cascade", "size=4"},
        {"cascade", "size=4 swap=true"},
        {"cascade", "size=4 direction=both"}};
    enum { COUNT = sizeof variants / sizeof variants[0] };
    game_t *games[COUNT];
    for (int v = 0; v < COUNT; v++)
        games[v] = test_variant_game(&variants[v]);
    integer_network_t *network =
        integer_network_of_variants((const game_t *const *)games, COUNT, 64, NULL);
    integer_network_randomize(network, 5);
    /* The first has all features but those of rules: two values of two keys. */
    assert_int_equal(network->rows->features, features_count(games[0]) + 4);
    assert_int_equal(network->rows->actions, games[0]->num_actions);
    size_t size;
    unsigned char *bytes = integer_network_write(network, &size);
    weights_t *again = weights_read(bytes, size, NULL);
    assert_int_equal(again->hash, network->weights.hash);
    for (int v = 0; v < COUNT; v++) {
        integer_network_t *single = alone(network, games[v]);
        assert_true(weights_fit(again, games[v], NULL));
        compare_evaluations(integer_network_of(again), single, games[v]);
        integer_network_free(single);
    }
    game_t *larger = test_variant_game(&(test_variant_t){"cascade", "size=5"});
    assert_false(weights_fit(again, larger, NULL));
    failure_t error;
    assert_null(
        integer_network_of_variants((const game_t *[]){games[0], larger}, 2, 64, &error));
    assert_non_null(strstr(error.message, "different boards"));
    weights_free(again);
    free(bytes);
    integer_network_free(network);
    game_free(larger);
    for (int v = 0; v < COUNT; v++)
        game_free(games[v]);
}

/* To itself; to a rule that adds features; to a larger board, where cells keep their
 * places. */
static void test_transfer(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        integer_network_t *network = make(game, 64, 7),
                          *same = integer_transfer(network, (const game_t *[]){game}, 1,
                                                   NULL);
        assert_int_equal(same->weights.hash, network->weights.hash);
        integer_network_free(network);
        integer_network_free(same);
        game_free(game);
    }
    game_t *plain = test_variant_game(&(test_variant_t){"seesaw", "size=4"}),
           *swap = test_variant_game(&(test_variant_t){"seesaw", "size=4 swap=true"}),
           *larger = test_variant_game(&(test_variant_t){"seesaw", "size=5"});
    integer_network_t *network = make(plain, 64, 7),
                      *to_swap =
                          integer_transfer(network, (const game_t *[]){swap}, 1, NULL),
                      *back =
                          integer_transfer(to_swap, (const game_t *[]){plain}, 1, NULL),
                      *to_larger =
                          integer_transfer(network, (const game_t *[]){larger}, 1, NULL);
    assert_int_equal(back->weights.hash, network->weights.hash);
    /* The middle cells, d4 and e5, are the same place. */
    const int16_t *from = integer_network_values(network, INTEGER_FEATURES_WEIGHT),
                  *to = integer_network_values(to_larger, INTEGER_FEATURES_WEIGHT);
    int found = 0;
    for (int f = 0; f < features_count(plain); f++)
        for (int g = 0; g < features_count(larger); g++) {
            char one[128], other[128];
            text_t a = text_into(one, sizeof one), b = text_into(other, sizeof other);
            features_meaning(plain, f, &a);
            features_meaning(larger, g, &b);
            if (strcmp(one, "own stack of size 1, d4") != 0 ||
                strcmp(other, "own stack of size 1, e5") != 0)
                continue;
            assert_memory_equal(from + (size_t)f * 64, to + (size_t)g * 64, 128);
            found++;
        }
    assert_int_equal(found, 1);
    integer_network_free(network);
    integer_network_free(to_swap);
    integer_network_free(back);
    integer_network_free(to_larger);
    game_free(plain);
    game_free(swap);
    game_free(larger);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_are_the_same),
        cmocka_unit_test(test_kernels_are_bounded),
        cmocka_unit_test(test_evaluations_are_the_naive_ones),
        cmocka_unit_test(test_a_case_by_hand),
        cmocka_unit_test(test_exponentials),
        cmocka_unit_test(test_sums_that_overflow_are_refused),
        cmocka_unit_test(test_several_variants),
        cmocka_unit_test(test_transfer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
