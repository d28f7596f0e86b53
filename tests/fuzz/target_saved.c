/* Saved games. An input: a file's bytes. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_json.h"

#include "core/base/json.h"
#include "mcts/play/saved_game.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* The actions are legal in sequence and lead to the session's state. */
static void check_saved(const saved_game_t *saved) {
    const session_t *session = &saved->session;
    const game_t *game = saved->game;
    state_t state = session->start;
    for (uint32_t i = 0; i < session->count; i++) {
        action_t actions[GAME_MAX_LEGAL];
        int count = game_legal(game, &state, actions), at = 0;
        while (at < count && actions[at] != session->actions[i])
            at++;
        REQUIRE(at < count);
        game_apply(game, &state, actions[at]);
    }
    REQUIRE(game_equal(game, &state, &session->state));
    REQUIRE(session->resigned >= 0 && session->resigned <= NOBODY);
    REQUIRE(cJSON_GetArraySize(saved->players) == 2);
    fuzz_check_state(game, &state);
}

static const char *write_input(const uint8_t *data, size_t size) {
    return fuzz_file("saved.json", data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    saved_game_t saved;
    failure_t error = {""};
    if (saved_game_read(&saved, write_input(data, size), &error)) {
        check_saved(&saved);
        saved_game_clear(&saved);
    } else {
        REQUIRE(error.message[0]);
    }
    return 0;
}

/* Adds a legal action to a game that can be read. */
static size_t go_on(uint8_t *data, size_t size, size_t max_size, pcg32_t *rng) {
    saved_game_t saved;
    action_t actions[GAME_MAX_LEGAL];
    char text[GAME_ACTION_TEXT];
    if (!saved_game_read(&saved, write_input(data, size), NULL))
        return 0;
    int count = game_legal(saved.game, &saved.session.state, actions);
    cJSON *json = json_load(write_input(data, size), NULL);
    cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "played");
    if (count > 0) {
        game_write_action(saved.game, actions[pcg32_below(rng, (uint32_t)count)], text);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    saved_game_clear(&saved);
    char *printed = json_line(cJSON_Duplicate(json, true));
    size_t made = printed ? strlen(printed) : 0;
    if (made <= max_size && made > 0)
        memcpy(data, printed, made);
    free(printed);
    cJSON_Delete(json);
    return count > 0 && made <= max_size ? made : 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed) {
    pcg32_t rng = pcg32_for(seed, size, 1, PCG_FOR_TEST);
    size_t made = pcg32_below(&rng, 3) == 0 ? go_on(data, size, max_size, &rng) : 0;
    return made > 0 ? made : fuzz_json_mutate(data, size, max_size, seed, "");
}
