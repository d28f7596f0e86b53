/* Network files with damage in the HDF5 library's own tables: the library may crash, loop
 * or request any amount of memory; the program must report that and continue. An input:
 * which file (a byte: convolutional, integer), then changes: place (two bytes), the
 * number added to the byte there. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_hdf5.h"

#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { CONVOLUTIONAL, INTEGER, KINDS };

static struct {
    unsigned char *bytes;
    size_t size;
} originals[KINDS];

static void set_up(void) {
    static const architecture_t smallest = {.channels = 16, .hidden = 1, .pair_size = 16};
    const char *path = fuzz_path("foreign.h5");
    failure_t error;
    if (originals[0].bytes)
        return;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=2"});
    network_t *network = network_new(game->class, &smallest, &error);
    integer_network_t *integer = integer_network_new(game, 64, &error);
    REQUIRE(network && integer);
    network->hash = network_find_hash(network);
    REQUIRE(network_write(network, path, &error));
    originals[CONVOLUTIONAL].bytes = fuzz_read_file(path, &originals[CONVOLUTIONAL].size);
    REQUIRE(integer_network_write(integer, path, &error));
    originals[INTEGER].bytes = fuzz_read_file(path, &originals[INTEGER].size);
    integer_network_free(integer);
    network_free(network);
    game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    failure_t error = {""};
    set_up();
    int kind = fuzz_take_byte(&input) % KINDS;
    size_t bytes = originals[kind].size;
    unsigned char *changed = memory_new(bytes, 1);
    memcpy(changed, originals[kind].bytes, bytes);
    while (input.size > 0) {
        size_t place = (size_t)fuzz_take_number(&input, 2) % bytes;
        changed[place] = (unsigned char)(changed[place] + fuzz_take_byte(&input));
    }
    const char *path = fuzz_file("foreign.h5", changed, bytes);
    free(changed);
    if (kind == INTEGER) {
        integer_network_t *network = integer_network_read(path, &error);
        REQUIRE(!network == (error.message[0] != 0));
        integer_network_free(network);
    } else {
        network_t *network = network_read(path, &error);
        REQUIRE(!network == (error.message[0] != 0));
        network_free(network);
    }
#if defined(FOREIGN_SEARCH)
    foreign_search_saw(error.message);
#endif
    return 0;
}
