/* Files of integer networks: whole HDF5 files (the library trusts what it reads) with
 * contents that may be wrong. An input: game and variant (two bytes), units (a byte),
 * then edits, each a letter and what it needs; t and h come first:
 *   t  tensor, place (two bytes), value (four bytes): a weight
 *   h  the hash is that of the weights so far
 *   n  NAME=NUMBER newline: an attribute that is a number
 *   a  NAME=TEXT newline: a text
 *   s  tensor, rows, columns (a byte each): a tensor of another shape
 *   d  tensor: it is taken out
 * What is accepted evaluates positions without an overflow. */
#include "tests/fuzz/fuzz.h"

#include "core/base/files/hdf5_attributes.h"
#include "mcts/evaluate/integer/integer_inference.h"

#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/fulcrum-fuzz-integer-XXXXXX";

static void remove_file(void) {
    unlink(path);
}

static void make_path(void) {
    static bool made = false;
    if (made)
        return;
    int file = mkstemp(path);
    REQUIRE(file >= 0);
    close(file);
    atexit(remove_file);
    made = true;
}

static void set_value(const integer_tensor_t *tensor, size_t at, int32_t value) {
    at %= tensor->count;
    if (tensor->bytes == 1)
        ((int8_t *)tensor->values)[at] = (int8_t)value;
    else if (tensor->bytes == 2)
        ((int16_t *)tensor->values)[at] = (int16_t)value;
    else
        ((int32_t *)tensor->values)[at] = value;
}

/* --- Edits of the file -------------------------------------------------------------- */

/* "NAME=WHAT" in two; false: it is none. */
static bool split(char *line, char **what) {
    char *equals = line ? strchr(line, '=') : NULL;
    if (!equals || equals == line)
        return false;
    *equals = 0;
    *what = equals + 1;
    return true;
}

static void edit_attribute(hid_t file, fuzz_input_t *input, bool is_number) {
    char *line = fuzz_take_line(input), *what;
    if (split(line, &what)) {
        if (H5Aexists(file, line) > 0)
            H5Adelete(file, line);
        if (is_number)
            hdf5_write_number(file, line, strtoull(what, NULL, 10));
        else
            hdf5_write_text(file, line, what);
    }
    free(line);
}

static void edit_tensor(hid_t file, fuzz_input_t *input, const integer_network_t *network,
                        bool remake) {
    static const char zeroes[256 * 256];
    const char *name = network->tensors[fuzz_take_byte(input) % INTEGER_TENSORS].name;
    H5Ldelete(file, name, H5P_DEFAULT);
    if (!remake)
        return;
    hsize_t dimensions[2] = {fuzz_take_byte(input), fuzz_take_byte(input)};
    hdf5_write_dataset(file, name, H5T_STD_I8LE, H5T_NATIVE_INT8, dimensions[1] ? 2 : 1,
                       dimensions, zeroes);
}

static void edit_file(fuzz_input_t *input, const integer_network_t *network) {
    enum { MOST = 16 };
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    for (int i = 0; i < MOST && input->size > 0; i++) {
        uint8_t letter = fuzz_take_byte(input);
        if (letter == 'n' || letter == 'a')
            edit_attribute(file, input, letter == 'n');
        else if (letter == 's' || letter == 'd')
            edit_tensor(file, input, network, letter == 's');
    }
    H5Fclose(file);
}

/* Weights are changed before the file is made; its hash is the one from before unless the
 * input says so. */
static void edit_weights(fuzz_input_t *input, integer_network_t *network) {
    while (input->size > 0 && (*input->data == 't' || *input->data == 'h')) {
        if (fuzz_take_byte(input) == 'h') {
            integer_network_settle(network);
            continue;
        }
        int tensor = fuzz_take_byte(input) % INTEGER_TENSORS;
        size_t at = (size_t)fuzz_take_byte(input) << 8 | fuzz_take_byte(input);
        uint32_t value = 0;
        for (int i = 0; i < 4; i++)
            value = value << 8 | fuzz_take_byte(input);
        set_value(&network->tensors[tensor], at, (int32_t)value);
    }
}

/* --- What has to hold --------------------------------------------------------------- */

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
    const game_t *game = fuzz_take_game(&input);
    int units = INTEGER_UNITS_STEP * (1 + fuzz_take_byte(&input) % MOST_UNITS_STEPS);
    integer_network_t *network = integer_network_new(game, units, &error);
    REQUIRE(network);
    make_path();
    edit_weights(&input, network);
    REQUIRE(integer_network_write(network, path, &error));
    edit_file(&input, network);
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
