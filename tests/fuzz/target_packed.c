/* Packed states. An input: two bytes for the game (fuzz.h), then the packed bytes;
 * missing ones are 0. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    const game_t *game = fuzz_take_game(&input);
    size_t bytes = (size_t)game->packed_bytes;
    unsigned char *packed = memory_new(bytes, 1), again[GAME_PACKED_BYTES];
    state_t state;
    failure_t error = {""};
    for (size_t i = 0; i < bytes; i++)
        packed[i] = fuzz_take_byte(&input);
    memset(&state, 0xff, sizeof state); /* unpack must write all of it */
    if (game_unpack(game, packed, &state, &error)) {
        game_pack(game, &state, again);
        REQUIRE(memcmp(packed, again, bytes) == 0); /* one state, one packed form */
        fuzz_check_state(game, &state);
        fuzz_play(game, &state, size);
    } else {
        REQUIRE(error.message[0]);
    }
    free(packed);
    return 0;
}
