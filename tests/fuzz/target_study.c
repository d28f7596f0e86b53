/* Studies. An input: a JSON text and arguments (fuzz_json.h). */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_json.h"

#include "eval/study/study.h"

#include <stdlib.h>

/* The effective study parses, and is its own effective study. */
static void check_study(const study_t *study) {
    char *text = study_text(study), *text_again;
    study_t again;
    failure_t error = {""};
    const char *path = fuzz_file("effective.json", text, strlen(text));
    if (!study_load(&again, path, NULL, 0, &error))
        fprintf(stderr, "%s\n%s\n", error.message, text);
    REQUIRE(!error.message[0]);
    text_again = study_text(&again);
    REQUIRE(strcmp(text, text_again) == 0);
    free(text_again);
    free(text);
    study_clear(&again);
    for (int i = 0; i < study->num_strengths; i++) {
        agent_t twice;
        (void)study_twice(&study->strengths[i], &twice);
        (void)study_doublings(&study->strengths[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    fuzz_text_t text;
    study_t study;
    failure_t error = {""};
    fuzz_take_text(&input, &text);
    const char *path = fuzz_file("study.json", text.json, strlen(text.json));
    if (study_load(&study, path, text.words, text.num_words, &error)) {
        check_study(&study);
        study_clear(&study);
    } else {
        REQUIRE(error.message[0]);
    }
    fuzz_text_clear(&text);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed) {
    return fuzz_json_mutate(data, size, max_size, seed, "agent.");
}
