/* Configurations of runs. An input: JSON up to a line "--", then a key=value word a line.
 */
#include "tests/fuzz/fuzz.h"

#include "selfplay/run/run_config.h"

#include <stdlib.h>

enum { MAX_WORDS = 32 };
#define SEPARATOR "\n--\n"

/* The bytes before the separator, which is taken, too. */
static char *take_json(fuzz_input_t *input) {
    size_t width = strlen(SEPARATOR), length = 0, taken;
    while (length + width <= input->size &&
           memcmp(input->data + length, SEPARATOR, width) != 0)
        length++;
    bool found = length + width <= input->size;
    length = found ? length : input->size;
    taken = found ? length + width : length;
    char *json = memory_new(length + 1, 1);
    memcpy(json, input->data, length);
    input->data += taken;
    input->size -= taken;
    return json;
}

/* The effective configuration is a configuration, and it is its own. */
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
    char *json = take_json(&input), *words[MAX_WORDS];
    int count = 0;
    run_config_t config;
    failure_t error = {""};
    while (count < MAX_WORDS && (words[count] = fuzz_take_line(&input)) != NULL)
        count++;
    if (run_config_parse(&config, json, "text", words, count, &error)) {
        check_config(&config, json);
        run_config_clear(&config);
    } else {
        REQUIRE(error.message[0]);
    }
    while (count > 0)
        free(words[--count]);
    free(json);
    return 0;
}
