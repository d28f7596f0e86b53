/* Agents. An input: a JSON text and arguments (fuzz_json.h). */
#include "tests/fuzz/fuzz_json.h"

#include "core/base/plain_text.h"
#include "mcts/search/agent.h"

#include <stdlib.h>

/* An agent's text parses, and is the text of the parsed agent. */
static void check_agent(const agent_t *agent) {
    char *text = agent_text(agent);
    agent_t again;
    failure_t error = {""};
    if (!agent_parse(&again, text, "effective", NULL, 0, &error))
        fprintf(stderr, "%s\n%s\n", error.message, text);
    REQUIRE(!error.message[0]);
    char *text_again = agent_text(&again);
    REQUIRE(strcmp(text, text_again) == 0);
    REQUIRE(plain_text_is_line(agent->name, AGENT_NAME));
    free(text_again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    fuzz_text_t text;
    agent_t agent;
    failure_t error = {""};
    fuzz_take_text(&input, &text);
    if (agent_parse(&agent, text.json, "text", text.words, text.num_words, &error))
        check_agent(&agent);
    else
        REQUIRE(error.message[0]);
    fuzz_text_clear(&text);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed) {
    return fuzz_json_mutate(data, size, max_size, seed, "");
}
