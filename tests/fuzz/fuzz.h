/* fuzz.h - what the fuzz targets share; a broken property is a REQUIRE and ends the run.
 * A target is one target_*.c: LLVMFuzzerTestOneInput, and above it what its bytes mean.
 * fuzz_replay.c makes a program of it that runs it over the files of a corpus; with
 * -DFULCRUM_FUZZ=ON it is a fuzzer instead. tests/fuzz/README.md: how to run a campaign.
 * Owns: games are made once a variant and live until the end; fuzz_take_line's text is
 * the caller's, of exactly its length, so that a sanitizer sees a reader run over its
 * end.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "core/game/game.h"

/* The name and the type are those of libFuzzer. Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is left of an input. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input_t;

/* The next byte, 0 where there is none. */
uint8_t fuzz_take_byte(fuzz_input_t *input);

/* The bytes before the next newline, which is taken, too; NULL where nothing is left. */
char *fuzz_take_line(fuzz_input_t *input);

/* Takes two bytes: the game ('0' is the first of games.c) and its variant ('0' is the
 * first that variants.c has of that game). Both lists have to grow at their ends, or the
 * corpora mean something else. */
const game_t *fuzz_take_game(fuzz_input_t *input);

/* What has to hold for every state that was taken from outside. */
void fuzz_check_state(const game_t *game, const state_t *state);

/* Some random actions, each of them checked, and a playout from where they lead. */
void fuzz_play(const game_t *game, const state_t *state, uint64_t seed);

#endif
