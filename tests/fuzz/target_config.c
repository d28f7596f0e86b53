/* Run configurations. An input: a JSON text and arguments (fuzz_json.h). */
#include "tests/fuzz/fuzz_json.h"

#include "selfplay/config/run_config.h"

#include <stdlib.h>

/* The effective configuration parses, and is its own effective configuration. */
static void check_config(const run_config_t *config, const char *source) {
    char *text = run_config_text(config), difference[512];
    run_config_t again;
    failure_t error = {""};
    text_t out = text_into(difference, sizeof difference);
    if (!run_config_parse(&again, text, "effective", NULL, 0, &error))
        fprintf(stderr, "%s\n%s\n", error.message, text);
    REQUIRE(!error.message[0]);
    char *text_again = run_config_text(&again);
    REQUIRE(strcmp(text, text_again) == 0);
    REQUIRE(run_config_hash(text) == run_config_hash(text_again));
    run_config_difference(source, text, &out);
    free(text_again);
    free(text);
    run_config_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    fuzz_text_t text;
    run_config_t config;
    failure_t error = {""};
    fuzz_take_text(&input, &text);
    if (run_config_parse(&config, text.json, "text", text.words, text.num_words,
                         &error)) {
        check_config(&config, text.json);
        run_config_clear(&config);
    } else {
        REQUIRE(error.message[0]);
    }
    fuzz_text_clear(&text);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed) {
    return fuzz_json_mutate(data, size, max_size, seed, "");
}
