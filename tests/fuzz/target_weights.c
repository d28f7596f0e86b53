/* Files of convolutional networks: valid HDF5 files whose contents may be wrong. An
 * input: game, pooling (a byte each), then changes made before the file is written, each
 * a letter and its operands:
 *   t  tensor (two bytes), place (two bytes), value (four bytes, IEEE): a weight
 *   h  sets the hash to that of the current weights
 * and then edits of the file (fuzz_hdf5.h), the datasets being the tensors.
 * An accepted network has finite weights and evaluates positions. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_hdf5.h"

#include "core/base/files/foreign_hdf5.h"
#include "core/game/planes.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/tree/value.h"

#include <math.h>
#include <stdlib.h>

static network_t *make_network(fuzz_input_t *input) {
    failure_t error;
    const game_class_t *class = game_classes[fuzz_take_byte(input) % game_class_count];
    if (!class->networks.planes)
        class = game_classes[0];
    bool has_pairs = planes_class_shape(class).pair_heads > 0;
    architecture_t architecture = {.channels = 16,
                                   .blocks = 1,
                                   .pool_every = fuzz_take_byte(input) % 2,
                                   .pair_size = has_pairs ? 16 : 0,
                                   .hidden = 16};
    network_t *network = network_new(class, &architecture, &error);
    REQUIRE(network);
    return network;
}

static void edit_weights(fuzz_input_t *input, network_t *network) {
    network->hash = network_find_hash(network);
    while (input->size > 0 && (*input->data == 't' || *input->data == 'h')) {
        if (fuzz_take_byte(input) == 'h') {
            network->hash = network_find_hash(network);
            continue;
        }
        const tensor_t *tensor =
            &network
                 ->tensors[fuzz_take_number(input, 2) % (uint64_t)network->num_tensors];
        size_t at = (size_t)fuzz_take_number(input, 2) % tensor->count;
        uint32_t value = (uint32_t)fuzz_take_number(input, 4);
        memcpy(&tensor->values[at], &value, sizeof value);
    }
}

static void check_finite(const network_t *network) {
    for (int i = 0; i < network->num_tensors; i++)
        for (size_t j = 0; j < network->tensors[i].count; j++)
            REQUIRE(isfinite(network->tensors[i].values[j]));
}

/* Evaluates some positions: values must be from 0 to 1. */
static void check_evaluation(const network_t *network) {
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    failure_t error;
    game_t *game = game_new(network->class->name, NULL, 0, &error);
    network_inference_t *inference =
        network_inference_new(network, game, INSTRUCTIONS_PORTABLE, 1, &error);
    REQUIRE(inference);
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    state_t state = {0};
    game_start(game, &state);
    for (int i = 0; i < 4 && !game_outcome(game, &state).over; i++) {
        const state_t *const states[] = {&state};
        network_inference_run(inference, states, 1, &evaluation);
        REQUIRE(evaluation->value <= VALUE_ONE);
        REQUIRE(evaluation->count > 0);
        game_apply(game, &state,
                   evaluation->actions[pcg32_below(&rng, (uint32_t)evaluation->count)]);
    }
    network_inference_free(inference);
    game_free(game);
    free(evaluation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    failure_t error = {""};
    foreign_hdf5_stay();
    network_t *network = make_network(&input);
    const char *path = fuzz_path("weights.h5");
    const char **names = memory_new((size_t)network->num_tensors, sizeof *names);
    for (int i = 0; i < network->num_tensors; i++)
        names[i] = network->tensors[i].name;
    edit_weights(&input, network);
    REQUIRE(network_write(network, path, &error));
    fuzz_edit_hdf5(path, &input, names, network->num_tensors);
    network_t *read = network_read(path, &error);
    REQUIRE(!read == (error.message[0] != 0));
    if (read) {
        check_finite(read);
        check_evaluation(read);
        REQUIRE(read->hash == network_find_hash(read));
    }
    network_free(read);
    network_free(network);
    free(names);
    return 0;
}
