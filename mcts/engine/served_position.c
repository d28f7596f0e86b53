#include "mcts/engine/served_position.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static void start(const game_t *game, state_t *state) {
    memset(state, 0, sizeof *state);
    game_start(game, state);
}

void served_position_init(served_position_t *position, const game_t *game) {
    *position = (served_position_t){.game = game};
    start(game, &position->state);
    position->outcome = game_outcome(game, &position->state);
}

void served_position_clear(served_position_t *position) {
    free(position->played);
    *position = (served_position_t){0};
}

/* Plays the actions of a list from the start. */
static bool play(const game_t *game, const cJSON *list, state_t *state, action_t *actions,
                 failure_t *error) {
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsString(item))
            return error_set(error, "\"played\" must be a list of texts");
        if (game_outcome(game, state).over)
            return error_set(error, "\"played\" continues after the end of the game");
        if (!game_read_action(game, state, item->valuestring, &actions[count], error))
            return error_prefix(error, "action %d of \"played\"", count + 1);
        game_apply(game, state, actions[count++]);
    }
    return true;
}

/* How many of the actions follow the known ones; -1: they differ. */
static int count_newer(const served_position_t *position, const action_t *actions,
                       int count) {
    int known = position->num_played;
    if (count < known || count - known > GAME_MAX_LEGAL ||
        (known > 0 &&
         memcmp(actions, position->played, (size_t)known * sizeof *actions) != 0))
        return -1;
    return count - known;
}

static bool read_text(const game_t *game, const cJSON *text, bool played, state_t *state,
                      failure_t *error) {
    state_t read = {0};
    if (!cJSON_IsString(text))
        return error_set(error, "\"position\" must be a text");
    if (!game_read_position(game, text->valuestring, &read, error))
        return false;
    if (played && !game_equal(game, &read, state))
        return error_set(error, "\"played\" does not lead to \"position\"");
    game_copy(game, state, &read);
    return true;
}

bool served_position_read(served_position_t *position, const cJSON *request,
                          action_t *newer, int *count, failure_t *error) {
    const game_t *game = position->game;
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(request, "position");
    const cJSON *played = cJSON_GetObjectItemCaseSensitive(request, "played");
    state_t state;
    start(game, &state);
    if (played && !cJSON_IsArray(played))
        return error_set(error, "\"played\" must be a list of texts");
    int num_played = cJSON_GetArraySize(played);
    action_t *actions = memory_new((size_t)num_played + 1, sizeof *actions);
    if (!play(game, played, &state, actions, error) ||
        (text && !read_text(game, text, played != NULL, &state, error))) {
        free(actions);
        return false;
    }
    bool is_known = played || !text; /* the actions that led to it */
    *count = is_known ? count_newer(position, actions, num_played) : -1;
    for (int i = 0; i < *count; i++)
        newer[i] = actions[position->num_played + i];
    free(position->played);
    position->played = actions;
    position->num_played = num_played;
    game_copy(game, &position->state, &state);
    position->outcome = game_outcome(game, &state);
    return true;
}

void served_position_describe(const served_position_t *position, cJSON *answer) {
    outcome_t outcome = position->outcome;
    cJSON_AddBoolToObject(answer, "over", outcome.over);
    if (!outcome.over) {
        json_add_number(answer, "player",
                        game_player(position->game, &position->state) + 1);
        return;
    }
    json_add_number(answer, "winner", outcome.winner == NOBODY ? 0 : outcome.winner + 1);
    cJSON_AddStringToObject(answer, "reason", reason_names[outcome.reason]);
}
