/* Weights files. An input: which file (a byte: a convolutional network, an integer
 * network, the rest of the input itself), then changes: place (two bytes), the number
 * added to the byte there. The files have no hash, so that changes of weights are
 * accepted; an accepted network evaluates positions. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_hdf5.h"

#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/tree/value.h"
#include "tests/support/variants.h"
#include "tests/support/weights_writer.h"

#include <stdlib.h>

enum { CONVOLUTIONAL, INTEGER, RAW, KINDS };

static struct {
    unsigned char *bytes;
    size_t size;
} originals[RAW];

static void keep(const weights_t *weights, int kind) {
    const char *path = fuzz_path("weights.safetensors");
    cJSON *header = test_weights_header(weights);
    test_weights_set(header, "hash", NULL);
    test_weights_write_with(weights, header, path);
    originals[kind].bytes = fuzz_read_file(path, &originals[kind].size);
}

static void set_up(void) {
    static const architecture_t smallest = {
        .channels = 16, .blocks = 1, .pool_every = 1, .hidden = 1, .pair_size = 16};
    if (originals[CONVOLUTIONAL].bytes)
        return;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=2"});
    network_t *network = network_new(game->class, &smallest, NULL);
    integer_network_t *integer = integer_network_new(game, 64, NULL);
    REQUIRE(network && integer);
    keep(&network->weights, CONVOLUTIONAL);
    keep(&integer->weights, INTEGER);
    integer_network_free(integer);
    network_free(network);
    game_free(game);
}

/* Evaluates some positions of the variant: values must be from 0 to 1. */
static void check_accepted(const weights_t *weights) {
    evaluator_choice_t choice = {
        .kind = EVALUATOR_GIVEN, .given = weights->class, .network.opened = weights};
    leaf_t *leaf = memory_new(1, sizeof *leaf);
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=2"});
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    game_start(game, &leaf->state);
    choice.network.instructions = weights->class->is_exact ? 0 : INSTRUCTIONS_PORTABLE;
    if (weights_fit(weights, game, NULL) &&
        evaluator_choice_bind(&choice, game, "fuzz", NULL)) {
        evaluator_t *evaluator = evaluator_choice_make(&choice, game, 1);
        for (int i = 0; i < 4 && !game_outcome(game, &leaf->state).over; i++) {
            const evaluation_t *to = &leaf->evaluation;
            evaluator_run(evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
            REQUIRE(to->value <= VALUE_ONE && to->count > 0);
            game_apply(game, &leaf->state,
                       to->actions[pcg32_below(&rng, (uint32_t)to->count)]);
        }
        evaluator_free(evaluator);
    }
    game_free(game);
    free(leaf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    failure_t error = {""};
    set_up();
    int kind = fuzz_take_byte(&input) % KINDS;
    size_t bytes = kind == RAW ? input.size : originals[kind].size;
    unsigned char *changed = memory_new(bytes, 1);
    if (bytes > 0)
        memcpy(changed, kind == RAW ? input.data : originals[kind].bytes, bytes);
    while (kind != RAW && input.size > 0) {
        size_t place = (size_t)fuzz_take_number(&input, 2) % bytes;
        changed[place] = (unsigned char)(changed[place] + fuzz_take_byte(&input));
    }
    weights_t *weights = weights_read(changed, bytes, &error);
    free(changed);
    REQUIRE(!weights == (error.message[0] != 0));
    if (weights)
        check_accepted(weights);
    weights_free(weights);
    return 0;
}
