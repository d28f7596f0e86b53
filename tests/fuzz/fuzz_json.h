/* fuzz_json.h - JSON inputs, and a structure-aware mutator: byte mutations seldom parse.
 * Use: fuzz_text_t text; fuzz_take_text(&input, &text);   ... fuzz_text_clear(&text);
 *      size_t LLVMFuzzerCustomMutator(...) { return fuzz_json_mutate(..., "agent."); }
 * An input: JSON up to a line "--", then one key=value argument per line.
 * Owns: fuzz_text_clear releases the texts.   Threads: one.
 */
#ifndef TESTS_FUZZ_JSON_H
#define TESTS_FUZZ_JSON_H

#include "tests/fuzz/fuzz.h"

enum { FUZZ_WORDS = 32 };

typedef struct fuzz_text {
    char *json, *words[FUZZ_WORDS];
    int num_words;
} fuzz_text_t;

void fuzz_take_text(fuzz_input_t *input, fuzz_text_t *text);
void fuzz_text_clear(fuzz_text_t *text);

/* libFuzzer's names and types. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed);

/* Changes some values, keys or the variant of the JSON, or bytes as libFuzzer would.
 * prefix: of an agent's keys ("" or "agent."). */
size_t fuzz_json_mutate(uint8_t *data, size_t size, size_t max_size, unsigned int seed,
                        const char *prefix);

#endif
