/* Position and action texts. An input: two bytes for the game (fuzz.h), the position up
 * to a newline (empty: the start), then one action per line, played if legal. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

/* An action, legal or not, has exactly one text. */
static void check_action(const game_t *game, state_t *state, const char *text) {
    action_t action, legal;
    failure_t error = {""};
    char written[GAME_ACTION_TEXT];
    bool is_action = game_parse_action(game, text, &action);
    if (is_action) {
        REQUIRE(action < game->num_actions);
        game_write_action(game, action, written);
        REQUIRE(strcmp(text, written) == 0);
    }
    if (game_read_action(game, state, text, &legal, &error)) {
        REQUIRE(is_action && legal == action);
        game_apply(game, state, action);
        fuzz_check_state(game, state);
    } else {
        REQUIRE(error.message[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    const game_t *game = fuzz_take_game(&input);
    char *text = fuzz_take_line(&input), *line;
    state_t state;
    failure_t error = {""};
    if (game_read_position(game, text && *text ? text : NULL, &state, &error)) {
        fuzz_check_state(game, &state);
        while ((line = fuzz_take_line(&input)) != NULL) {
            check_action(game, &state, line);
            free(line);
        }
        fuzz_play(game, &state, size);
    } else {
        REQUIRE(error.message[0]);
    }
    free(text);
    return 0;
}
