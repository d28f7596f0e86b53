#include "core/cli/position_call.h"
#include "core/cli/cli.h"

#include "core/base/json.h"
#include "core/game/perft.h"

#include <cjson/cJSON.h>

const option_t position_options[NUM_POSITION_OPTIONS] = {
    OPTION_TEXT("position", 'p', "TEXT", position_call_t, position,
                "Use this position, as printed by `fulcrum moves`, instead of the start"),
    OPTION_FLAG("json", 'j', position_call_t, json, "Print a JSON object on one line"),
};

static bool is_unfinished(const position_t *position, failure_t *error) {
    char text[128];
    text_t out = text_into(text, sizeof text);
    outcome_t outcome = game_outcome(position->game, &position->state);
    if (!outcome.over)
        return true;
    game_add_outcome(position->game, &position->state, outcome, &out);
    return error_set(error, "the game is over in this position: %s", text);
}

static cJSON *begin_json(const position_t *position) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", position->game->class->name);
    cJSON_AddStringToObject(json, "variant", position->game->variant_text);
    cJSON_AddStringToObject(json, "position",
                            game_position_text(position->game, &position->state).text);
    return json;
}

bool position_show(void *call, const game_t *game, const char *text,
                   position_show_t *show, int requirement, failure_t *error) {
    const position_call_t *at = call;
    position_t position = {.game = game};
    if (!game_read_position(game, text, &position.state, error) ||
        (requirement == POSITION_UNFINISHED && !is_unfinished(&position, error)))
        return false;
    cJSON *json = at->json ? begin_json(&position) : NULL;
    bool ok = show(call, &position, json, error);
    if (json && ok)
        json_print_line(json, stdout);
    else
        cJSON_Delete(json);
    return ok;
}

int position_run(void *call, position_show_t *show, int requirement) {
    const position_call_t *at = call;
    failure_t error;
    game_t *game = cli_game(&at->words, &error);
    bool ok = game && position_show(call, game, at->position, show, requirement, &error);
    game_free(game);
    return ok ? cli_finish_output() : cli_fail(&error);
}

bool position_follow(const position_t *position, bool turns, size_t most,
                     position_visit_t *visit, void *context) {
    const game_t *game = position->game;
    position_t after = {.game = game};
    action_t actions[GAME_MAX_LEGAL];
    turn_list_t list;
    if (turns) {
        turn_list_init(&list, game, &position->state, most);
        for (size_t i = 0; i < list.ends.count; i++) {
            state_set_at(&list.ends, i, &after.state);
            visit(context, list.texts[i], &after, -1);
        }
        turn_list_clear(&list);
        return list.whole;
    }
    int count = game_legal(game, &position->state, actions);
    for (int i = 0; i < count; i++) {
        after.state = position->state;
        game_apply(game, &after.state, actions[i]);
        visit(context, game_action_text(game, actions[i]).text, &after, actions[i]);
    }
    return true;
}
