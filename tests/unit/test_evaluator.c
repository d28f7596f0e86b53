/* Convolutional networks: against the network in double precision, for every variant and
 * all available instruction sets; the same bits for any batch and any number of threads;
 * the cache. */
#include "mcts/tree/value.h"
#include "tests/support/unit.h"

#include "core/config/choices.h"
#include "mcts/evaluate/convolution/evaluation_cache.h"
#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "tests/naive/naive_network.h"
#include "tests/support/variants.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const architecture_t small = {
    .channels = 32, .blocks = 3, .pool_every = 2, .pair_size = 24, .hidden = 40};

static network_t *random_network(const game_class_t *class, architecture_t architecture,
                                 uint64_t seed) {
    failure_t error;
    if (planes_class_shape(class).pair_heads == 0)
        architecture.pair_size = 0;
    network_t *network = network_new(class, &architecture, &error);
    if (!network)
        fail_msg("%s", error.message);
    network_randomize(network, seed);
    return network;
}

static network_inference_t *inference_or_fail(const network_t *network,
                                              const game_t *game,
                                              network_instructions_t instructions,
                                              int batch) {
    failure_t error;
    network_inference_t *inference =
        network_inference_new(network, game, instructions, batch, &error);
    if (!inference)
        fail_msg("%s", error.message);
    return inference;
}

/* Positions of playouts that are not over. */
static int some_positions(const game_t *game, uint64_t stream, int count,
                          state_t *states) {
    int found = 0;
    for (int i = 0; i < 4 * count && found < count; i++) {
        pcg32_t rng = pcg32_for(stream, (uint64_t)i, 1, PCG_FOR_TEST);
        int num_actions = (int)pcg32_below(&rng, (uint32_t)game->cells);
        if (test_random_position(game, stream, (uint64_t)i, num_actions,
                                 &states[found]) &&
            !game_outcome(game, &states[found]).over)
            found++;
    }
    return found;
}

/* The library has one setting per process: each instruction set is tested in a separate
 * process. `check` ends the process with a message on failure. */
static void with_instructions(void (*check)(network_instructions_t instructions)) {
    int tried = 0;
    for (int i = INSTRUCTIONS_PORTABLE; i < INSTRUCTIONS_COUNT; i++) {
        if (!network_instructions_are_there((network_instructions_t)i))
            continue;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            int instructions = i;
            failure_t error;
            if (!network_instructions_settle(&instructions, "test", &error)) {
                fprintf(stderr, "%s\n", error.message);
                _exit(1);
            }
            check((network_instructions_t)i);
            _exit(0);
        }
        int status = 0;
        assert_true(child > 0 && waitpid(child, &status, 0) == child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("with %s: see above", network_instructions_names[i]);
        tried++;
    }
    print_message("tried %d instruction sets\n", tried);
    assert_true(tried > 0);
}

/* --- Instructions ------------------------------------------------------------------- */

/* Ends the process with a message unless the condition holds. */
static void hold(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "does not hold: %s\n", what);
        _exit(1);
    }
}

static void in_a_child(void (*check)(void)) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        check();
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void check_one_setting(void) {
    failure_t error;
    int first = INSTRUCTIONS_AVX2, other = INSTRUCTIONS_AVX512, any = INSTRUCTIONS_AUTO,
        portable = INSTRUCTIONS_PORTABLE;
    hold(network_instructions_settle(&first, "one", &error), "avx2 is there");
    hold(network_instructions_settle(&any, "two", &error) && any == INSTRUCTIONS_AVX2,
         "auto is what the program has already");
    hold(network_instructions_settle(&portable, "three", &error),
         "portable goes with all");
    hold(!network_instructions_settle(&other, "four", &error) &&
             strstr(error.message, "four: \"network.instructions\" is avx512") &&
             strstr(error.message, "has avx2"),
         "another setting is refused");
}

static void check_bound_of_environment(void) {
    failure_t error;
    int any = INSTRUCTIONS_AUTO;
    setenv("DNNL_MAX_CPU_ISA", "AVX2", 1);
    hold(network_instructions_settle(&any, "environment", &error) &&
             any == INSTRUCTIONS_AVX2,
         "the environment bounds auto");
}

static void check_bound_below_all(void) {
    failure_t error;
    int any = INSTRUCTIONS_AUTO;
    setenv("DNNL_MAX_CPU_ISA", "SSE41", 1);
    hold(network_instructions_settle(&any, "environment", &error) &&
             any == INSTRUCTIONS_PORTABLE,
         "below AVX2 there is portable");
}

static void test_instructions_are_settled(void **unused) {
    (void)unused;
    for (int i = 0; i < INSTRUCTIONS_COUNT; i++)
        assert_int_equal(choice_find(INSTRUCTIONS_CHOICES, network_instructions_names[i]),
                         i);
    assert_true(network_instructions_are_there(INSTRUCTIONS_PORTABLE));
    in_a_child(check_bound_below_all);
    if (!network_instructions_are_there(INSTRUCTIONS_AVX512))
        skip();
    in_a_child(check_one_setting);
    in_a_child(check_bound_of_environment);
}

/* --- Against double precision ------------------------------------------------------- */

static void say_and_stop(const game_t *game, const state_t *state, const char *what,
                         double fast, double expected, const char *instructions) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    fprintf(stderr, "%s: %s %s\nat %s\n%s: %.9g, in double precision %.9g\n",
            instructions, game->class->name, game->variant_text, text, what, fast,
            expected);
    _exit(1);
}

static double compare_position(const game_t *game, const state_t *state,
                               const network_outputs_t *fast,
                               const naive_outputs_t *expected, double tolerance,
                               const char *instructions) {
    double worst = 0;
    if (fast->count != expected->count)
        say_and_stop(game, state, "actions", fast->count, expected->count, instructions);
    for (int i = -3; i < fast->count; i++) {
        double a = (double)(i < 0 ? fast->result[i + 3] : fast->logits[i]);
        double b = i < 0 ? expected->result[i + 3] : expected->logits[i];
        double off = fabs(a - b) / (1 + fabs(b));
        if (!(off <= tolerance))
            say_and_stop(game, state, i < 0 ? "result" : "action", a, b, instructions);
        worst = off > worst ? off : worst;
    }
    return worst;
}

enum { COMPARED = 4 };

/* A random network's outputs in double precision, for each variant. */
typedef struct reference {
    int count;
    state_t states[COMPARED];
    naive_outputs_t expected[COMPARED];
} reference_t;

static reference_t *references; /* one a variant; the same for all instructions */

static network_t *network_of_variant(const game_t *game, int variant) {
    return random_network(game->class, small, (uint64_t)variant);
}

static void find_references(void) {
    references = memory_new((size_t)test_variant_count, sizeof *references);
    for (int v = 0; v < test_variant_count; v++) {
        reference_t *reference = &references[v];
        game_t *game = test_variant_game(&test_variants[v]);
        network_t *network = network_of_variant(game, v);
        reference->count =
            some_positions(game, 21, 1 + test_effort(COMPARED - 1), reference->states);
        for (int i = 0; i < reference->count; i++)
            naive_network(network, game, &reference->states[i], &reference->expected[i]);
        network_free(network);
        game_free(game);
    }
}

static void compare_with_naive(network_instructions_t instructions) {
    bool half =
        instructions == INSTRUCTIONS_AVX512_BF16 || instructions == INSTRUCTIONS_AMX;
    double tolerance = half ? 0.1 : 2e-5, worst = 0;
    network_outputs_t *fast = memory_new(COMPARED, sizeof *fast);
    for (int v = 0; v < test_variant_count; v++) {
        const reference_t *reference = &references[v];
        game_t *game = test_variant_game(&test_variants[v]);
        network_t *network = network_of_variant(game, v);
        network_inference_t *inference =
            inference_or_fail(network, game, instructions, 4);
        const state_t *pointers[COMPARED];
        network_outputs_t *outputs[COMPARED];
        for (int i = 0; i < reference->count; i++) {
            pointers[i] = &reference->states[i];
            outputs[i] = &fast[i];
        }
        network_inference_outputs(inference, pointers, reference->count, outputs);
        for (int i = 0; i < reference->count; i++) {
            double off = compare_position(game, &reference->states[i], &fast[i],
                                          &reference->expected[i], tolerance,
                                          network_instructions_names[instructions]);
            worst = off > worst ? off : worst;
        }
        network_inference_free(inference);
        network_free(network);
        game_free(game);
    }
    fprintf(stderr, "%s: logits off by at most %.2g of 1 + their size\n",
            network_instructions_names[instructions], worst);
    free(fast);
}

static void test_double_precision_agrees(void **unused) {
    (void)unused;
    find_references();
    with_instructions(compare_with_naive);
    free(references);
}

/* --- The same bits ------------------------------------------------------------------ */

enum { MANY = 37 };

/* Evaluates the positions in batches of a size, from the back if `reversed`. */
static void evaluate_in(const network_t *network, const game_t *game,
                        network_instructions_t instructions, int batch, bool reversed,
                        const state_t *states, network_outputs_t *out) {
    network_inference_t *inference =
        inference_or_fail(network, game, instructions, batch);
    const state_t *pointers[MANY];
    network_outputs_t *outputs[MANY];
    for (int i = 0; i < MANY; i++) {
        int at = reversed ? MANY - 1 - i : i;
        pointers[i] = &states[at];
        outputs[i] = &out[at];
    }
    network_inference_outputs(inference, pointers, MANY, outputs);
    network_inference_free(inference);
}

static void hold_equal(const network_outputs_t *a, const network_outputs_t *b,
                       const char *what) {
    for (int i = 0; i < MANY; i++)
        if (memcmp(a[i].result, b[i].result, sizeof a[i].result) != 0 ||
            a[i].count != b[i].count ||
            memcmp(a[i].logits, b[i].logits, (size_t)a[i].count * sizeof(float)) != 0) {
            fprintf(stderr, "%s: position %d comes out otherwise\n", what, i);
            _exit(1);
        }
}

static void check_same_bits(network_instructions_t instructions) {
    static const int batches[] = {1, 2, 3, 8, 32, 128};
    static const char *const games[][2] = {
        {"seesaw", "size=5"}, {"situ", "order=7 grid=diagonal"}, {"seega", "size=7"}};
    int channels = test_effort(100) < 10 ? 32 : 64;
    architecture_t architecture = {channels, 4, 3, 32, 64};
    network_outputs_t *first = memory_new(MANY, sizeof *first);
    network_outputs_t *again = memory_new(4 * MANY, sizeof *again);
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        game_t *game = test_variant_game(&(test_variant_t){games[g][0], games[g][1]});
        network_t *network = random_network(game->class, architecture, 5);
        state_t states[MANY];
        if (some_positions(game, 22, MANY, states) != MANY)
            _exit(1);
        evaluate_in(network, game, instructions, 8, false, states, first);
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
            evaluate_in(network, game, instructions, batches[b], b % 2 == 0, states,
                        again);
            hold_equal(first, again, "another batch");
        }
        omp_set_num_threads(3);
        evaluate_in(network, game, instructions, 8, true, states, again);
        hold_equal(first, again, "with three threads allowed");
#pragma omp parallel num_threads(4)
        evaluate_in(network, game, instructions, 1 << omp_get_thread_num(), false, states,
                    again + omp_get_thread_num() * MANY);
        for (int t = 0; t < 4; t++)
            hold_equal(first, again + t * MANY, "beside other evaluators");
        network_free(network);
        game_free(game);
    }
    free(first);
    free(again);
}

static void test_batch_and_threads_change_no_bit(void **unused) {
    (void)unused;
    with_instructions(check_same_bits);
}

/* Portable results are bit-identical on every machine. */
static void test_portable_bits_are_known(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=4"});
    network_t *network = random_network(game->class, small, 1);
    network_inference_t *inference =
        inference_or_fail(network, game, INSTRUCTIONS_PORTABLE, 1);
    state_t start = {0};
    const state_t *pointer = &start;
    network_outputs_t *outputs = memory_new(1, sizeof *outputs);
    game_start(game, &start);
    network_inference_outputs(inference, &pointer, 1, &outputs);
    uint64_t hash = network->weights.hash;
    for (int i = -3; i < outputs->count; i++) {
        uint32_t bits;
        memcpy(&bits, i < 0 ? &outputs->result[i + 3] : &outputs->logits[i], sizeof bits);
        hash = mix64(hash ^ bits);
    }
    assert_int_equal(hash, UINT64_C(0xa7da5225b46f6060));
    free(outputs);
    network_inference_free(inference);
    network_free(network);
    game_free(game);
}

/* --- What is made of logits --------------------------------------------------------- */

static void test_evaluations_are_probabilities(void **unused) {
    (void)unused;
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    network_outputs_t *outputs = memory_new(1, sizeof *outputs);
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        network_t *network = random_network(game->class, small, 3);
        network_inference_t *inference =
            inference_or_fail(network, game, INSTRUCTIONS_PORTABLE, 1);
        state_t state = {0};
        const state_t *pointer = &state;
        game_start(game, &state);
        network_inference_run(inference, &pointer, 1, &evaluation);
        network_inference_outputs(inference, &pointer, 1, &outputs);
        network_chances_t chances = network_chances(outputs);
        double sum = 0, e[3];
        for (int i = 0; i < 3; i++)
            sum += e[i] = exp((double)outputs->result[i]);
        for (int i = 0; i < 3; i++)
            assert_true(fabs((double)chances.result[i] - e[i] / sum) < 1e-6);
        assert_true(fabs((double)chances.score - (e[0] + e[1] / 2) / sum) < 1e-6);
        double value = value_for_player(game_player(game, &state), evaluation->value);
        assert_true(fabs(value - VALUE_ONE * (double)chances.score) <= 0.5 + 1e-6);
        assert_int_equal(evaluation->bounds, BOUNDS_NONE);
        double all = 0, shares = 0;
        for (int i = 0; i < outputs->count; i++)
            all += exp((double)outputs->logits[i]);
        for (int i = 0; i < outputs->count; i++) {
            double share = exp((double)outputs->logits[i]) / all;
            assert_true(fabs(evaluation->priors[i] / 65535.0 - share) < 1.0 / 65535);
            shares += evaluation->priors[i] / 65535.0;
        }
        assert_true(fabs(shares - 1) < 0.02);
        network_inference_free(inference);
        network_free(network);
        game_free(game);
    }
    free(evaluation);
    free(outputs);
}

/* --- The cache ---------------------------------------------------------------------- */

static bool same_evaluation(const evaluation_t *a, const evaluation_t *b) {
    size_t count = (size_t)a->count;
    return a->count == b->count && a->value == b->value && a->bounds == b->bounds &&
           memcmp(a->actions, b->actions, count * sizeof(action_t)) == 0 &&
           memcmp(a->priors, b->priors, count * sizeof(uint16_t)) == 0;
}

/* A made-up evaluation, unique to this state. */
static void make_up(const game_t *game, const state_t *state, evaluation_t *evaluation) {
    uint64_t hash = game_hash(game, state);
    evaluation->value = (uint32_t)(hash % VALUE_ONE);
    evaluation->bounds = (bounds_t)(hash >> 40 & 7);
    evaluation->count = game_legal(game, state, evaluation->actions);
    for (int i = 0; i < evaluation->count; i++)
        evaluation->priors[i] = (uint16_t)mix64(hash + (uint64_t)i);
}

/* Far more is stored than fits; an entry found is the one stored for that state. */
static void test_cache_gives_the_right_positions(void **unused) {
    (void)unused;
    static const size_t sizes[] = {0, 1000, 20000, 1 << 20};
    evaluation_t *made = memory_new(1, sizeof *made),
                 *found = memory_new(1, sizeof *found);
    for (int v = 0; v < test_variant_count; v += 5) {
        game_t *game = test_variant_game(&test_variants[v]);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            evaluation_cache_t cache;
            int hits = 0, tries = 0;
            evaluation_cache_init(&cache, game, sizes[s]);
            for (int round = 0; round < 600; round++) {
                state_t state;
                pcg32_t rng = pcg32_for(31, (uint64_t)round, 2, PCG_FOR_TEST);
                int num_actions = (int)pcg32_below(&rng, 12);
                if (!test_random_position(game, 31, (uint64_t)(round % 200), num_actions,
                                          &state) ||
                    game_outcome(game, &state).over)
                    continue;
                make_up(game, &state, made);
                tries++;
                if (evaluation_cache_find(&cache, &state, found)) {
                    hits++;
                    assert_true(same_evaluation(made, found));
                } else {
                    evaluation_cache_add(&cache, &state, made);
                    assert_int_equal(evaluation_cache_find(&cache, &state, found),
                                     cache.capacity > 0);
                }
            }
            if (sizes[s] == 0)
                assert_int_equal(hits, 0);
            if (sizes[s] == 1 << 20)
                assert_true(hits > tries / 20);
            evaluation_cache_clear(&cache);
        }
        game_free(game);
    }
    free(made);
    free(found);
}

/* The leaves with which a place is refilled. */
typedef struct refills {
    leaf_t *leaf, *next; /* next NULL: no more */
    int count;
} refills_t;

static bool refill(void *context, int i) {
    refills_t *refills = context;
    (void)i;
    refills->count++;
    refills->leaf = refills->next;
    refills->next = NULL;
    return refills->leaf != NULL;
}

/* A cached leaf is answered at once and its place refilled; the last is not. */
static void test_evaluator_uses_its_cache(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"situ", "order=4"});
    network_t *network = random_network(game->class, small, 9);
    const evaluator_choice_t choice = {.kind = EVALUATOR_GIVEN,
                                       .given = &convolution_evaluator,
                                       .network = {.instructions = INSTRUCTIONS_PORTABLE,
                                                   .cache_mb = 1,
                                                   .opened = &network->weights}};
    evaluator_t *evaluator = evaluator_choice_make(&choice, game, 2);
    leaf_t *leaves = memory_new(3, sizeof *leaves);
    refills_t refills = {.leaf = &leaves[0]};
    leaf_batch_t batch = {
        .leaves = &refills.leaf, .count = 1, .refill = refill, .context = &refills};
    for (int i = 0; i < 3; i++)
        game_start(game, &leaves[i].state);
    evaluator_run(evaluator, &batch);
    assert_int_equal(refills.count, 0);
    game_apply(game, &leaves[2].state, leaves[0].evaluation.actions[0]);
    refills = (refills_t){.leaf = &leaves[1], .next = &leaves[2]};
    evaluator_run(evaluator, &batch);
    assert_int_equal(refills.count, 1);
    assert_true(same_evaluation(&leaves[0].evaluation, &leaves[1].evaluation));
    assert_true(leaves[2].evaluation.count > 0);
    free(leaves);
    evaluator_free(evaluator);
    network_free(network);
    game_free(game);
}

static void test_foreign_game_is_refused(void **unused) {
    (void)unused;
    failure_t error;
    network_t *network = random_network(game_class_find("seesaw", &error), small, 12);
    game_t *game = test_variant_game(&(test_variant_t){"cascade", "size=4"});
    assert_null(network_inference_new(network, game, INSTRUCTIONS_PORTABLE, 1, &error));
    assert_non_null(strstr(error.message, "plays seesaw, not cascade"));
    game_free(game);
    network_free(network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions_are_settled),
        cmocka_unit_test(test_double_precision_agrees),
        cmocka_unit_test(test_batch_and_threads_change_no_bit),
        cmocka_unit_test(test_portable_bits_are_known),
        cmocka_unit_test(test_evaluations_are_probabilities),
        cmocka_unit_test(test_cache_gives_the_right_positions),
        cmocka_unit_test(test_evaluator_uses_its_cache),
        cmocka_unit_test(test_foreign_game_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
