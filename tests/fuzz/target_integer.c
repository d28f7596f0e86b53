/* Files of integer networks: valid HDF5 files (the library trusts what it reads) whose
 * contents may be wrong. An input: game and variant (two bytes), units (a byte), then
 * changes made before the file is written, each a letter and its operands:
 *   t  tensor, place (two bytes), value (four bytes): a weight
 *   h  sets the hash to that of the current weights
 * and then edits of the file (fuzz_hdf5.h), the datasets being the tensors.
 * An accepted network evaluates positions without overflow. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_hdf5.h"

#include "core/base/files/foreign_hdf5.h"
#include "mcts/evaluate/integer/integer_inference.h"

#include <stdlib.h>

static void set_value(const integer_tensor_t *tensor, size_t at, int32_t value) {
    at %= tensor->count;
    if (tensor->bytes == 1)
        ((int8_t *)tensor->values)[at] = (int8_t)value;
    else if (tensor->bytes == 2)
        ((int16_t *)tensor->values)[at] = (int16_t)value;
    else
        ((int32_t *)tensor->values)[at] = value;
}

/* Changes weights before the file is written; the hash stays unless the input says
 * otherwise. */
static void edit_weights(fuzz_input_t *input, integer_network_t *network) {
    while (input->size > 0 && (*input->data == 't' || *input->data == 'h')) {
        if (fuzz_take_byte(input) == 'h') {
            integer_network_settle(network);
            continue;
        }
        int tensor = fuzz_take_byte(input) % INTEGER_TENSORS;
        size_t at = (size_t)fuzz_take_number(input, 2);
        uint32_t value = (uint32_t)fuzz_take_number(input, 4);
        set_value(&network->tensors[tensor], at, (int32_t)value);
    }
}

/* --- Invariants --------------------------------------------------------------------- */

static void check_accepted(const integer_network_t *network, const game_t *game) {
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    integer_inference_t *inference =
        integer_inference_new(network, game, integer_kernels_best());
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    state_t state = {0};
    game_start(game, &state);
    for (int i = 0; i < 8 && !game_outcome(game, &state).over; i++) {
        integer_inference_run(inference, &state, evaluation);
        REQUIRE(evaluation->value <= 4096);
        game_apply(game, &state,
                   evaluation->actions[pcg32_below(&rng, (uint32_t)evaluation->count)]);
    }
    integer_inference_free(inference);
    free(evaluation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST_UNITS_STEPS = 2 };
    fuzz_input_t input = {data, size};
    failure_t error = {""};
    foreign_hdf5_stay();
    const game_t *game = fuzz_take_game(&input);
    int units = INTEGER_UNITS_STEP * (1 + fuzz_take_byte(&input) % MOST_UNITS_STEPS);
    integer_network_t *network = integer_network_new(game, units, &error);
    REQUIRE(network);
    const char *path = fuzz_path("integer.h5"), *names[INTEGER_TENSORS];
    for (int i = 0; i < INTEGER_TENSORS; i++)
        names[i] = network->tensors[i].name;
    edit_weights(&input, network);
    REQUIRE(integer_network_write(network, path, &error));
    fuzz_edit_hdf5(path, &input, names, INTEGER_TENSORS);
    integer_network_t *read = integer_network_read(path, &error);
    REQUIRE(!read == (error.message[0] != 0));
    if (read) {
        REQUIRE(integer_network_check(read, &error));
        REQUIRE(read->hash == integer_network_find_hash(network));
        if (integer_network_fits(read, game, NULL))
            check_accepted(read, game);
    }
    integer_network_free(read);
    integer_network_free(network);
    return 0;
}
