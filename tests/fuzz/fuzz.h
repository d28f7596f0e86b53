/* fuzz.h - shared by the fuzz targets; a violated property fails a REQUIRE.
 * A target is one target_*.c with LLVMFuzzerTestOneInput and a header comment that
 * documents its input. Linked with fuzz_replay.c it is a program that runs over the files
 * of a corpus, with -DFULCRUM_FUZZ=ON a fuzzer. tests/fuzz/README.md: running a campaign.
 * Owns: games are made once per variant and live until the end; the caller frees
 * fuzz_take_line's text, which is allocated at its exact length so that sanitizers detect
 * overruns.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "core/game/game.h"

/* libFuzzer's name and type. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The rest of an input. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input_t;

/* The next byte; 0 at the end. */
uint8_t fuzz_take_byte(fuzz_input_t *input);

/* The bytes before the next newline, which is consumed, too; NULL at the end. */
char *fuzz_take_line(fuzz_input_t *input);

/* Takes two bytes: the game ('0' is the first of games.c) and its variant ('0' is that
 * game's first in variants.c). Both lists must grow only at their ends, or the corpora
 * change their meaning. */
const game_t *fuzz_take_game(fuzz_input_t *input);

/* Checks the invariants of a state that was read from outside. */
void fuzz_check_state(const game_t *game, const state_t *state);

/* Plays some random actions, checking each state, and then a playout. */
void fuzz_play(const game_t *game, const state_t *state, uint64_t seed);

#endif
